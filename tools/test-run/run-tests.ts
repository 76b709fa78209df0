import { availableParallelism } from 'node:os'
import process from 'node:process'
import { findChange, narrowSteps } from './changed-steps.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
import { removeOldCopies } from './remove-old-copies.ts'
import { runSideBySide } from './run-side-by-side.ts'
import { concludeRun, findHistoryFile } from './second-tries.ts'
import { ensureSystemPackages } from './system-packages.ts'
import { runStep, stopRunningSteps } from './test-step.ts'
import { listTestSteps, withoutGaps } from './test-steps.ts'
import { listTestFiles } from './what-tests-read.ts'

// `npm test`. Runs every check; `npm test -- unit api` only the steps whose names contain one of the words, and
// `npm test -- changed` what the current change can affect.

const startedAt = performance.now()
if (!ensureSystemPackages()) process.exit(1)
removeOldCopies('.cache')
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))

let cluster: PostgresCluster | null = null
const stopAll = () => {
  stopRunningSteps()
  cluster?.stop()
}
process.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

// Another server may be given, such as a cluster; only the steps on PostgreSQL use it.
const givenServer = process.env.TEST_DATABASE_URL
delete process.env.TEST_DATABASE_URL
// No test cuts the power, and half of the time of creating and dropping databases is waiting for the disk.
if (!givenServer) cluster = await startPostgresCluster({ fsync: 'off' })
const cores = availableParallelism()
console.log(
  `Node ${process.versions.node}, ${cluster?.version ?? 'PostgreSQL of TEST_DATABASE_URL'}, ${cores} cores`,
)

const all = listTestSteps(givenServer ?? cluster!.url)
const steps = withoutGaps(
  words.includes('changed')
    ? narrowSteps(all, findChange(), listTestFiles())
    : all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word))),
)
// Journeys, the API, and what waits for brokers and processes: the three keep two cores busy.
const results = await runSideBySide(steps, 3, runStep)
results.sort((a, b) => indexOf(a.name) - indexOf(b.name))

const isGood = concludeRun(results, findHistoryFile())
if (steps.length < all.length) console.log(`Only these of ${all.length} steps: ${words.join(' ')}`)
const seconds = (performance.now() - startedAt) / 1000
console.log(`${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s on ${cores} cores`)
process.exit(isGood ? 0 : 1)

function indexOf(name: string): number {
  return steps.findIndex((step) => step.name === name)
}
