import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { marketDay, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { assignPlan, oneTariff, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { storeSpotDays } from '../spot-market/store-spot-days.ts'

let server: TestServer
let owner: TestClient
let stranger: TestClient
let homeId: number
let ownerId: number

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 10, 12) })
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  owner = server.client()
  await owner.signIn('owner@test.si')
  stranger = server.client()
  await stranger.signIn('stranger@test.si')
})
afterAll(() => server.stop())

const terms: PriceListTerms = {
  ...oneTariff,
  isMultiTariff: true,
  buy: { kind: 'fixed', t0: null, t1: '0.2', t2: '0.1' },
  buyFeePerKwh: '0.01',
  hasExportPrice: true,
  sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null },
  taxes: {
    published: false,
    rows: [{ name: 'VAT', kind: 'vat', rate: '22', validFrom: '2020-01-01', validTo: null }],
  },
}

async function ask(
  client: TestClient,
  more: Partial<{
    day: string
    locationId: number | null
    replaces: number | null
    terms: PriceListTerms
  }> = {},
) {
  const body = { countryCode: 'SI', terms, day: '2026-06-10', locationId: null, replaces: null, ...more }
  return client.call('POST /pricing/price-lists/preview', { body })
}

test('a day has the price of every quarter-hour, part by part', async () => {
  const { preview } = (await ask(owner)).data
  expect([preview.currency, preview.timeZone, preview.starts.length]).toEqual(['EUR', 'Europe/Ljubljana', 96])
  // (0.1 + 0.01) and (0.2 + 0.01), with VAT: at 05:45 and at 06:00.
  expect(preview.importPrice[23]).toBeCloseTo(0.1342, 10)
  expect(preview.importPrice[24]).toBeCloseTo(0.2562, 10)
  expect(preview.exportPrice[24]).toBeCloseTo(0.05, 10)
  const parts = preview.parts.map(({ part }) => part)
  expect(parts).toEqual(expect.arrayContaining(['energy', 'fees', 'vat']))
  const sums = preview.starts.map((_, at) => preview.parts.reduce((sum, { rates }) => sum + rates[at]!, 0))
  for (const [at, sum] of sums.entries()) expect(sum).toBeCloseTo(preview.importPrice[at]!, 10)
  expect(preview.lastMonth).toBeNull()
})

test('days of the clock change have 92 and 100 quarter-hours', async () => {
  expect((await ask(owner, { day: '2026-03-29' })).data.preview.starts.length).toBe(92)
  expect((await ask(owner, { day: '2026-10-25' })).data.preview.starts.length).toBe(100)
})

test('a price that is not known is null, with the reason once', async () => {
  const buy = { ...({ floor: null, hourlyCap: null, monthlyCap: null, substitute: null } as const) }
  const spot: PriceListTerms = {
    ...terms,
    buy: { kind: 'spot_market', region: 'SI', factor: '1', markup: '0', ...buy },
  }
  const { preview } = (await ask(owner, { terms: spot })).data
  expect(new Set(preview.importPrice)).toEqual(new Set([null]))
  expect(preview.missing).toEqual([{ kind: 'noSpotPrice', region: 'SI' }])
})

test('a location’s last month is compared under its plan and under the draft', async () => {
  const list = (
    await owner.call('POST /pricing/price-lists', {
      body: { ...writtenList, terms: oneTariff, companyId: null, supplyOfferId: null },
    })
  ).data.priceList
  const entries = [{ priceListId: list.id, validFrom: '2026-01-01', validTo: null }]
  const { ratePlan } = (
    await owner.call('POST /pricing/plans', { body: { name: 'P', entries, companyId: null } })
  ).data
  await assignPlan(server.db, homeId, ratePlan.id)
  const { preview } = (await ask(owner, { locationId: homeId })).data
  expect(preview.lastMonth).toMatchObject({ month: '2026-05', nowCurrency: 'EUR', isProvisional: true })
  const withFee = { ...oneTariff, monthlyFees: [{ name: 'Base', amount: '1.99' }] }
  const replaced = (await ask(owner, { locationId: homeId, terms: withFee, replaces: list.id })).data.preview
  expect(replaced.lastMonth?.month).toBe('2026-05')
})

