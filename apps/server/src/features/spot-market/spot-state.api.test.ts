import { marketDay, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { missingSpotPrice, type SpotDay } from '@ohmstead/pricing/spot/spot-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { describeSpotDays } from './describe-spot-days.ts'
import { insertZones, releaseZone } from './spot-zone-queries.ts'
import { storeSpotDays } from './store-spot-days.ts'

let opened: Awaited<ReturnType<typeof openTestDb>>
beforeAll(async () => {
  opened = await openTestDb('migrated')
})
afterAll(() => opened.close())

test('tomorrow with some of its prices is announced until 14:00, and then shown as it is; when it is whole it is shown at once', async () => {
  const { startMs } = marketDay('2026-06-02', marketTimeZone)
  const day = (missing: number): SpotDay => ({
    ...{ day: '2026-06-02', source: 'made', currency: 'EUR', startMs, unitSeconds: 3600, licence: null },
    ...{ missing, prices: new Int32Array(24).fill(5).fill(missingSpotPrice, 24 - missing / 4) },
  })
  const statusAt = async (time: string) =>
    (await describeSpotDays(opened.db, 'SI', Date.parse(`2026-06-01T${time}+02:00`))).tomorrow.status
  const store = (missing: number) =>
    storeSpotDays(opened.db, 'SI', [day(missing)], { order: ['made'], now: 0 })
  expect([await statusAt('13:59'), await statusAt('14:00')]).toEqual(['after_14', 'not_available'])
  await store(8)
  expect([await statusAt('13:59'), await statusAt('14:00')]).toEqual(['after_14', 'partial'])
  await store(0)
  expect([await statusAt('13:00'), await statusAt('14:00')]).toEqual(['complete', 'complete'])
})

test('a look that is none for corrections leaves the time of the last one', async () => {
  const { db } = opened
  await insertZones(db, ['HR'], 0)
  const found = { tryAt: 0, failures: 0, lateSince: null }
  const at = Date.UTC(2026, 5, 1, 7)
  for (const rereadAt of [at, null]) await releaseZone(db, 'HR', { ...found, rereadAt })
  expect(await db.row(sql`select reread_at from spot_zone where region = 'HR'`)).toEqual({ reread_at: at })
})
