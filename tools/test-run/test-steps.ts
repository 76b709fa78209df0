import type { TestStep } from './test-step.ts'

// The steps of `npm test`: the longest first, those that wait more than they compute beside those that compute, and
// short ones fill the gaps.

const tsc = (name: string): TestStep => ({
  kind: 'types',
  name: `types: ${name}`,
  args: ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${name}.json`],
  // Saves a seventh of the processor time for some 30 MB: almost all allocations live to the end.
  env: { GOGC: '400' },
})
const check = (name: string, ...args: string[]): TestStep => ({ kind: 'static checks', name, args })
const build: TestStep = { kind: 'build', name: 'web build', args: ['tools/build-web.ts'], hasPriority: true }
const vitest = (kind: string, name: string, project: string, env: Record<string, string> = {}): TestStep => ({
  kind,
  name,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', project],
  env,
  isVitest: true,
})
/** Starts servers, which serve the built web application, and may have a second try. */
const withServers = (...step: Parameters<typeof vitest>): TestStep => ({
  ...vitest(...step),
  after: build.name,
  hasSecondTry: true,
})

export function listTestSteps(postgresUrl: string): TestStep[] {
  const onPostgres = { TEST_DATABASE_URL: postgresUrl }
  return [
    build,
    tsc('node'),
    { ...withServers('journeys', 'browser journeys', 'e2e'), hasPriority: true },
    withServers('api embedded', 'api on the embedded database', 'api', { TESTED_ON_POSTGRES: '1' }),
    // They start their own Mosquitto if they need one.
    withServers('link', 'link on the embedded database', 'link'),
    withServers('link', 'link on PostgreSQL', 'link', onPostgres),
    withServers('processes', 'processes', 'process', onPostgres),
    withServers('api PostgreSQL', 'api on PostgreSQL', 'api', onPostgres),
    vitest('unit', 'unit and import rules', 'unit'),
    vitest('components', 'components', 'components'),
    tsc('web'),
    tsc('packages'),
    check('biome', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
    check('unused code', 'node_modules/knip/bin/knip.js'),
    check('locales', 'tools/check-locales.ts'),
    check('lock file, licences, bill of materials', 'tools/check-packages.ts'),
    check('openapi.json is current', 'tools/write-openapi.ts', '--check'),
  ]
}

/** Where the steps leave the API on PostgreSQL out, the embedded database is tried with everything. */
export function withoutGaps(steps: readonly TestStep[]): TestStep[] {
  if (steps.some(({ kind }) => kind === 'api PostgreSQL')) return [...steps]
  return steps.map(({ env: { TESTED_ON_POSTGRES: _, ...env } = {}, ...step }) => ({ ...step, env }))
}
