import { addExact, formatExact, parseExact, zero } from '@ohmstead/domain/money/exact'
import type { BalanceSeries } from '@ohmstead/savings/savings-model'
import { makeBalance } from '@ohmstead/savings/testing/made-balance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import { closeDays } from '../telemetry/close-days.ts'
import { finishEnergy } from '../telemetry/finish-energy.ts'
import { storeReadings } from '../telemetry/store-readings.ts'

// It is noon of 1 June 2026 in UTC; the home has panels and a battery and is read since the last days of April.

const since = Date.parse('2026-04-28T00:00:00+02:00')
const until = Date.parse('2026-06-01T00:00:00+02:00')
const may = { from: Date.parse('2026-05-01T00:00:00+02:00'), to: until }
const month = 2_592_000

let server: TestServer
const clients: Record<'owner' | 'viewer' | 'stranger', TestClient> = {} as never
let homeId: number
let flatId: number
let controllerId: number
let company: { companyId: number; rootGroupId: number }

beforeAll(async () => {
  server = await startTestServer({ settings: { logLevel: 'error' } })
  const { db } = server
  company = await insertCompany(db, 'Sonce')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  const home = { companyId: company.companyId, locationGroupId: company.rootGroupId, ownerId }
  homeId = await insertLocation(db, home)
  flatId = await insertLocation(db, home)
  await shareLocation(db, viewerId, homeId)
  const sell = { hasExportPrice: true, sell: { kind: 'fixed' as const, t0: '0.04', t1: null, t2: null } }
  const listId = await insertPriceList(db, company, sell)
  const planId = await insertRatePlan(db, company, [
    { priceListId: listId, validFrom: '2026-01-01', validTo: null },
  ])
  for (const locationId of [homeId, flatId])
    await db.run(
      sql`insert into location_pricing (location_id, rate_plan_id, updated_at) values (${locationId}, ${planId}, now())`,
    )
  const devices = [
    { key: 'grid', category: 'GRID' },
    { key: 'pv', category: 'SOLAR_POWER_PLANT' },
    { key: 'bat', category: 'BATTERY' },
  ]
  controllerId = (await insertController(db, homeId, devices)).controllerId
  await store(homeId, controllerId, makeBalance(since, until, { isControlled: true }))
  for (const name of ['owner', 'viewer', 'stranger'] as const) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
}, 60_000)
afterAll(() => server.stop())

/** The balance as registers that are read every five minutes. */
async function store(locationId: number, from: number, balance: BalanceSeries): Promise<void> {
  const rows = {
    'grid/energy_import': balance.importMilliWh,
    'grid/energy_export': balance.exportMilliWh!,
    'pv/energy_production': balance.productionMilliWh!,
    'bat/energy_charge': balance.chargeMilliWh!,
    'bat/energy_discharge': balance.dischargeMilliWh!,
  }
  const registers = Object.fromEntries(Object.keys(rows).map((key) => [key, 1e9]))
  const count = balance.importMilliWh.length * 3
  const samples = Array.from({ length: count + 1 }, (_, at) => {
    const quarter = Math.floor((at - 1) / 3)
    if (at > 0 && at % 3 === 0)
      for (const [key, row] of Object.entries(rows)) registers[key]! += row[quarter]!
    // Within a quarter-hour the register stands still until its end.
    const values = Object.fromEntries(
      Object.entries(registers).map(([key, milliWh]) => [key, milliWh / 1000]),
    )
    return { ts: balance.firstStartMs + at * 300_000, stepSeconds: null, values }
  })
  for (let at = 0; at < samples.length; at += 2000)
    await storeReadings(server.db, [
      { locationId, controllerId: from, devices: {}, samples: samples.slice(at, at + 2000) },
    ])
  await finishEnergy(server.db)
  await closeDays(server.db, server.clock.time)
}

const getSavings = async (query: { from: number; to: number; interval: number }, locationId = homeId) =>
  (
    await clients.owner.call('GET /locations/:locationId/data/energy/savings', {
      params: { locationId },
      query,
    })
  ).data

const addUp = (amounts: readonly (string | null)[]) =>
  formatExact(amounts.map((amount) => parseExact(amount!)).reduce(addExact, zero), 2)

