import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { maintainPartitions } from '../../apps/server/src/features/telemetry/partitions.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { openEmbeddedDb } from '../../apps/server/src/platform/db/embedded-db.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openPostgresDb } from '../../apps/server/src/platform/db/postgres-db.ts'

/** A separate database to measure, and the plainest way to fill it with rows, COPY, to compare with. */
export interface BenchDatabase {
  db: Db
  name: 'embedded' | 'postgres'
  /** For other processes; null of the embedded one, which has a process to itself. */
  url: string | null
  /** Runs statements where `copyRows` writes. */
  script(text: string): Promise<void>
  /** One COPY of tab-separated lines in a separate transaction. */
  copyRows(table: string, lines: string): Promise<void>
  close(): Promise<void>
}

/** Migrated and with partitions around `now`. `url` null measures the embedded database, in a separate folder. */
export async function openBenchDatabase(url: string | null, now: number): Promise<BenchDatabase> {
  const bench = url ? await openPostgres(url) : await openEmbedded()
  await migrate(bench.db)
  await maintainPartitions(bench.db, { now, retentionDays: 400 })
  return bench
}

async function openPostgres(url: string): Promise<BenchDatabase> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const name = `ohmstead_bench_${process.pid}`
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const db = await openPostgresDb(own.toString())
  const client = new pg.Client({ connectionString: own.toString() })
  await client.connect()
  return {
    db,
    name: 'postgres',
    url: own.toString(),
    script: async (text) => void (await client.query(text)),
    copyRows: async (table, lines) => {
      const stream = client.query(copyStreams.from(`copy ${table} from stdin`))
      stream.end(lines)
      await once(stream, 'finish')
    },
    close: async () => {
      await client.end()
      await db.close()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

async function openEmbedded(): Promise<BenchDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'ohmstead-bench-'))
  const db = await openEmbeddedDb(directory)
  // The server's own connection has no COPY, so the peer is a second database of the same kind on the same disk.
  const peer = await PGlite.create({ dataDir: join(directory, 'peer'), relaxedDurability: true })
  return {
    db,
    name: 'embedded',
    url: null,
    script: async (text) => void (await peer.exec(text)),
    copyRows: async (table, lines) =>
      void (await peer.query(`copy ${table} from '/dev/blob'`, [], { blob: new Blob([lines]) })),
    close: async () => {
      await db.close()
      await peer.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
