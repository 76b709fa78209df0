import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { replaceFaults, replaceFigures, replaceRows } from './benchmarks-page.ts'

const page =
  '# Benchmarks\n\nold figures\n\n## Where the time of a reading goes\n\nthere\n\n## Test run\n\ntwelve minutes\n\n## Deliberate faults\n\nold faults\n'

test('new figures keep all other sections', () => {
  expect(replaceFigures(page, '# Benchmarks\n\nnew figures\n')).toBe(
    page.replace('old figures', 'new figures'),
  )
})

test('new faults keep the figures and the test run', () => {
  expect(replaceFaults(page, 'new faults\n')).toBe(page.replace('old faults', 'new faults'))
})

test('a page with one section gets the other one', () => {
  expect(replaceFaults('# Benchmarks\n', 'faults\n')).toBe('# Benchmarks\n\n## Deliberate faults\n\nfaults\n')
  expect(replaceFigures('# Benchmarks\n', '# New\n')).toBe('# New\n')
})

test('figures measured by themselves replace their rows, and new ones follow', () => {
  const rows = [
    '| Figure | Measured |',
    '| ------ | -------- |',
    '| bill   | 12 ms    |',
    '| chart  | 33 ms    |',
  ]
  const before = `# Benchmarks\n\n${rows.join('\n')}\n\n## Test run\n`
  const after = replaceRows(before, [
    ['heat map', '20 ms'],
    ['bill', '11 ms'],
  ])
  expect(after.split('\n')).toEqual([
    ...['# Benchmarks', '', '| Figure   | Measured |', '| -------- | -------- |'],
    ...['| bill     | 11 ms    |', '| chart    | 33 ms    |', '| heat map | 20 ms    |'],
    ...['', '## Test run', ''],
  ])
})

test('the actual page has all five, in this order', () => {
  const text = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
  expect(text.match(/^#+ .*$/gm)).toEqual([
    '# Benchmarks',
    '## Where the time of a reading goes',
    '## Measured beside other work',
    '## Test run',
    '## Deliberate faults',
  ])
})

test('every measure of a file that `npm run bench` runs takes the address of a database, or nothing', () => {
  const folder = new URL('./', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('-bench.ts'))
  const wrong = files.flatMap((name) =>
    [
      ...readFileSync(new URL(name, folder), 'utf8').matchAll(
        /export async function (measure\w*)\(([^)]*)\)/g,
      ),
    ]
      .filter(([, , parameters]) => !/^(\w+: string \| null)?$/.test(parameters!))
      .map(([, measure]) => `${name}: ${measure}`),
  )
  expect(files.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})
