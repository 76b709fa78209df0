import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { flatTerms, insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertGroup, insertLocation, insertUser } from '../../testing/test-world.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { startRepricings } from './start-repricings.ts'

let server: TestServer
let aggregator: TestClient
let companyId: number
let northId: number
let foreignPlanId: number
/** By name: two in the group North, one beside it, one of another company. */
const places = new Map<string, number>()
/** By what a kilowatt-hour costs; the last of the three ended long ago. */
const plans = new Map<string, number>()

// Half a kilowatt in all of April, 360 kWh, at the mill.
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const company = await insertCompany(db, 'Sonce')
  const other = await insertCompany(db, 'Luna')
  companyId = company.companyId
  northId = await insertGroup(db, companyId, company.rootGroupId, 'North')
  const below = await insertGroup(db, companyId, northId, 'Below')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'agg@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  for (const [name, group] of [
    ['mill', northId],
    ['barn', below],
    ['office', company.rootGroupId],
  ] as const)
    places.set(name, await insertLocation(db, { companyId, locationGroupId: group, name, ownerId }))
  places.set(
    'foreign',
    await insertLocation(db, { companyId: other.companyId, locationGroupId: other.rootGroupId }),
  )
  for (const [price, validTo] of [
    ['0.1', null],
    ['0.2', null],
    ['0.3', '2020-12-31'],
  ] as const) {
    const terms = { ...flatTerms, buy: { kind: 'fixed' as const, t0: price, t1: null, t2: null } }
    const priceListId = await insertPriceList(db, { companyId }, terms)
    plans.set(
      price,
      await insertRatePlan(db, { companyId }, [{ priceListId, validFrom: '2020-01-01', validTo }]),
    )
  }
  foreignPlanId = await insertRatePlan(db, { companyId: other.companyId }, [])
  const deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-04-01', '2026-05-01'], () => 0.5)
  await db.run(sql`
    insert into location_pricing (location_id, abstract_device_id, updated_at)
    values (${places.get('mill')!}, ${deviceId}, now())`)
  aggregator = server.client()
  await aggregator.signIn('agg@test.si')
  // The last test does it, when it has made all its changes.
  await server.deps.repricings.close()
})
afterAll(() => server.stop())

beforeEach(async () => {
  await server.db.run(sql`update location_pricing set rate_plan_id = null`)
  await server.db.run(sql`delete from repricing_due`)
})

const assign = (
  plan: string,
  body: { locationGroupId?: number; locationIds?: number[]; onlyUnpriced?: boolean } = {},
) =>
  aggregator.call('PUT /companies/:companyId/pricing/plan', {
    params: { companyId },
    body: {
      ...{ locationGroupId: null, locationIds: null, onlyUnpriced: false, ...body },
      ratePlanId: plans.get(plan)!,
    },
  })

/** The price of the plan of each location, by name. */
async function chosen() {
  const rows = await server.db.rows<{ location_id: number; rate_plan_id: number | null }>(
    sql`select location_id, rate_plan_id from location_pricing`,
  )
  return Object.fromEntries(
    [...places].map(([name, id]) => {
      const row = rows.find(({ location_id }) => location_id === id)
      return [name, priceOfPlan(row?.rate_plan_id ?? undefined)]
    }),
  )
}

test('all locations of a company get the plan, of no other; the second time nothing changes', async () => {
  const { data } = await assign('0.1')
  expect(data).toEqual({ assigned: 3 })
  expect(await chosen()).toEqual({ mill: '0.1', barn: '0.1', office: '0.1', foreign: null })
  expect((await assign('0.1')).data).toEqual({ assigned: 0 })
  const entries = await server.db.rows<{ after: object }>(sql`
    select after from audit_log where action = 'location_plans_changed' and company_id = ${companyId}`)
  expect(entries).toEqual([
    {
      after: { ratePlanId: plans.get('0.1'), assigned: 3, locationGroupId: null, onlyUnpriced: false },
    },
  ])
})

test('a group includes those below it; of chosen locations only the company’s count', async () => {
  expect((await assign('0.1', { locationGroupId: northId })).data).toEqual({ assigned: 2 })
  expect(await chosen()).toMatchObject({ mill: '0.1', barn: '0.1', office: null })
  const locationIds = [places.get('office')!, places.get('foreign')!, 999_999]
  expect((await assign('0.2', { locationIds })).data).toEqual({ assigned: 1 })
  expect(await chosen()).toEqual({ mill: '0.1', barn: '0.1', office: '0.2', foreign: null })
})

test('those with an active price list keep theirs if only those without get it', async () => {
  await assign('0.1', { locationIds: [places.get('mill')!] })
  await assign('0.3', { locationIds: [places.get('barn')!] })
  expect((await assign('0.2', { onlyUnpriced: true })).data).toEqual({ assigned: 2 })
  expect(await chosen()).toMatchObject({ mill: '0.1', barn: '0.2', office: '0.2' })
})

