import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { getChartRange } from './chart-range.ts'
import { getSeries } from './get-series.ts'
import { maintainPartitions, oldestAcceptedTs } from './partitions.ts'
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
  it('reach from 14 months back to 2 ahead, also when made by several at once', async () => {
    await Promise.all([1, 2, 3].map(() => maintainPartitions(db, { now, retentionDays: 400 })))
    const names = await partitionsOf('energy_hour')
    expect([names.length, names[0], names.at(-1)]).toEqual([17, 'energy_hour_2025_04', 'energy_hour_2026_08'])
    expect((await partitionsOf('sample'))[0]).toBe('sample_2025_05')
  })

  it('take every reading that is accepted', async () => {
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

  it('of raw samples are dropped by age while energy and the power made of it stay', async () => {
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
    await maintainPartitions(db, { now, retentionDays: 32 })
    expect((await partitionsOf('sample'))[0]).toBe('sample_2026_05')
    expect(await partitionsOf('energy_hour')).toHaveLength(17)
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
