import { expect, test } from 'vitest'
import { narrowSteps } from './changed-steps.ts'
import { listTestSteps } from './test-steps.ts'

const endToEnd = ['companies', 'door', 'portal'].map((name) => `e2e/${name}.e2e.test.ts`)
endToEnd.push('e2e/portal-import.process.test.ts')

/** What runs beside the static checks, without the paths of the runner. */
function narrowedBy(...files: string[]): string[] {
  const steps = narrowSteps(listTestSteps('postgres://server'), { base: 'abc', files }, endToEnd)
  return steps
    .filter(({ kind }) => kind !== 'static checks' && kind !== 'types')
    .map(({ name, args }) => [name, ...args.slice(4)].join(' '))
}

const always = [
  'unit and import rules --changed abc --passWithNoTests',
  'rules of the sources tools literal-texts settings.test',
  'components --changed abc --passWithNoTests',
]
const onEmbedded = [
  'api on the embedded database --changed abc --passWithNoTests',
  'link on the embedded database --changed abc --passWithNoTests',
]

test('a page runs what imports it, and the journeys of its feature on a fresh build', () => {
  expect(narrowedBy('apps/web/src/features/companies/companies-page.tsx')).toEqual([
    'web build',
    'browser journeys e2e/companies.e2e.test.ts',
    ...onEmbedded,
    ...always,
  ])
})

test('a feature of several words runs the journeys that share one of them', () => {
  expect(narrowedBy('apps/server/src/features/company-settings/company-settings-routes.ts')).toContain(
    'browser journeys e2e/companies.e2e.test.ts',
  )
})

test('a rule of a package runs what imports it and no journey', () => {
  expect(narrowedBy('packages/domain/src/time/buckets.ts')).toEqual([...onEmbedded, ...always])
})

test('a journey that changed runs, and so does a process', () => {
  expect(narrowedBy('e2e/door.e2e.test.ts', 'e2e/portal-import.process.test.ts')).toEqual([
    'web build',
    'browser journeys e2e/door.e2e.test.ts',
    ...onEmbedded,
    'processes e2e/portal-import.process.test.ts',
    ...always,
  ])
})

test('queries run on PostgreSQL as well', () => {
  expect(narrowedBy('apps/server/src/features/auth/session-queries.ts')).toEqual([
    'api on the embedded database --changed abc --passWithNoTests',
    'api on PostgreSQL --changed abc --passWithNoTests',
    'link on the embedded database --changed abc --passWithNoTests',
    'link on PostgreSQL --changed abc --passWithNoTests',
    ...always,
  ])
})

test('a migration runs every test on both databases', () => {
  expect(narrowedBy('apps/server/src/db/migrations/0099-next.sql')).toEqual([
    'api on the embedded database',
    'api on PostgreSQL',
    'link on the embedded database',
    'link on PostgreSQL',
    ...always,
  ])
})
