import { readdirSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { formatTable, writeFigures, writeRows } from './bench/benchmarks-page.ts'
import type { Figure } from './bench/figure.ts'
import { type PostgresCluster, startPostgresCluster } from './test-run/postgres-cluster.ts'

// `npm run bench`: every measure…() of tools/bench/*-bench.ts, on both databases if it takes one, into one table.
// `npm run bench -- ingest live` runs only those files and writes no document; with `--write` it replaces their rows.

type Measure = (databaseUrl: string | null) => Promise<Figure[]>

const folder = fileURLToPath(new URL('bench/', import.meta.url))
const words = process.argv.slice(2).filter((word) => word !== '--write')
const writesRows = process.argv.includes('--write')
const files = readdirSync(folder)
  .filter((name) => name.endsWith('-bench.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort()

let cluster: PostgresCluster | null = null
process.on('exit', () => cluster?.stop())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
cluster = await startPostgresCluster({ shared_buffers: '1GB', max_wal_size: '4GB' })

const figures: Figure[] = []
const failures: string[] = []
for (const file of files) {
  const measures = Object.entries((await import(`./bench/${file}`)) as Record<string, unknown>).filter(
    (entry): entry is [string, Measure] => entry[0].startsWith('measure') && typeof entry[1] === 'function',
  )
  for (const [name, measure] of measures) {
    const databases = measure.length === 0 ? [null] : [cluster.url, null]
    for (const url of databases) {
      console.log(
        `${file.replace('.ts', '')}: ${name}${measure.length > 0 ? (url ? ' on PostgreSQL' : ' embedded') : ''} …`,
      )
      try {
        const found = await measure(url)
        for (const figure of found) console.log(`  ${rowOf(figure).join('  ')}`)
        figures.push(...found)
      } catch (error) {
        failures.push(`${file} ${name}: ${(error as Error).stack}`)
        console.error(error)
      }
    }
  }
}

const header = ['Figure', 'Measured', 'Limit', 'Beside', 'Holds']
const rows = figures.map(rowOf)
const table = formatTable(header, rows)
console.log(`\n${table}`)

if (words.length === 0 && failures.length === 0) {
  const { model } = os.cpus()[0]!
  writeFigures(
    `# Benchmarks

\`npm run bench\` measures and writes this page. Each figure stands beside its limit and beside what was measured in the
same run to compare it with: another way to do the same, or a peer's published or measured value.

Machine: ${os.cpus().length} cores (${model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release().split('-')[0]}, shared with other work; the load is
made on the same cores. Node ${process.versions.node}, ${cluster.version}. ${new Date().toISOString().slice(0, 10)}.

A reading is one (device, metric, time) value; messages carry 5 samples of 8 values. Rows that were measured by
themselves (\`npm run bench -- pricing --write\`) stand here with the others.

${table}
`,
  )
}
if (words.length > 0 && failures.length === 0 && writesRows) writeRows(rows)
const missed = figures.filter(({ holds }) => !holds)
for (const { figure } of missed) console.log(`misses its limit: ${figure}`)
process.exit(failures.length > 0 ? 1 : 0)

function rowOf({ figure, value, unit, limit, peer, holds }: Figure): string[] {
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
  return [figure, unit ? `${shown} ${unit}` : shown, limit, peer, holds ? 'yes' : 'no']
}
