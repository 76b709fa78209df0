import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let owner: TestClient
let locationId: number

// A kilowatt all the time: the hundredth kilowatt-hour of April is used at four in the morning of the 5th.
const reachedMs = localMidnightMs('2026-04-05') + 4 * 3_600_000

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const { id: timePlanId } = (await db.row<{ id: number }>(sql`
    insert into time_plan (title, color, created_at, updated_at) values ('T', '#aabbcc', now(), now()) returning id`))!
  const { id: blockId } = (await db.row<{ id: number }>(sql`
    insert into time_plan_block (time_plan_id, type, title, color, position)
    values (${timePlanId}, 'PRICING_ENERGY', 'B', '#aabbcc', 0) returning id`))!
  const { id: seasonId } = (await db.row<{ id: number }>(sql`
    insert into time_plan_season (time_plan_id, title, valid_from, repeats_yearly)
    values (${timePlanId}, 'S', '2020-01-01', true) returning id`))!
  await db.run(sql`
    insert into time_plan_slot (season_id, block_id, weekday, from_minute, to_minute)
    select ${seasonId}, ${blockId}, day, 0, 1440 from generate_series(1, 7) day`)
  const prices = [{ blockId, price: '0.1', tiers: [{ aboveKwh: 100, value: '0.25' }] }]
  const buy = { kind: 'time_of_use' as const, timePlanId, prices, substitute: null }
  const priceListId = await insertPriceList(db, { companyId }, { buy })
  const planId = await insertRatePlan(db, { companyId }, [
    { priceListId, validFrom: '2025-01-01', validTo: null },
  ])
  const deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-03-01', '2026-04-10'], () => 1)
  locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${locationId}, ${planId}, ${deviceId}, now())`)
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

const priceAt = async (at: number) => {
  const { data } = await owner.call('GET /locations/:locationId/pricing/price', {
    params: { locationId },
    query: { at },
  })
  return data.price.import.total
}

test('the price of an instant is that of the tier the month had reached', async () => {
  expect(await priceAt(reachedMs - 900_000)).toBe('0.1')
  expect(await priceAt(reachedMs)).toBe('0.25')
  // After the last reading the tier stays, and begins anew with the month.
  expect(await priceAt(localMidnightMs('2026-04-25'))).toBe('0.25')
  expect(await priceAt(localMidnightMs('2026-05-01'))).toBe('0.1')
})

test('drawn prices rise where the tier begins', async () => {
  const query = { from: reachedMs - 1_800_000, to: reachedMs + 1_800_000 }
  const { data } = await owner.call('GET /locations/:locationId/pricing/prices', {
    params: { locationId },
    query,
  })
  expect(data.importPrices).toEqual([0.1, 0.1, 0.25, 0.25])
})
