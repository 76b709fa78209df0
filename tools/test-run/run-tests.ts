import { existsSync } from 'node:fs'
import process from 'node:process'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
import { ensureSystemPackages } from './system-packages.ts'
import { runStep, type StepResult, stopRunningSteps, type TestOutcome, type TestStep } from './test-step.ts'

// `npm test`. Runs every check; `npm test -- unit api` only the steps whose names contain one of the words.

const tsc = (name: string): TestStep => ({
  name: `types: ${name}`,
  args: ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${name}.json`],
})
const vitest = (name: string, project: string, env: Record<string, string> = {}): TestStep => ({
  name,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', project],
  env,
  isVitest: true,
  hasSecondTry: project !== 'unit' && project !== 'components',
})

if (!ensureSystemPackages()) process.exit(1)
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))

let cluster: PostgresCluster | null = null
const stopAll = () => {
  stopRunningSteps()
  cluster?.stop()
}
process.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

// Another server may be named, say a cluster that distributes; only the steps on PostgreSQL may see it.
const givenServer = process.env.TEST_DATABASE_URL
delete process.env.TEST_DATABASE_URL
if (!givenServer) cluster = await startPostgresCluster()
const onPostgres = { TEST_DATABASE_URL: givenServer ?? cluster!.url }
console.log(`Node ${process.versions.node}, ${cluster?.version ?? 'PostgreSQL of TEST_DATABASE_URL'}`)

/** Rounds one after the other; within a round two steps at a time. What disturbs others, or is disturbed, is alone. */
const rounds: TestStep[][] = [
  [
    { name: 'web build', args: ['tools/build-web.ts'] },
    tsc('packages'),
    tsc('node'),
    tsc('web'),
    { name: 'biome', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
    { name: 'unused code', args: ['node_modules/knip/bin/knip.js'] },
    { name: 'locales', args: ['tools/check-locales.ts'] },
    { name: 'lock file, licences, bill of materials', args: ['tools/check-packages.ts'] },
    { name: 'openapi.json is current', args: ['tools/write-openapi.ts', '--check'] },
  ],
  [
    vitest('unit and import rules', 'unit'),
    vitest('components', 'components'),
    vitest('api on the embedded database', 'api'),
    vitest('api on PostgreSQL', 'api', onPostgres),
  ],
  // They bring their own Mosquitto where they need one.
  [vitest('link on the embedded database', 'link')],
  [vitest('link on PostgreSQL', 'link', onPostgres)],
  [vitest('processes', 'process', onPostgres)],
  [vitest('browser journeys', 'e2e')],
]

const results: StepResult[] = []
for (const round of rounds) {
  const waiting = round.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const script = step.args[0] ?? ''
      if (!existsSync(script)) console.error(`${step.name}: ${script} is missing`)
      results.push(await runStep(step))
    }
  }
  await Promise.all([work(), work()])
}

const nameOf = ({ file, name }: TestOutcome) => (file ? `${file}: ${name}` : name)
const listed = ({ outcomes }: StepResult, status: TestOutcome['status']) =>
  outcomes.filter((outcome) => outcome.status === status).map(nameOf)
// A test of one database only runs in that step and is left out in the other.
const ran = new Set(results.flatMap((result) => [...listed(result, 'passed'), ...listed(result, 'failed')]))
const counts = results.map((result) => ({
  result,
  passed: listed(result, 'passed').length,
  failures: listed(result, 'failed'),
  skipped: listed(result, 'skipped').filter((name) => !ran.has(name)),
}))

console.log(`\n━━ summary ${'━'.repeat(90)}`)
for (const { result, passed, failures, skipped } of counts) {
  const parts = [
    `${passed} passed`,
    failures.length > 0 && `${failures.length} FAILED`,
    skipped.length > 0 && `${skipped.length} skipped`,
    result.secondTries.length > 0 && `${result.secondTries.length} on a second try`,
  ]
  console.log(
    `${failures.length > 0 ? '✗' : '✓'} ${result.name.padEnd(44)} ${result.seconds.toFixed(0).padStart(4)} s  ${parts.filter(Boolean).join(', ')}`,
  )
}
for (const name of counts.flatMap(({ failures }) => failures)) console.log(`failed: ${name}`)
for (const name of counts.flatMap(({ skipped }) => skipped)) console.log(`skipped: ${name}`)
for (const outcome of results.flatMap(({ secondTries }) => secondTries))
  console.log(`passed only on a second try, to be mended: ${nameOf(outcome)}`)
if (words.length > 0) console.log(`Only the steps named by: ${words.join(' ')}`)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const passed = sum(counts.map((count) => count.passed))
const failed = sum(counts.map(({ failures }) => failures.length))
const skipped = sum(counts.map((count) => count.skipped.length))
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