describe('savings of a home', () => {
  test('add up to baseline − actual, and actual is the bill', async () => {
    const found = await getSavings({ ...may, interval: month })
    const { totals, months, coalitions } = found
    expect(months).toHaveLength(1)
    expect(months[0]).toMatchObject({
      ...{ month: '2026-05', isPart: false, isWorkedOut: true, quarterHours: 31 * 96, compared: 31 * 96 },
      leftOut: { grid: 0, solar: 0, battery: 0, contradictory: 0 },
    })
    expect(addUp([totals.solar, totals.battery, totals.control])).toBe(totals.saved)
    expect(addUp([totals.actual, totals.saved])).toBe(totals.baseline)
    const bill = (
      await clients.owner.call('GET /locations/:locationId/pricing/bill', {
        ...{ params: { locationId: homeId }, query: { from: '2026-05-01', to: '2026-05-31' } },
      })
    ).data.bill
    expect(totals.actual).toBe(bill.totals.payable)
    expect(found.baseline).toEqual([totals.baseline])
    expect(coalitions).toHaveLength(8)
    expect(coalitions[0]).toEqual({ parts: [], cost: totals.baseline, isSimulated: false })
    expect(found).toMatchObject({ has: { solar: true, battery: true }, since, currency: 'EUR', missing: [] })
  })

  test('are the same by day, to the rounding of the bill', async () => {
    const byMonth = await getSavings({ ...may, interval: month })
    const byDay = await getSavings({ ...may, interval: 0 })
    expect(byDay).toMatchObject({ interval: 86_400, totals: byMonth.totals })
    expect(byDay.ts).toHaveLength(31)
    for (const [at, baseline] of byDay.baseline.entries()) {
      const parts = [byDay.solar[at]!, byDay.battery[at]!, byDay.control[at]!, byDay.actual[at]!]
      expect(formatExact(parts.map(parseExact).reduce(addExact, zero), 6)).toBe(baseline)
    }
  })

  test('of a month that is stored follow late readings and new prices', async () => {
    const first = await getSavings({ ...may, interval: month })
    const stored = () =>
      server.db.row<{ fingerprint: string }>(sql`
      select fingerprint from location_saving where location_id = ${homeId} and month = '2026-05'`)
    const before = (await stored())!.fingerprint
    expect(await getSavings({ ...may, interval: month })).toEqual(first)
    await server.db.run(sql`
      update price_list set terms = jsonb_set(terms, '{buy,t0}', '"0.2"'), version = version + 1`)
    const dearer = await getSavings({ ...may, interval: month })
    expect(Number(dearer.totals.baseline)).toBeGreaterThan(Number(first.totals.baseline) * 1.4)
    expect((await stored())!.fingerprint).not.toBe(before)
    await server.db.run(sql`
      update price_list set terms = jsonb_set(terms, '{buy,t0}', '"0.12"'), version = version + 1`)
    expect(await getSavings({ ...may, interval: month })).toEqual(first)
    // A day of production is taken back: it is left out at once, before its day is summed up again as well.
    const [day, next] = [Date.parse('2026-05-12T00:00:00+02:00'), Date.parse('2026-05-13T00:00:00+02:00')]
    await server.db.run(sql`
      delete from energy_hour where location_id = ${homeId} and hour >= ${new Date(day)} and hour < ${new Date(next)}
        and series_id = (select id from series where location_id = ${homeId} and metric = 'energy_production')`)
    await server.db.run(
      sql`update telemetry_state set closed_until = ${new Date(day)} where location_id = ${homeId}`,
    )
    for (const isClosed of [false, true]) {
      if (isClosed) await closeDays(server.db, server.clock.time)
      const [late] = (await getSavings({ ...may, interval: month })).months
      expect(late).toMatchObject({ compared: 30 * 96, leftOut: { solar: 96 }, isProvisional: false })
    }
  })

  test('of the month so far are a part of it, and of days to come nothing', async () => {
    const { months, totals } = await getSavings({ ...may, to: may.to + 30 * 86_400_000, interval: month })
    expect(months.map((one) => [one.month, one.isPart])).toEqual([
      ['2026-05', false],
      ['2026-06', true],
    ])
    // Nothing was read in June: it is unknown and in no sum.
    expect(months[1]).toMatchObject({ saved: null, compared: 0, isProvisional: true })
    expect(totals).toEqual((await getSavings({ ...may, interval: month })).totals)
  })

  test('are unknown before readings began', async () => {
    const from = Date.parse('2026-03-01T00:00:00+01:00')
    const { months, ts, baseline } = await getSavings({ from, to: may.from, interval: month })
    expect(ts).toHaveLength(2)
    expect(baseline).toEqual([null, months[0]!.baseline])
    expect(months).toHaveLength(1)
    expect(months[0]).toMatchObject({ month: '2026-04', from: since, isPart: true, compared: 3 * 96 })
    expect(months[0]!.leftOut.grid).toBe(0)
    const before = await getSavings({ from, to: from + 86_400_000, interval: month })
    expect(before).toMatchObject({ months: [], totals: { saved: null } })
  })

  test('of a home without panels and battery are none', async () => {
    const found = await getSavings({ ...may, interval: month }, flatId)
    expect(found).toMatchObject({ has: { solar: false, battery: false }, since: null, months: [] })
    expect(found.totals.saved).toBeNull()
  })

  test('are hidden from strangers and bounded', async () => {
    const refused = async (client: TestClient, changes: Partial<typeof may> & { interval?: number }) => {
      const query = { ...may, interval: month, ...changes }
      const name = 'GET /locations/:locationId/data/energy/savings'
      return (await client.call(name, { params: { locationId: homeId }, query })).error
    }
    expect(await refused(clients.stranger, {})).toMatchObject({ code: 'not_found' })
    expect(await refused(clients.viewer, {})).toBeNull()
    expect(await refused(clients.owner, { from: 0 })).toMatchObject({ fields: { from: 'range_too_long' } })
    const long = { from: may.from - 500 * 86_400_000, interval: 900 }
    expect(await refused(clients.owner, long)).toMatchObject({ fields: { interval: 'too_many_intervals' } })
  })
})

