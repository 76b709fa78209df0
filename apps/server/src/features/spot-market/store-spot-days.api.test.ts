import { spotPriceAt } from '@ohmstead/pricing/pricing-world'
import { marketDay, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { missingSpotPrice, type SpotDay, type SpotUnit } from '@ohmstead/pricing/spot/spot-day'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { findSpotPrices } from './find-spot-prices.ts'
import { storeSpotDays } from './store-spot-days.ts'

let opened: Awaited<ReturnType<typeof openTestDb>>
beforeAll(async () => {
  opened = await openTestDb('migrated')
})
afterAll(() => opened.close())
beforeEach(() => opened.db.run(sql`delete from spot_day`))

const order = ['first', 'second']
const store = (days: SpotDay[], now = 0) => storeSpotDays(opened.db, 'SI', days, { order, now })

/** A day whose prices count up from `price`; `known` units are known. */
function makeDay(
  day: string,
  source: string,
  price: number,
  more: { known?: number; unit?: SpotUnit } = {},
): SpotDay {
  const { startMs, quarterHours } = marketDay(day, marketTimeZone)
  const unitSeconds = more.unit ?? 900
  const units = quarterHours / (unitSeconds / 900)
  const known = more.known ?? units
  const prices = Int32Array.from({ length: units }, (_, at) => (at < known ? price + at : missingSpotPrice))
  const missing = ((units - known) * unitSeconds) / 900
  return { day, source, currency: 'EUR', startMs, unitSeconds, prices, missing, licence: 'for tests' }
}

async function first(day: string): Promise<[number | null, string | undefined]> {
  const { startMs } = marketDay(day, marketTimeZone)
  const prices = await findSpotPrices(opened.db, 'SI', startMs, startMs + 900_000)
  const price = spotPriceAt(prices, startMs)
  return [price && Number(price.digits), prices.sources[prices.sourceOf[0]!]]
}
const versions = () =>
  opened.db.rows<{ source: string; version: number; is_current: boolean }>(
    sql`select source, version, is_current from spot_day order by day, source, version`,
  )

test('prices of days of 92, 96 and 100 quarter-hours and of hours come back on one grid', async () => {
  const days = ['2025-10-25', '2025-10-26', '2025-10-27'].map((day, at) => makeDay(day, 'first', at * 1000))
  await store([makeDay('2025-10-24', 'first', -50, { unit: 3600 }), ...days])
  const fromMs = marketDay('2025-10-24', marketTimeZone).startMs
  const prices = await findSpotPrices(opened.db, 'SI', fromMs - 900_000, fromMs + 97 * 3_600_000)
  expect(prices).toMatchObject({ currency: 'EUR', firstStartMs: fromMs - 900_000, sources: ['first'] })
  expect(prices.price).toHaveLength(97 * 4 + 1)
  expect([0, 1, 5, 97, 193, 292, 293, 388].map((at) => prices.price[at])).toEqual([
    ...[Number.NaN, -50, -49, 0, 1000, 1099, 2000, 2095],
  ])
  // The last quarter-hour of a day of 25 hours.
  const nextMs = marketDay('2025-10-27', marketTimeZone).startMs
  expect((await findSpotPrices(opened.db, 'SI', nextMs - 900_000, nextMs)).price[0]).toBe(1099)
  expect((await findSpotPrices(opened.db, 'AT', fromMs, fromMs + 900_000)).price[0]).toBeNaN()
})

test('a correction is a further version, and the same answer is none', async () => {
  expect(await store([makeDay('2026-01-10', 'first', 1)])).toEqual(['2026-01-10'])
  expect(await store([makeDay('2026-01-10', 'first', 1)])).toEqual([])
  expect(await store([makeDay('2026-01-10', 'first', 2)])).toEqual(['2026-01-10'])
  expect(await versions()).toEqual([
    { source: 'first', version: 1, is_current: false },
    { source: 'first', version: 2, is_current: true },
  ])
  expect(await first('2026-01-10')).toEqual([2, 'first'])
})

test('the second source fills in until the first is complete, and a worse answer replaces nothing', async () => {
  const day = '2026-01-10'
  await store([makeDay(day, 'first', 1, { known: 90 })])
  await store([makeDay(day, 'second', 1000)])
  expect(await first(day)).toEqual([1000, 'second'])
  // The same prices from the better source are no change of prices.
  await store([makeDay(day, 'first', 1000)])
  expect(await first(day)).toEqual([1000, 'first'])
  expect(await store([makeDay(day, 'second', 2000)])).toEqual([])
  expect(await store([makeDay(day, 'first', 3, { known: 4 })])).toEqual([])
  expect(await first(day)).toEqual([1000, 'first'])
  expect(await versions()).toHaveLength(5)
})

test('two writers at once leave one version in use for each day', async () => {
  const days = (price: number) => ['2026-01-10', '2026-01-11'].map((day) => makeDay(day, 'first', price))
  await Promise.all([store(days(1)), store(days(2)), store(days(3))])
  const found = await versions()
  expect(found).toHaveLength(6)
  expect(found.filter(({ is_current }) => is_current)).toHaveLength(2)
})
