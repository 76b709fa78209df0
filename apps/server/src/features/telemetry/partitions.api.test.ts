import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { getChartRange } from '../charts/chart-range.ts'
import { getSeries } from '../charts/get-series.ts'
import { findSamplePartitions } from './partition-queries.ts'
import { maintainPartitions, oldestAcceptedTs } from './partitions.ts'
import { confirmAge } from './retention.ts'
import { storeReadings } from './store-readings.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 5, 15)
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now, retentionDays: 400 })
})
afterAll(() => close())

const partitionsOf = async (table: string) =>
  (
    await db.rows<{ name: string }>(
      sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = ${table}::regclass order by 1`,
    )
  ).map(({ name }) => name)

describe('partitions', () => {
  it('reach from 14 months back to 3 ahead, also when created by several at once', async () => {
    await Promise.all([1, 2, 3].map(() => maintainPartitions(db, { now, retentionDays: 400 })))
    const names = await partitionsOf('energy_hour')
    expect([names.length, names[0], names.at(-1)]).toEqual([18, 'energy_hour_2025_04', 'energy_hour_2026_09'])
    expect((await partitionsOf('sample'))[0]).toBe('sample_2025_05')
  })

  it('accept every accepted reading', async () => {
    for (const ts of [oldestAcceptedTs(now, 400), now + 5 * 60_000]) {
      await storeReadings(db, [
        {
          locationId: 1,
          controllerId: 1,
          devices: {},
          samples: [{ ts, stepSeconds: null, values: { 'grid/power': 1 } }],
        },
      ])
    }
  })

  it('of raw samples are dropped by age while energy and the power derived from it stay', async () => {
    const from = now - 100 * dayMs
    const samples = Array.from({ length: 61 }, (_, m) => ({
      ts: from + m * 60_000,
      stepSeconds: null,
      values: { 'grid/power': -1500, 'grid/voltage_l1': 231 },
    }))
    await storeReadings(db, [{ locationId: 2, controllerId: 2, devices: {}, samples }])
    const ask = () =>
      getSeries(
        db,
        2,
        ['grid/energy_export', 'grid/power', 'grid/voltage_l1'],
        getChartRange({ from, to: from + 3_600_000, interval: 1800 }, 'UTC'),
      )
    expect((await ask()).map(({ values }) => values)).toEqual([
      [750, 750],
      [-1500, -1500],
      [231, 231],
    ])
    expect((await maintainPartitions(db, { now, retentionDays: 32 })).dropped).toEqual([])
    const unconfirmed = await maintainPartitions(db, { now: now + dayMs, retentionDays: 32 })
    expect(unconfirmed).toMatchObject({ dropped: [], kept: { days: 400, waitingDays: 32 } })
    expect((await ask()).at(-1)!.values).toEqual([231, 231])
    await confirmAge(db, 'drop', { days: 32, now: now + dayMs })
    const dayLater = await maintainPartitions(db, { now: now + dayMs, retentionDays: 32 })
    expect([dayLater.dropped[0], dayLater.dropped.length]).toEqual(['sample_2025_05', 24])
    expect(dayLater.kept).toEqual({ days: 32, isSettled: true, waitingDays: null })
    expect((await partitionsOf('sample'))[0]).toBe('sample_2026_05')
    expect(await partitionsOf('energy_hour')).toHaveLength(18)
    expect((await ask()).map(({ values }) => values)).toEqual([
      [750, 750],
      [-1500, -1500],
      [null, null],
    ])
  })

  it('accept readings no further back than raw samples are kept', () => {
    expect(oldestAcceptedTs(now, 32)).toBe(now - 32 * dayMs)
    expect(oldestAcceptedTs(now, 3000)).toBe(now - 400 * dayMs)
  })
})

describe('next to a long-running reader, such as a dump', () => {
  /** Holds a reader's lock on all of the readings until released. */
  async function read(): Promise<() => Promise<void>> {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const reading = db.at('watch').transaction(async (tx) => {
      await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
      await tx.run(sql`lock table sample, energy_hour in access share mode`)
      begun.resolve()
      await end.promise
    })
    await begun.promise
    return async () => {
      end.resolve()
      await reading
    }
  }
  const store = (ts: number) =>
    storeReadings(db, [
      {
        locationId: 3,
        controllerId: 3,
        devices: {},
        samples: [{ ts, stepSeconds: null, values: { 'grid/power': 1 } }],
      },
    ])

  // The embedded database has one connection: there are no concurrent readers.
  it.runIf(process.env.TEST_DATABASE_URL)(
    'new months are created, and readings continue to be stored',
    async () => {
      const letGo = await read()
      const { made } = await maintainPartitions(db, { now: now + 62 * dayMs, retentionDays: 400 })
      expect(made).toEqual(expect.arrayContaining(['sample_2026_11', 'energy_hour_2026_11']))
      await store(Date.UTC(2026, 10, 3))
      await letGo()
    },
  )

  it.runIf(process.env.TEST_DATABASE_URL)('old months wait for the reader, and readings do not', async () => {
    // Wanted for a day, and by nobody else for one.
    await maintainPartitions(db, { now: now + 100 * dayMs, retentionDays: 32 })
    await confirmAge(db, 'drop', { days: 32, now: now + 100 * dayMs })
    const letGo = await read()
    const later = { now: now + 101 * dayMs, retentionDays: 32 }
    const dropping = maintainPartitions(db, later).catch((error) => error)
    const countLeaving = async () =>
      (await db.row<{ count: number }>(
        sql`select count(*) as count from pg_inherits where inhdetachpending`,
      ))!.count
    await expect.poll(countLeaving).toBe(1)
    await store(Date.UTC(2026, 9, 3))
    await letGo()
    await dropping
    await maintainPartitions(db, later)
    expect((await partitionsOf('sample'))[0]).toBe('sample_2026_08')
    expect(await findSamplePartitions(db)).toEqual(await partitionsOf('sample'))
  })
})

it('created by several processes at once are reported by the one that created them', async () => {
  const later = { now: now + 400 * dayMs, retentionDays: 400 }
  const works = await Promise.all([1, 2, 3].map(() => maintainPartitions(db, later)))
  const made = works.flatMap((work) => work.made)
  expect(made).toContain('energy_hour_2027_10')
  expect(made).toHaveLength(new Set(made).size)
})