describe('what was bought for a home that is read', () => {
  const panels = {
    ...{ kind: 'solar' as const, name: 'Panels', price: '5000', subsidy: '1000', currency: 'EUR' as const },
    ...{ boughtOn: '2026-05-10', lifeYears: null },
  }
  async function paybacksOf(...bought: (Partial<Record<keyof typeof panels, unknown>> & object)[]) {
    await server.db.run(sql`delete from location_investment`)
    for (const one of bought) {
      const body = { ...panels, ...one } as typeof panels
      const params = { locationId: homeId }
      expect(
        (await clients.owner.call('POST /locations/:locationId/investments', { params, body })).status,
      ).toBe(200)
    }
    const params = { locationId: homeId }
    return (await clients.owner.call('GET /locations/:locationId/investments', { params })).data.paybacks
  }

  test('has paid back what it saved since it was bought, and of the price what was not a subsidy', async () => {
    const [payback] = await paybacksOf({})
    const since = Date.parse('2026-05-10T00:00:00+02:00')
    const { totals } = await getSavings({ from: since, to: until, interval: month })
    expect(Number(totals.solar)).toBeGreaterThan(1)
    expect(payback).toMatchObject({
      ...{ price: '4000.00', saved: totals.solar, savedSince: '2026-05-10', verdict: 'tooEarly', pace: null },
      // Of June nothing was read.
      ...{ monthsKnown: 1, monthsUnknown: 1, monthsDue: 0, isProvisional: true },
      ...{ lifeEnds: '2051-05-10', isLifeAssumed: true },
    })
    expect(payback!.share).toBeCloseTo(Number(totals.solar) / 4000, 9)
  })

  test('counts from its first reading where it was bought before', async () => {
    const [payback] = await paybacksOf({ boughtOn: '2024-01-01' })
    expect(payback).toMatchObject({ savedSince: '2026-04-28', monthsKnown: 2 })
  })

  test('is reached once it saved its price, each kind by itself', async () => {
    const found = await paybacksOf({ price: '1', subsidy: '0' }, { kind: 'battery', price: '9000' })
    expect(found.map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['solar', 'reached'],
      ['battery', 'tooEarly'],
    ])
    const { totals } = await getSavings({
      ...{ from: Date.parse('2026-05-10T00:00:00+02:00'), to: until, interval: month },
    })
    expect(found.map(({ saved }) => saved)).toEqual([totals.solar, totals.battery])
  })

  test('of one kind is one sum, and lives as long as the last of it', async () => {
    const found = await paybacksOf({}, { name: 'More panels', boughtOn: '2026-05-20', lifeYears: 10 })
    expect(found).toMatchObject([{ price: '8000.00', boughtOn: '2026-05-10', lifeEnds: '2051-05-10' }])
  })

  test('is not compared with bills in another currency, and what cannot be told apart is not', async () => {
    const found = await paybacksOf({ currency: 'CHF' }, { kind: 'other', name: 'Insulation' })
    expect(found.map(({ verdict, saved }) => [verdict, saved])).toEqual([
      ['otherCurrency', null],
      ['notSeparable', null],
    ])
  })
})

test('solar production is measured per bucket, with its quality', async () => {
  const found = (
    await clients.viewer.call('GET /locations/:locationId/data/energy/solar', {
      params: { locationId: homeId },
      query: { from: since - 86_400_000, to: since + 2 * 86_400_000, interval: 86_400 },
    })
  ).data
  expect(found).toMatchObject({ unit: 'Wh', hasSolar: true })
  expect(found.measurements.map(({ quality }) => quality)).toEqual(['missing', 'measured', 'measured'])
  expect(found.total).toBeCloseTo(
    found.measurements.reduce((sum, { value }) => sum + (value ?? 0), 0),
    6,
  )
  const none = (
    await clients.owner.call('GET /locations/:locationId/data/energy/solar', {
      params: { locationId: flatId },
      query: { ...may, interval: 86_400 },
    })
  ).data
  expect(none).toMatchObject({ hasSolar: false, total: null })
})
