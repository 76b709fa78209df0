import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'
import { startPostgresCluster } from './test-run/postgres-cluster.ts'
import { ensureSystemPackages } from './test-run/system-packages.ts'

// `npm run test:cluster`: trials that fill a machine for a minute each, and so are no part of `npm test`. Words name files:
// `npm run test:cluster -- standby`.

const startedAt = performance.now()
if (!ensureSystemPackages({ forCluster: true })) process.exit(1)
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))

// Not waited for in one go: a signal must reach it, and its servers and brokers with it.
let running: ChildProcess | null = null
let isEnding = false
const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<boolean>((resolve) => {
    if (isEnding) return resolve(false)
    running = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    running.once('exit', (code) => resolve(code === 0 && !isEnding))
  })

const postgres = await startPostgresCluster()
process.on('exit', () => postgres.stop())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isEnding = true
    running?.kill('SIGTERM')
  })
}

const isGood =
  (await run(['tools/build-web.ts'])) &&
  (await run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'cluster', ...words], {
    TEST_DATABASE_URL: postgres.url,
  }))
const seconds = (performance.now() - startedAt) / 1000
console.log(`Cluster trials: ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`)
process.exit(isGood ? 0 : 1)
