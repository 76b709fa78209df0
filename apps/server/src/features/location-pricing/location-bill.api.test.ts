import { addExact, formatExact, parseExact } from '@ohmstead/domain/money/exact'
import { buildSeries } from '@ohmstead/network-fee/wire/build-series'
import { bill } from '@ohmstead/pricing/bill'
import { decodeWorld } from '@ohmstead/pricing/wire/pricing-world-wire'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { insertSharingGroup, insertSharingMember } from '../../testing/insert-sharing-group.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { finishEnergy } from '../telemetry/finish-energy.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { buildPricingWorld } from './build-pricing-world.ts'

let server: TestServer
let owner: TestClient
let stranger: TestClient
let home: { companyId: number; locationGroupId: number; ownerId: number }
let joinedId: number
let deviceId: number

const multiTariff = {
  isMultiTariff: true,
  buy: { kind: 'fixed' as const, t0: null, t1: '0.1199', t2: '0.0979' },
  network: { kind: 'published' as const },
  taxes: { published: true, rows: [] },
}

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  home = { companyId, locationGroupId: rootGroupId, ownerId }
  const listId = await insertPriceList(db, { companyId }, multiTariff)
  const planId = await insertRatePlan(db, { companyId }, [
    { priceListId: listId, validFrom: '2025-01-01', validTo: null },
  ])
  deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-02-01', '2026-05-01'], livingPower)
  joinedId = await insertLocation(db, home)
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${joinedId}, ${planId}, ${deviceId}, now())`)
  owner = server.client()
  await owner.signIn('owner@test.si')
  stranger = server.client()
  await stranger.signIn('stranger@test.si')
})
afterAll(() => server.stop())

const getBill = async (locationId: number, from: string, to: string) => {
  const query = { from, to }
  return (await owner.call('GET /locations/:locationId/pricing/bill', { params: { locationId }, query })).data
}
const getWorkbook = async ({ from, to }: { from: string; to: string }) => {
  const path = `/locations/${joinedId}/pricing/bill/xlsx?from=${from}&to=${to}&locale=en`
  return new Uint8Array(await (await owner.request('GET', path)).arrayBuffer())
}
const getCosts = async (locationId: number, from: string, to: string, interval: number) =>
  (
    await owner.call('GET /locations/:locationId/pricing/costs', {
      params: { locationId },
      query: { from: Date.parse(from), to: Date.parse(to), interval },
    })
  ).data

describe('a location joined with its metering point', () => {
  // February, the month of 23 hours on a day, and April.
  test.each([
    ['2026-02-01', '2026-02-28', 'feb-2026'],
    ['2026-03-01', '2026-03-31', 'mar-2026'],
    ['2026-04-01', '2026-04-30', 'apr-2026'],
  ])('has the bill of the point to the cent, from %s to %s', async (from, to, month) => {
    const { bill, readings } = await getBill(joinedId, from, to)
    const calculated = await owner.call('POST /pricing/abstract-devices/:deviceId/calculations', {
      params: { deviceId },
      body: { from, to, vt: 0.1199, mt: 0.0979, et: null, levies: true, vat: true },
    })
    const of = calculated.data.calculations.newSystem[month]!
    expect(bill.totals.payable).toBe(of.grandTotal!.amount.toFixed(2))
    expect(bill.totals.vat).toBe(of.vat!.amount.toFixed(2))
    const sumOf = (part: string) =>
      bill.months[0]!.lines.filter((line) => line.part === part).reduce(
        (sum, { amount }) => sum + Math.round(Number(amount) * 100),
        0,
      )
    expect(sumOf('energy')).toBe(Math.round(of.energy!.amount * 100))
    expect(sumOf('networkEnergy')).toBe(Math.round(of.networkEnergy!.amount * 100))
    expect(sumOf('networkPower')).toBe(Math.round(of.networkPower!.amount * 100))
    expect(bill.quality).toMatchObject({ missing: 0, isProvisional: false })
    expect(readings).toEqual({ official: bill.quality.intervals, controller: 0, none: 0 })
  })

  test('is found from the point, by who sees both and while it has prices', async () => {
    const find = (client: TestClient) =>
      client.call('GET /pricing/abstract-devices/:deviceId/location', { params: { deviceId } })
    expect((await find(owner)).data.location).toMatchObject({ id: joinedId })
    expect((await find(stranger)).status).toBe(404)
    const { db } = server
    const row = (await db.row<{ plan: number }>(sql`
      select rate_plan_id as plan from location_pricing where location_id = ${joinedId}`))!
    const setPlan = (plan: number | null) =>
      db.run(sql`update location_pricing set rate_plan_id = ${plan} where location_id = ${joinedId}`)
    await setPlan(null)
    expect((await find(owner)).data.location).toBeNull()
    await setPlan(row.plan)
    // A location that is about to be deleted is seen by nobody.
    const setDue = (due: Date | null) =>
      db.run(sql`update location set deletion_due_at = ${due} where id = ${joinedId}`)
    await setDue(new Date('2030-01-01'))
    expect((await find(owner)).data.location).toBeNull()
    await setDue(null)
  })

  test('costs of its hours and days add up to the exact bill, over the change of the clocks', async () => {
    const { bill } = await getBill(joinedId, '2026-03-28', '2026-03-30')
    for (const [interval, count] of [
      [900, 284],
      [3600, 71],
      [86_400, 3],
    ] as const) {
      const costs = await getCosts(joinedId, '2026-03-28T00:00+01:00', '2026-03-31T00:00+02:00', interval)
      expect(costs.ts).toHaveLength(count)
      expect(costs.totals.importCost).toBe(bill.exact.payable)
      expect([costs.incomplete, costs.missing]).toEqual([[], []])
    }
  })

  test('parts of a month add up to it: its peaks and its market prices are those of the month so far', async () => {
    const exact = async (from: string, to: string) =>
      parseExact((await getBill(joinedId, from, to)).bill.exact.payable!)
    const parts = [await exact('2026-03-01', '2026-03-17'), await exact('2026-03-18', '2026-03-31')]
    expect(formatExact(addExact(parts[0]!, parts[1]!))).toBe(
      formatExact(await exact('2026-03-01', '2026-03-31')),
    )
    const day = { fromMs: Date.parse('2026-03-18T00:00+01:00'), toMs: Date.parse('2026-03-19T00:00+01:00') }
    const also = { timePlanIds: [], networkTariffIds: [], regions: ['SI'], currencies: [] }
    const { world } = await buildPricingWorld(server.db, joinedId, day, also)
    const { firstStartMs, price } = world.spot.SI!
    expect(firstStartMs).toBeLessThan(Date.parse('2026-02-28T12:00+01:00'))
    expect(firstStartMs + price.length * 900_000).toBeGreaterThan(Date.parse('2026-04-01T12:00+02:00'))
  })

  test('a month without readings is unknown and says why', async () => {
    const { bill } = await getBill(joinedId, '2026-01-01', '2026-01-31')
    expect(bill.totals.payable).toBeNull()
    expect(bill.months[0]!.missing).toContainEqual({ kind: 'noReadings' })
    expect(bill.quality.isProvisional).toBe(true)
    const costs = await getCosts(joinedId, '2026-01-01T00:00+01:00', '2026-01-03T00:00+01:00', 86_400)
    expect(costs).toMatchObject({ importCosts: [null, null], totals: { importCost: null } })
  })

  test('two years are billed in a thread of their own', async () => {
    const { bill } = await getBill(joinedId, '2025-01-01', '2026-04-30')
    expect(bill.months).toHaveLength(16)
    expect((await getBill(joinedId, '2026-04-01', '2026-04-30')).bill.months[0]).toEqual(bill.months.at(-1))
  })

  test('can be taken away as a workbook that equals it to the cent', async () => {
    const days = { from: '2026-02-01', to: '2026-04-30' }
    const { bill } = await getBill(joinedId, days.from, days.to)
    const { sheets } = await readXlsx(await getWorkbook(days))
    const rows = sheets[0]!.rows.filter((row) => row[0] instanceof Date)
    const amounts = rows.map((row) => row[6])
    expect(amounts).toEqual(
      bill.months.flatMap(({ lines, totals }) => [
        ...lines.map(({ amount }) => Number(amount)),
        ...[totals.net, totals.vat, totals.payable].map(Number),
      ]),
    )
    expect(bill.months.map(({ totals }) => Number(totals.payable))).toEqual(
      rows.filter((row) => row[1] === 'To pay').map((row) => row[6]),
    )
  })

  test('a browser makes the same bill of the world and the energies that it is sent', async () => {
    const days = { from: '2026-03-01', to: '2026-03-31' }
    const { world, energies } = (
      await owner.call('GET /locations/:locationId/pricing/world', {
        params: { locationId: joinedId },
        query: days,
      })
    ).data
    const made = bill(decodeWorld(world), buildSeries(energies), days)
    expect(made).toEqual((await getBill(joinedId, days.from, days.to)).bill)
  })

  test('a point with yearly net metering says that its bill is not the invoice', async () => {
    const april = () => getBill(joinedId, '2026-04-01', '2026-04-30')
    const before = await april()
    expect(before.caveats).toEqual([])
    const netted = (is: boolean) => sql`
      update abstract_device set portal_info = portal_info || ${JSON.stringify({ netMetering: is })}::jsonb
      where id = ${deviceId}`
    await server.db.run(netted(true))
    expect(await april()).toEqual({ ...before, caveats: ['netMetering'] })
    await server.db.run(netted(false))
  })

  test('says that energy is shared, of the days on which it is', async () => {
    const { id } = (await server.db.row<{ id: number }>(sql`select id from app_user order by id limit 1`))!
    const groupId = await insertSharingGroup(server.db, { ownerId: id })
    const member = { name: 'Home', role: 'receiver' as const, deviceId, validFrom: '2026-04-20' }
    await insertSharingMember(server.db, groupId, { ...member, validTo: '2026-05-10' })
    const caveatsOf = async (from: string, to: string) =>
      (
        await owner.call('GET /locations/:locationId/pricing/bill', {
          params: { locationId: joinedId },
          query: { from, to },
        })
      ).data.caveats
    expect(await caveatsOf('2026-04-01', '2026-04-30')).toEqual(['sharing'])
    expect(await caveatsOf('2026-04-01', '2026-04-19')).toEqual([])
    await server.db.run(sql`delete from sharing_group where id = ${groupId}`)
  })

  test('a draft in another currency finds the exchange rates into it, others are left out', async () => {
    await server.db.run(sql`
      insert into exchange_rate values ('EUR', 'CHF', '2026-03-02', 0.94, 'ECB'), ('EUR', 'CZK', '2026-03-02', 25, 'ECB')`)
    const ratesOf = async (query: { currency?: string }) => {
      const days = { from: '2026-03-01', to: '2026-03-31' }
      const answer = await owner.call('GET /locations/:locationId/pricing/world', {
        params: { locationId: joinedId },
        query: { ...days, ...query },
      })
      return answer.data.world.exchangeRates.map(({ from, to, rate }) => `${from} ${to} ${rate}`)
    }
    expect(await ratesOf({})).toEqual([])
    expect(await ratesOf({ currency: 'CHF' })).toEqual(['EUR CHF 0.94'])
    const wrong = await owner.call('GET /locations/:locationId/pricing/world', {
      params: { locationId: joinedId },
      query: { from: '2026-03-01', to: '2026-03-31', currency: 'XYZ' },
    })
    expect(wrong.status).toBe(400)
  })

  test('tells what a kilowatt-hour costs now and why, and its prices of today', async () => {
    const params = { locationId: joinedId }
    const { at, price } = (await owner.call('GET /locations/:locationId/pricing/price', { params })).data
    expect(at).toBe(Math.floor(server.clock.time / 900_000) * 900_000)
    const sum = price.import.components
      .filter(({ unit }) => unit === '/kWh')
      .reduce((total, { rate }) => total + Number(rate), 0)
    expect(Number(price.import.total)).toBeCloseTo(sum, 10)
    expect(price.import.components.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['energy', 'networkEnergy', 'levies', 'vat']),
    )
    const query = { from: at, to: at + 86_400_000 }
    const prices = (await owner.call('GET /locations/:locationId/pricing/prices', { params, query })).data
    expect(prices.importPrices).toHaveLength(96)
    expect(prices.importPrices[0]).toBeCloseTo(Number(price.import.total), 8)
    const odd = await owner.call('GET /locations/:locationId/pricing/prices', {
      params,
      query: { from: at + 1, to: at + 900_001 },
    })
    expect(odd.status).toBe(400)
    const year = { from: at, to: at + 366 * 86_400_000 }
    const long = await owner.call('GET /locations/:locationId/pricing/prices', { params, query: year })
    expect(long.data.importPrices).toHaveLength(366 * 96)
    const tooLong = { from: at, to: at + 401 * 86_400_000 }
    const refused = await owner.call('GET /locations/:locationId/pricing/prices', { params, query: tooLong })
    expect(refused.error?.fields).toEqual({ from: 'range_too_long' })
  })

  test('costs of more years than anybody has readings of are not worked out', async () => {
    const query = { from: Date.parse('1976-04-21'), to: Date.parse('2026-04-21'), interval: 0 }
    const options = { params: { locationId: joinedId }, query }
    const { error } = await owner.call('GET /locations/:locationId/pricing/costs', options)
    expect(error).toEqual({ code: 'invalid_request', fields: { from: 'range_too_long' } })
  })

  test('nobody else sees it', async () => {
    const query = { from: '2026-03-01', to: '2026-03-31' }
    const options = { params: { locationId: joinedId }, query }
    for (const part of ['bill', 'bill/xlsx', 'world', 'meter-comparison'] as const)
      expect((await stranger.call(`GET /locations/:locationId/pricing/${part}`, options)).status).toBe(404)
    const price = await stranger.call('GET /locations/:locationId/pricing/price', options)
    expect(price.status).toBe(404)
  })
})

test('what a company’s locations have cost in the month so far is worked out by a job', async () => {
  const { db } = server
  const before = server.clock.time
  server.clock.time = Date.parse('2026-04-21T10:07:00+02:00')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [home.companyId] })
  const aggregator = server.client()
  await aggregator.signIn('aggregator@test.si')
  const params = { companyId: home.companyId }
  const refresh = () => aggregator.call('POST /companies/:companyId/pricing/costs/refresh', { params })
  // While a job is at it, nobody starts another one.
  const other = Promise.withResolvers<void>()
  const { companyId } = home
  const running = await server.deps.jobs.run({ kind: 'month_costs', companyId }, () => other.promise)
  expect((await refresh()).data.jobId).toBe(running.id)
  other.resolve()
  await running.finished
  const started = await refresh()
  expect(started.data.jobId).toBeGreaterThan(running.id)
  const read = async () => (await aggregator.call('GET /companies/:companyId/pricing/costs', { params })).data
  await expect.poll(async () => (await read()).sums).toHaveLength(1)
  const costs = (await read()).rows
  const [from, to] = ['2026-04-01T00:00+02:00', '2026-04-21T10:00+02:00']
  const { totals } = await getCosts(joinedId, from, to, 900)
  expect(costs.find(({ locationId }) => locationId === joinedId)!.cost).toMatchObject({
    ...{ month: '2026-04', until: Date.parse(to) },
    ...totals,
  })
  expect((await owner.call('GET /companies/:companyId/pricing/costs', { params })).status).toBe(403)
  // The page of the location and the columns of the charts say the same at that moment.
  const { bill, readings } = await getBill(joinedId, '2026-04-01', '2026-04-30')
  expect(bill).toMatchObject({
    ...{ to: '2026-04-21', exact: { payable: totals.importCost } },
    quality: { intervals: 20 * 96 + 40, missing: 0 },
  })
  expect(bill.months[0]).toMatchObject({ isPart: true, to: '2026-04-21' })
  expect(readings).toEqual({ official: 20 * 96 + 40, controller: 0, none: 0 })
  const daily = await getCosts(joinedId, from, '2026-05-01T00:00+02:00', 86_400)
  expect(daily.totals).toEqual(totals)
  expect(daily.importCosts.slice(21)).toEqual(Array.from({ length: 9 }, () => null))
  server.clock.time = before
})

test('the controller’s readings fill what the official ones lack, and are marked as such', async () => {
  const { db } = server
  const locationId = await insertLocation(db, home)
  const { controllerId } = await insertController(db, locationId, [{ key: 'grid', category: 'GRID' }])
  // The official readings end with April; the controller measures from 30 April to 2 May.
  const start = Date.parse('2026-04-30T00:00:00+02:00')
  const samples = Array.from({ length: 3 * 288 + 1 }, (_, at) => ({
    ts: start + at * 300_000,
    stepSeconds: null,
    values: { 'grid/energy_import': 1_000_000 + at * 100 },
  }))
  await storeReadings(db, [{ locationId, controllerId, devices: {}, samples }])
  await finishEnergy(db)
  const listId = await insertPriceList(db, { companyId: home.companyId })
  const planId = await insertRatePlan(db, { companyId: home.companyId }, [
    { priceListId: listId, validFrom: '2026-05-02', validTo: null },
  ])
  await db.run(sql`delete from location_pricing where location_id = ${joinedId}`)
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${locationId}, ${planId}, ${deviceId}, now())`)
  const { readings } = await getBill(locationId, '2026-04-30', '2026-05-03')
  expect(readings).toEqual({ official: 96, controller: 192, none: 96 })
  // 28.8 kWh at 0.12 on the first day with a list; the day before has none.
  const costs = await getCosts(locationId, '2026-05-01T00:00+02:00', '2026-05-03T00:00+02:00', 86_400)
  expect(costs.importCosts).toEqual([null, '3.456'])
  expect(costs.missing).toEqual([{ kind: 'noPriceList' }])
  const comparison = (
    await owner.call('GET /locations/:locationId/pricing/meter-comparison', {
      params: { locationId },
      query: { from: '2026-04-29', to: '2026-05-02' },
    })
  ).data.comparison!
  expect(comparison.comparable).toBe(96)
  expect(comparison.disagreement).toMatchObject({ since: '2026-04-30', until: '2026-04-30' })
})