test('a foreign location does not exist, and wrong terms are refused', async () => {
  expect((await ask(stranger, { locationId: homeId })).error?.code).toBe('not_found')
  expect((await ask(stranger, { locationId: 2_000_000 })).error?.code).toBe('not_found')
  const wrong = { ...terms, buyFeePerKwh: '1e9' }
  expect((await ask(owner, { terms: wrong })).error?.fields).toEqual({ 'terms.buyFeePerKwh': 'double' })
})

const spotPrice = {
  ...{ kind: 'spot_market' as const, region: 'AT', factor: '1', markup: '0' },
  ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
}

test('parts of a price are by the kilowatt-hour; what is fed in has its own reasons', async () => {
  const monthlyFees = [{ name: 'Base', amount: '1.99' }]
  const { preview } = (await ask(owner, { terms: { ...terms, sell: spotPrice, monthlyFees } })).data
  const fees = preview.parts.find(({ part }) => part === 'fees')!
  expect(fees.rates[0]).toBeCloseTo(0.01, 10)
  expect(preview.exportPrice[0]).toBeNull()
  expect(preview.missing).toEqual([{ kind: 'noSpotPrice', region: 'AT' }])
  const unknown = (await ask(owner, { terms: { ...terms, buy: spotPrice } })).data.preview
  expect(unknown.parts.find(({ part }) => part === 'energy')!.rates[0]).toBeNull()
})

test('a draft finds the tariff, the plan and the exchange rate that it names', async () => {
  const { db } = server
  const { id: timePlanId } = (await db.row<{ id: number }>(sql`
    insert into time_plan (title, color, created_at, updated_at) values ('T', '#aabbcc', now(), now()) returning id`))!
  const { id: blockId } = (await db.row<{ id: number }>(sql`
    insert into time_plan_block (time_plan_id, type, title, color, position)
    values (${timePlanId}, 'PRICING_NETWORK', 'B', '#aabbcc', 0) returning id`))!
  const { id: seasonId } = (await db.row<{ id: number }>(sql`
    insert into time_plan_season (time_plan_id, title, valid_from, repeats_yearly)
    values (${timePlanId}, 'S', '2020-01-01', true) returning id`))!
  await db.run(sql`
    insert into time_plan_slot (season_id, block_id, weekday, from_minute, to_minute)
    select ${seasonId}, ${blockId}, day, 0, 1440 from generate_series(1, 7) day`)
  const energy = {
    kind: 'time_of_use' as const,
    timePlanId,
    prices: [{ blockId, price: '0.03', tiers: [] }],
    substitute: null,
  }
  const prices = { energy, power: null, monthlyFee: null }
  const periods = [{ validFrom: '2026-01-01', validTo: null, prices, source: 'test' }]
  const { id: networkTariffId } = (await db.row<{ id: number }>(sql`
    insert into network_tariff (name, country_code, operator, currency, periods, created_at, updated_at)
    values ('N', 'SI', 'O', 'EUR', ${JSON.stringify(periods)}::jsonb, now(), now()) returning id`))!
  for (const network of [
    { kind: 'entered' as const, ...prices },
    { kind: 'tariff' as const, networkTariffId },
  ]) {
    const { preview } = (await ask(owner, { terms: { ...oneTariff, network } })).data
    expect(preview.importPrice[40]).toBeCloseTo(0.1499, 10)
  }
  // The market pays in euros, the list is in crowns; the last rate is weeks old.
  await db.run(sql`
    insert into exchange_rate (from_currency, to_currency, day, rate, source) values
      ('EUR', 'CZK', '2026-03-01', 25, 'ECB'), ('EUR', 'CZK', '2026-01-01', 20, 'ECB')`)
  const { startMs, quarterHours } = marketDay('2026-06-10', marketTimeZone)
  const day = { day: '2026-06-10', source: 'energy-charts', currency: 'EUR' as const, startMs, licence: null }
  const row = Int32Array.from({ length: quarterHours }, () => 10_000_000)
  const spotDay = { ...day, unitSeconds: 900 as const, prices: row, missing: 0 }
  await storeSpotDays(db, 'SI', [spotDay], { order: ['energy-charts'], now: 0 })
  const crowns: PriceListTerms = { ...oneTariff, currency: 'CZK', buy: { ...spotPrice, region: 'SI' } }
  const { preview } = (await ask(owner, { terms: crowns })).data
  expect([preview.missing, preview.importPrice[40]]).toEqual([[], 2.5])
})

