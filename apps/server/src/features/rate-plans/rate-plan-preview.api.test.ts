import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { assignPlan } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let owner: TestClient
let stranger: TestClient
let homeId: number
/** A kilowatt-hour costs 0.1 and 0.2; the third list is somebody else's. */
let cheap: number
let dear: number
let foreign: number

const flat = (t0: string) => ({ buy: { kind: 'fixed' as const, t0, t1: null, t2: null } })
const of = (priceListId: number, validFrom: string, validTo: string | null): RatePlanEntry => ({
  priceListId,
  validFrom,
  validTo,
})
const ask = (client: TestClient, entries: RatePlanEntry[], locationId = homeId) =>
  client.call('POST /pricing/plans/preview', { body: { locationId, entries } })

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 11, 12) })
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const strangerId = await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  cheap = await insertPriceList(db, { userId: ownerId }, flat('0.1'))
  dear = await insertPriceList(db, { userId: ownerId }, flat('0.2'))
  foreign = await insertPriceList(db, { userId: strangerId }, flat('9'))
  const planId = await insertRatePlan(db, { userId: ownerId }, [of(cheap, '2026-01-01', null)])
  await assignPlan(db, homeId, planId)
  // 24 kWh each day.
  const deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-05-01', '2026-06-11'], () => 1)
  await db.run(
    sql`update location_pricing set abstract_device_id = ${deviceId} where location_id = ${homeId}`,
  )
  owner = server.client()
  await owner.signIn('owner@test.si')
  stranger = server.client()
  await stranger.signIn('stranger@test.si')
})
afterAll(() => server.stop())

test('last month and the days of this one cost what they would under the written entries, and nothing is stored', async () => {
  const entries = [of(cheap, '2026-01-01', '2026-05-21'), of(dear, '2026-05-22', null)]
  const { months } = (await ask(owner, entries)).data
  expect(months.map(({ month, isPart, now, draft }) => [month, isPart, now.payable, draft.payable])).toEqual([
    ['2026-05', false, '74.40', '98.40'],
    ['2026-06', true, '24.00', '48.00'],
  ])
  expect(months.map(({ isProvisional }) => isProvisional)).toEqual([false, false])
  const stored = await server.db.rows(sql`select price_list_id from rate_plan_entry`)
  expect(stored).toEqual([{ price_list_id: cheap }])
})

test('a change further back is shown on the last month that it touches', async () => {
  const entries = [
    of(cheap, '2026-01-01', '2026-02-09'),
    of(dear, '2026-02-10', '2026-03-31'),
    of(cheap, '2026-04-01', null),
  ]
  const monthsOf = async (written: RatePlanEntry[]) =>
    (await ask(owner, written)).data.months.map(({ month, now, draft }) => [
      month,
      now.payable,
      draft.payable,
    ])
  const unchanged = [
    ['2026-05', '74.40', '74.40'],
    ['2026-06', '24.00', '24.00'],
  ]
  expect(await monthsOf(entries)).toEqual([['2026-03', null, null], ...unchanged])
  expect(await monthsOf([of(cheap, '2026-02-10', null)])).toEqual([['2026-02', null, null], ...unchanged])
  expect(await monthsOf([of(cheap, '2026-01-01', null)])).toEqual(unchanged)
})

test('a gap has no cost, and says why', async () => {
  const [may, june] = (await ask(owner, [of(cheap, '2026-01-01', '2026-05-31')])).data.months
  expect(may!.draft.payable).toBe('74.40')
  expect([june!.now.payable, june!.draft.payable]).toEqual(['24.00', null])
  expect(june!.missing).toEqual([{ kind: 'noPriceList' }])
})

test('what could not be saved is not computed either', async () => {
  const both = [of(cheap, '2026-01-01', null), of(dear, '2026-05-01', null)]
  expect((await ask(owner, both)).error?.code).toBe('plan_entries_overlap')
  const early = await ask(owner, [of(cheap, '2019-01-01', null)])
  expect(early.error?.code).toBe('plan_entry_outside_list')
  const reversed = await ask(owner, [of(cheap, '2026-02-01', '2026-01-01')])
  expect(reversed.error?.fields).toEqual({ 'entries.0.validTo': 'range_reversed' })
})

test('lists and locations of others do not exist', async () => {
  const withForeign = await ask(owner, [of(foreign, '2026-01-01', null)])
  expect(withForeign.error?.fields).toEqual({ 'entries.0.priceListId': 'required' })
  expect((await ask(stranger, [of(foreign, '2026-01-01', null)])).error?.code).toBe('not_found')
})

test('on the first of a month there is only the last one', async () => {
  server.clock.time = Date.UTC(2026, 5, 1, 12)
  expect((await ask(owner, [of(cheap, '2026-01-01', null)])).data.months.map(({ month }) => month)).toEqual([
    '2026-05',
  ])
})
