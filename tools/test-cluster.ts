import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { startPostgresCluster } from './test-run/postgres-cluster.ts'
import { ensureSystemPackages } from './test-run/system-packages.ts'

// `npm run test:cluster`: trials that fill a machine for a minute each, and so are no part of `npm test`. Words name files:
// `npm run test:cluster -- standby`.

const startedAt = performance.now()
if (!ensureSystemPackages({ forCluster: true })) process.exit(1)
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0

const postgres = await startPostgresCluster()
process.on('exit', () => postgres.stop())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

const isGood =
  run(['tools/build-web.ts']) &&
  run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'cluster', ...words], {
    TEST_DATABASE_URL: postgres.url,
  })
const seconds = (performance.now() - startedAt) / 1000
console.log(`Cluster trials: ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`)
process.exit(isGood ? 0 : 1)
