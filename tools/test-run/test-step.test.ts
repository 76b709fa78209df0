import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listFilesAgain, runStep, type TestOutcome } from './test-step.ts'

// A fake runner that writes the report Vitest would write: a file beside it counts its runs.
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ohmstead-test-step-'))
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Runs a step whose tries end with these statuses, one list for the file `a.test.ts` each. */
async function runTries(tries: string[][], hasSecondTry = true) {
  const script = join(folder, 'runner.mjs')
  writeFileSync(
    script,
    `import { existsSync, writeFileSync } from 'node:fs'
    const tries = ${JSON.stringify(tries)}
    let at = 0
    while (existsSync(${JSON.stringify(folder)} + '/ran-' + at)) at++
    writeFileSync(${JSON.stringify(folder)} + '/ran-' + at, process.argv.join(' '))
    const statuses = tries[at]
    const isGood = !statuses.includes('failed')
    const test = (status, index) => ({ status, fullName: 'test ' + index })
    const testResults = [
      { name: process.cwd() + '/a.test.ts', status: isGood ? 'passed' : 'failed', assertionResults: statuses.map(test) },
      ...(at === 0 ? [{ name: process.cwd() + '/b.test.ts', status: 'passed', assertionResults: [test('passed', 9)] }] : []),
    ]
    const option = process.argv.find((arg) => arg.startsWith('--outputFile.json='))
    writeFileSync(option.slice('--outputFile.json='.length), JSON.stringify({ testResults }))
    process.exit(isGood ? 0 : 1)`,
  )
  const { outcomes, secondTries } = await runStep({
    name: 'step',
    kind: 'kind',
    args: [script],
    isVitest: true,
    hasSecondTry,
  })
  const listed = outcomes.map(({ file, name, status }) => `${file} ${name} ${status}`)
  return { listed: listed.sort(), secondTries: secondTries.map(({ name }) => name) }
}

test('a single failure passes on a second try of its file alone, and is named', async () => {
  expect(
    await runTries([
      ['passed', 'failed'],
      ['passed', 'passed'],
    ]),
  ).toEqual({
    listed: ['a.test.ts test 0 passed', 'a.test.ts test 1 passed', 'b.test.ts test 9 passed'],
    secondTries: ['test 1'],
  })
})

test('what fails twice has failed', async () => {
  expect(
    await runTries([
      ['passed', 'failed'],
      ['passed', 'failed'],
    ]),
  ).toEqual({
    listed: ['a.test.ts test 0 passed', 'a.test.ts test 1 failed', 'b.test.ts test 9 passed'],
    secondTries: [],
  })
})

test('a step without a second try fails at once', async () => {
  expect(await runTries([['failed']], false)).toEqual({
    listed: ['a.test.ts test 0 failed', 'b.test.ts test 9 passed'],
    secondTries: [],
  })
})

test('at most two files run again, and only if they are known', () => {
  const failed = (file: string): TestOutcome => ({ file, name: 'test', status: 'failed' })
  const passed: TestOutcome = { file: 'd', name: 'test', status: 'passed' }
  expect(listFilesAgain({ outcomes: [passed] })).toEqual([])
  expect(listFilesAgain({ outcomes: [failed('a'), failed('a'), failed('b'), passed] })).toEqual(['a', 'b'])
  expect(listFilesAgain({ outcomes: [failed('a'), failed('b'), failed('c')] })).toEqual([])
  expect(listFilesAgain({ outcomes: [failed('a'), failed('')] })).toEqual([])
})