test('last month is priced under the draft on the days of the list that it replaces, else on all', async () => {
  const { db } = server
  const deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-05-01', '2026-06-01'], () => 1)
  const add = async (t0: string) =>
    insertPriceList(db, { userId: ownerId }, { buy: { kind: 'fixed', t0, t1: null, t2: null } })
  const [first, second] = [await add('0.1'), await add('0.2')]
  const planId = await insertRatePlan(db, { userId: ownerId }, [
    { priceListId: first, validFrom: '2026-01-01', validTo: '2026-05-10' },
    { priceListId: second, validFrom: '2026-05-11', validTo: null },
  ])
  await assignPlan(db, homeId, planId)
  await db.run(
    sql`update location_pricing set abstract_device_id = ${deviceId} where location_id = ${homeId}`,
  )
  const draft = { ...oneTariff, buy: { kind: 'fixed' as const, t0: '1', t1: null, t2: null } }
  const lastMonth = async (replaces: number | null) => {
    const { preview } = (await ask(owner, { locationId: homeId, terms: draft, replaces })).data
    return [preview.lastMonth!.now.payable, preview.lastMonth!.draft.payable]
  }
  // Ten days and twenty-one, 24 kWh each.
  expect(await lastMonth(null)).toEqual(['124.80', '744.00'])
  expect(await lastMonth(second)).toEqual(['124.80', '528.00'])
})

test('a change of a list that has ended is shown on the last month that it prices', async () => {
  const { db } = server
  const deviceId = await insertMeteringPoint(db, ownerId, '4-0000002')
  await insertQuarterHours(db, deviceId, ['2026-03-01', '2026-06-01'], () => 1)
  const add = async (t0: string) =>
    insertPriceList(db, { userId: ownerId }, { buy: { kind: 'fixed', t0, t1: null, t2: null } })
  const [ended, present, upcoming] = [await add('0.1'), await add('0.2'), await add('0.3')]
  const planId = await insertRatePlan(db, { userId: ownerId }, [
    { priceListId: ended, validFrom: '2026-01-01', validTo: '2026-03-31' },
    { priceListId: present, validFrom: '2026-04-01', validTo: '2026-12-31' },
    { priceListId: upcoming, validFrom: '2027-01-01', validTo: null },
  ])
  await assignPlan(db, homeId, planId)
  await db.run(
    sql`update location_pricing set abstract_device_id = ${deviceId} where location_id = ${homeId}`,
  )
  const draft = { ...oneTariff, buy: { kind: 'fixed' as const, t0: '1', t1: null, t2: null } }
  const shown = async (replaces: number) => {
    const { lastMonth } = (await ask(owner, { locationId: homeId, terms: draft, replaces })).data.preview
    return [lastMonth!.month, lastMonth!.now.payable, lastMonth!.draft.payable]
  }
  // March has 743 hours, May 744, with a kilowatt-hour each.
  expect(await shown(ended)).toEqual(['2026-03', '74.30', '743.00'])
  expect(await shown(present)).toEqual(['2026-05', '148.80', '744.00'])
  expect(await shown(upcoming)).toEqual(['2026-05', '148.80', '148.80'])
})
