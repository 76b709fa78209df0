import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import { expect, test } from 'vitest'
import { collectFirstSources, listFirstTexts } from '../../list-first-texts.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readCatalogue = (locale: string) =>
  JSON.parse(readFileSync(`${root}locales/${locale}.json`, 'utf8')) as Record<string, string>

test('the first modules are those that run, or are loaded, before all texts have come', () => {
  // Not written out: these files are none.
  const from = (path: string) => `from ${JSON.stringify(path)}`
  const load = (path: string) => `import(${JSON.stringify(path)})`
  const files: Record<string, string> = {
    'apps/web/src/main.tsx': `
      import './base.css'
      import { router } ${from('./app/router.tsx')}
      import type { Shape } ${from('./app/shape.ts')}
      import { type Other } ${from('./app/other.ts')}
      import { rule } ${from('@ohmstead/domain/access/rule')}
      import { thing } ${from('a-package')}`,
    'apps/web/src/app/router.tsx': `
      export { note } ${from('../shared/note.ts')}
      const overview = firstPage(async () => (await ${load('../features/overview.tsx')}).Overview)
      const people = lazyPage(async () => (await ${load('../features/people.tsx')}).People)
      const group = lazyPage(async () => (await Promise.all([${load('../features/group.tsx')}]))[0])`,
    'apps/web/src/shared/note.ts': `export const note = () => ${load('./plain.ts')}`,
    'apps/web/src/shared/plain.ts': '',
    'apps/web/src/features/overview.tsx': `
      const Chart = firstPart<Props>(async () => (await ${load('./chart.tsx')}).Chart)
      const Table = lazyPart<Props>(async () => (await ${load('./table.tsx')}).Table)
      const load = () => loadPart(() => ${load('./words.ts')})`,
    'apps/web/src/features/chart.tsx': `import { router } ${from('../app/router.tsx')}`,
    'packages/domain/src/access/rule.ts': '',
  }
  const sources = collectFirstSources((path) => {
    if (files[path] === undefined) throw new Error(`${path} is none of the first`)
    return files[path]
  })
  const styles = ['apps/web/src/base.css']
  expect([...sources.keys()].sort()).toEqual([...Object.keys(files), ...styles].sort())
})

test('what is drawn first is among them: the pages for which start.js asks for the first texts only', () => {
  const paths = [...collectFirstSources((path) => readFileSync(`${root}${path}`, 'utf8')).keys()].join('\n')
  for (const name of ['auth-layout', 'login-page', 'main-layout', 'location-overview-page', 'day-chart'])
    expect(paths).toContain(`/${name}.tsx`)
  for (const name of ['register-page', 'charts-page', 'chart-table', 'palette-results'])
    expect(paths).not.toContain(`/${name}.tsx`)
})

test('the first texts have those of the titles and of the errors of every call that the first pages make, and none of the pages behind', () => {
  const all = Object.keys(readCatalogue('en'))
  const first = listFirstTexts(root)
  expect(all).toEqual(expect.arrayContaining(first))
  const sources = [...collectFirstSources((path) => readFileSync(`${root}${path}`, 'utf8')).values()].join(
    '\n',
  )
  const called = allEndpoints.filter(({ method, path }) => sources.includes(`'${method} ${path}'`))
  expect(called.length).toBeGreaterThan(10)
  const codes = new Set(called.flatMap(({ errors }) => [...(errors ?? [])]))
  expect([...codes].map((code) => `errors.${code}`).filter((key) => !first.includes(key))).toEqual([])
  const ofAny = [
    'unexpected',
    'not_signed_in',
    'not_allowed',
    'too_many_requests',
    'unavailable',
    'with_code',
  ]
  expect(first).toEqual(expect.arrayContaining(ofAny.map((code) => `errors.${code}`)))
  expect(first).toEqual(expect.arrayContaining(['titles.location', 'titles.outbox', 'titles.not_found']))
  expect(first.filter((key) => /^(calculations|price_lists|mail|audit|portfolio)\./.test(key))).toEqual([])
})

test('the first texts of no language weigh more than 12 kB, gzipped', () => {
  const keys = listFirstTexts(root)
  for (const name of readdirSync(`${root}locales`)) {
    const locale = name.replace('.json', '')
    const texts = readCatalogue(locale)
    const messages = Object.fromEntries(keys.map((key) => [key, compileMessage(texts[key]!)]))
    const { length } = gzipSync(JSON.stringify({ data: { locale, messages } }), { level: 9 })
    expect(length, locale).toBeLessThanOrEqual(12_000)
  }
})