test('a plan of another company is not found, and another company is not', async () => {
  const body = { ratePlanId: foreignPlanId, locationGroupId: null, locationIds: null, onlyUnpriced: false }
  const call = 'PUT /companies/:companyId/pricing/plan'
  expect((await aggregator.call(call, { params: { companyId }, body })).status).toBe(404)
  const params = { companyId: companyId + 1 }
  const own = { ...body, ratePlanId: plans.get('0.1')! }
  expect((await aggregator.call(call, { params, body: own })).status).toBe(404)
  expect(await chosen()).toEqual({ mill: null, barn: null, office: null, foreign: null })
})

const priceOfPlan = (planId: number | undefined) => [...plans].find(([, id]) => id === planId)?.[0] ?? null

/** For each change that is due: its locations, with the price of the plan that they had before. */
async function findDue() {
  const rows = await server.db.rows<{ before: { location_id: number; plan: { id: number } | null }[] }>(sql`
    select change -> 'before' as before from repricing_due order by id`)
  const nameOf = (id: number) => [...places].find(([, place]) => place === id)![0]
  return rows.map(({ before }) =>
    Object.fromEntries(
      before.map(({ location_id, plan }) => [nameOf(location_id), priceOfPlan(plan?.id)] as const),
    ),
  )
}

test('a location whose plan somebody else changes at the same moment keeps it, and is not priced again', async () => {
  await assign('0.2')
  await server.db.run(sql`delete from repricing_due`)
  const answer = await server.db.transaction(async (tx) => {
    await tx.run(sql`
      update location_pricing set rate_plan_id = ${plans.get('0.3')!}, version = version + 1
      where location_id = ${places.get('mill')!}`)
    const assigned = assign('0.1')
    await waitUntilBlocked(tx)
    return { assigned }
  })
  const { data } = await answer.assigned
  // Where nobody writes at the same moment, the other one comes first and is replaced.
  expect([
    [2, '0.3', [{ barn: '0.2', office: '0.2' }]],
    [3, '0.1', [{ mill: '0.3', barn: '0.2', office: '0.2' }]],
  ]).toContainEqual([data.assigned, (await chosen()).mill, await findDue()])
})

test('a plan that is being deleted is not found', async () => {
  const planId = await insertRatePlan(server.db, { companyId }, [])
  const answer = await server.db.transaction(async (tx) => {
    await tx.run(sql`delete from rate_plan where id = ${planId}`)
    plans.set('deleted', planId)
    const assigned = assign('deleted')
    await waitUntilBlocked(tx)
    return { assigned }
  })
  expect((await answer.assigned).status).toBe(404)
  plans.delete('deleted')
})

test('months are priced again at once', async () => {
  const begin = vi.spyOn(server.deps.repricings, 'begin')
  onTestFinished(() => begin.mockRestore())
  await assign('0.1')
  expect(begin).toHaveBeenCalledOnce()
})

test('two of them in a row stay two changes, each with the plans from before it', async () => {
  await assign('0.1', { locationIds: [places.get('mill')!] })
  server.clock.time += 1
  await assign('0.2', { locationIds: [places.get('barn')!, places.get('mill')!] })
  expect(await findDue()).toEqual([{ mill: null }, { mill: '0.1', barn: null }])
})

test('months are priced again in the order of the changes, by itself and together with others', async () => {
  const locationId = places.get('mill')!
  const params = { locationId }
  const choose = async (plan: string) => {
    const { version } = (await aggregator.call('GET /locations/:locationId/pricing', { params })).data.pricing
    const body = { ratePlanId: plans.get(plan)!, version }
    const answer = await aggregator.call('PUT /locations/:locationId/pricing/plan', { params, body })
    expect(answer.status).toBe(200)
    server.clock.time += 3_600_000
  }
  await choose('0.1')
  await assign('0.2')
  server.clock.time += 3_600_000
  await choose('0.3')
  // Only the last of the changes leaves the mill without its meter.
  const { version } = (await aggregator.call('GET /locations/:locationId/pricing', { params })).data.pricing
  const point = await aggregator.call('PUT /locations/:locationId/pricing/metering-point', {
    params,
    body: { abstractDeviceId: null, version },
  })
  expect(point.status).toBe(200)
  const repricings = await startRepricings(server.deps)
  await repricings.begin()
  await vi.waitFor(
    async () => expect(await server.db.rows(sql`select id from repricing_due`)).toEqual([]),
    20_000,
  )
  await repricings.close()
  const { data } = await aggregator.call('GET /locations/:locationId/pricing/repricings', { params })
  expect(data.repricings.reverse().map(({ months }) => months.at(-1))).toEqual(
    [
      [null, '36.00'],
      ['36.00', '72.00'],
      ['72.00', null],
    ].map(([before, after]) => ({
      month: '2026-04',
      before: { amount: before, currency: 'EUR' },
      after: { amount: after, currency: 'EUR' },
    })),
  )
  const { data: barn } = await aggregator.call('GET /locations/:locationId/pricing/repricings', {
    params: { locationId: places.get('barn')! },
  })
  expect(barn.repricings).toEqual([])
})
