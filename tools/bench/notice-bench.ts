import pino from 'pino'
import { startLatestNotices } from '../../apps/server/src/features/telemetry/latest-notices.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { openPostgresDb } from '../../apps/server/src/platform/db/postgres-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { openBenchDatabase } from './bench-database.ts'
import { type Figure, median } from './figure.ts'

// What viewers are told of new readings costs the writers: eight of them at once, each with readings of its own, told in
// a notice of its own after the commits, as the server does, and within each transaction, whose lock they all share.

const writers = 8
const controllersEach = 4
const rounds = 5
const roundMs = 4000
const now = Date.UTC(2026, 10, 21, 12)
const values = { 'grid/power': 1500, 'grid/energy_import': 1000, 'pv/power': 800, 'bat/soc': 57 }

export async function measureNotices(url: string | null): Promise<Figure[]> {
  // The embedded database has one writer.
  if (!url) return []
  const bench = await openBenchDatabase(url, now)
  const address = await bench.db.row<{ name: string }>(sql`select current_database() as name`)
  const own = new URL(url)
  own.pathname = `/${address!.name}`
  // Half of the connections are for readings.
  const db = await openPostgresDb(own.toString(), { poolSize: 2 * writers })
  const stop = await db.listen('live', () => {})
  const notices = startLatestNotices({ db, log: pino({ level: 'silent' }) })
  let minute = 0
  const batchesPerSecond = async (target: Db, after: (ids: number[]) => void) => {
    const end = performance.now() + roundMs
    const first = minute
    let stored = 0
    const write = async (writer: number) => {
      for (let step = 0; performance.now() < end; step++) {
        const batch = Array.from({ length: controllersEach }, (_, index) => {
          const id = writer * controllersEach + index + 1
          const ts = now - 20 * 86_400_000 + (first + step) * 1000
          return {
            locationId: id,
            controllerId: id,
            devices: {},
            samples: [{ ts, stepSeconds: null, values }],
          }
        })
        await storeReadings(target, batch)
        after(batch.map(({ locationId }) => locationId))
        stored++
        minute = Math.max(minute, first + step + 1)
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    return (stored * 1000) / roundMs
  }
  try {
    const outside = () => batchesPerSecond(db, notices.add)
    const within = () => batchesPerSecond(notifyWithin(db), () => {})
    const none = () => batchesPerSecond(db, () => {})
    await outside()
    const found: Record<'outside' | 'inside' | 'none', number[]> = { outside: [], inside: [], none: [] }
    for (let round = 0; round < rounds; round++) {
      found.outside.push(await outside())
      found.inside.push(await within())
      found.none.push(await none())
    }
    const value = median(found.outside)
    const inside = median(found.inside)
    const peer = median(found.none)
    return [
      {
        figure: 'commits of 8 writers at once, viewers told after them, postgres',
        value,
        unit: '1/s',
        limit: '≥ 0.9 × peer',
        peer: `nobody told ${Math.round(peer)}/s (ratio ${(value / peer).toFixed(2)}); told within the transaction, as before: ${Math.round(inside)}/s`,
        holds: value >= 0.9 * peer,
      },
    ]
  } finally {
    await notices.close()
    await stop()
    await db.close()
    await bench.close()
  }
}

/** Each transaction ends with a notice of its own. */
function notifyWithin(db: Db): Db {
  return {
    ...db,
    transaction: (work, options) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        await tx.row(sql`select pg_notify('live', '{"t":"latest","l":[1]}')`)
        return result
      }, options),
  }
}
