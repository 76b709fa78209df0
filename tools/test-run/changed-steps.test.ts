import { expect, test } from 'vitest'
import { narrowSteps } from './changed-steps.ts'
import { listTestSteps } from './test-steps.ts'

const named = ['companies', 'auth-registration', 'every-page', 'languages', 'portal', 'calculations-same']
const tests = [
  ...named.map((name) => `e2e/${name}.e2e.test.ts`),
  ...['portal-import', 'start-and-stop', 'first-admin', 'behind-nginx'].map(
    (name) => `e2e/${name}.process.test.ts`,
  ),
].map((file) => ({
  file,
  reads: file.includes('auth-registration') ? ['e2e/kit/authenticator.ts'] : ([] as string[]),
}))
tests.push(
  { file: 'apps/server/src/features/api-docs/api-docs.once.api.test.ts', reads: ['docs/runbooks/'] },
  { file: 'apps/server/src/features/api-docs/render-markdown.test.ts', reads: ['docs/runbooks/'] },
  { file: 'apps/server/src/features/link/external-broker.link.test.ts', reads: ['deploy/'] },
)

/** The steps besides the static checks, without the paths of the runner. */
function narrowedBy(...files: string[]): string[] {
  const steps = narrowSteps(listTestSteps('postgres://server'), { base: 'abc', files }, tests)
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

const everyPage = ['web build', 'browser journeys e2e/every-page.e2e.test.ts']

test.each([
  'packages/domain/src/time/buckets.ts',
  'apps/server/src/platform/http/build-http.ts',
  'apps/server/src/settings.ts',
])(
  '%s, which every page and every start goes through, runs what imports it, every page and a start',
  (file) => {
    expect(narrowedBy(file)).toEqual([
      ...everyPage,
      ...onEmbedded,
      'processes e2e/start-and-stop.process.test.ts',
      ...always,
    ])
  },
)

test.each(['packages/network-fee/src/price-list.ts', 'packages/pricing/src/bill.ts'])(
  'the calculator runs the same calculation on both sides: %s',
  (file) => {
    expect(narrowedBy(file)).toContain(
      'browser journeys e2e/every-page.e2e.test.ts e2e/calculations-same.e2e.test.ts',
    )
  },
)

test('a text runs every page and the languages', () => {
  expect(narrowedBy('locales/sl.json')).toContain(
    'browser journeys e2e/every-page.e2e.test.ts e2e/languages.e2e.test.ts',
  )
})

test('a helper of journeys runs those that use it', () => {
  expect(narrowedBy('e2e/kit/authenticator.ts')).toContain(
    'browser journeys e2e/auth-registration.e2e.test.ts',
  )
  expect(narrowedBy('e2e/kit/places.ts').filter((step) => step.startsWith('browser'))).toEqual([])
})

test('a served document and a shipped configuration run what reads them', () => {
  const reader = 'apps/server/src/features/api-docs/'
  expect(narrowedBy('docs/runbooks/production.md')).toEqual(
    expect.arrayContaining([
      `api on the embedded database, by what they read ${reader}api-docs.once.api.test.ts --passWithNoTests`,
      `unit and import rules, by what they read ${reader}render-markdown.test.ts --passWithNoTests`,
    ]),
  )
  const broker = 'apps/server/src/features/link/external-broker.link.test.ts --passWithNoTests'
  expect(narrowedBy('deploy/mosquitto.conf')).toEqual(
    expect.arrayContaining([
      `link on the embedded database, by what they read ${broker}`,
      `link on PostgreSQL, by what they read ${broker}`,
    ]),
  )
})

test('the configuration of nginx runs the process that tests it', () => {
  expect(narrowedBy('deploy/nginx-web.conf')).toContain('processes e2e/behind-nginx.process.test.ts')
})

test('a journey that changed runs, and so does a process', () => {
  expect(narrowedBy('e2e/auth-registration.e2e.test.ts', 'e2e/portal-import.process.test.ts')).toEqual([
    'web build',
    'browser journeys e2e/auth-registration.e2e.test.ts',
    ...onEmbedded,
    'processes e2e/portal-import.process.test.ts',
    ...always,
  ])
})

test('queries run on PostgreSQL as well', () => {
  expect(narrowedBy('apps/server/src/features/audit/audit-queries.ts')).toEqual([
    'api on the embedded database --changed abc --passWithNoTests',
    'link on the embedded database --changed abc --passWithNoTests',
    'link on PostgreSQL --changed abc --passWithNoTests',
    'api on PostgreSQL --changed abc --passWithNoTests',
    ...always,
  ])
})

test('a migration runs every test on both databases', () => {
  expect(narrowedBy('apps/server/src/db/migrations/0099-next.sql')).toEqual([
    'api on the embedded database',
    'link on the embedded database',
    'link on PostgreSQL',
    'api on PostgreSQL',
    ...always,
  ])
})
