import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { flatTerms, insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

let server: TestServer
let owner: TestClient
let viewer: TestClient
let homeId: number
let listId: number
let planId: number
let deviceId: number

// Half a kilowatt in every quarter-hour of March and April: 3 kWh in 24 quarter-hours, 12 kWh a day.
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  await shareLocation(db, viewerId, homeId)
  listId = await insertPriceList(db, { userId: ownerId })
  await db.run(sql`
    insert into price_list_version (price_list_id, version, name, utility, valid_from, valid_to, terms, changed_at)
    select id, 1, name, utility, valid_from, valid_to, terms, now() from price_list where id = ${listId}`)
  planId = await insertRatePlan(db, { userId: ownerId }, [
    { priceListId: listId, validFrom: '2026-03-01', validTo: null },
  ])
  deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-03-01', '2026-05-01'], () => 0.5)
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${homeId}, ${planId}, ${deviceId}, now())`)
  for (const [name, set] of [
    ['owner', (client: TestClient) => (owner = client)],
    ['viewer', (client: TestClient) => (viewer = client)],
  ] as const)
    await set(server.client()).signIn(`${name}@test.si`)
})
afterAll(() => server.stop())

const list = async (client = owner) =>
  (await client.call('GET /locations/:locationId/pricing/repricings', { params: { locationId: homeId } }))
    .data.repricings
const jobsAreDone = () =>
  vi.waitFor(async () => {
    const { jobs } = (await owner.call('GET /jobs')).data
    expect(jobs.filter(({ state }) => state !== 'done')).toEqual([])
    return jobs
  }, 20_000)
const correct = (t0: string, version: number, reason: string | null = null) =>
  owner.call('PUT /pricing/price-lists/:priceListId', {
    params: { priceListId: listId },
    body: {
      ...{ name: 'Flat', utility: 'GEN-I', countryCode: 'SI', validFrom: '2020-01-01', validTo: null },
      terms: { ...flatTerms, buy: { kind: 'fixed', t0, t1: null, t2: null } },
      reason,
      version,
    },
  })
const eur = (amount: string | null) => ({ amount, currency: 'EUR' })

test('a corrected price list prices the months again: old, new, why and by whom', async () => {
  expect((await correct('0.20', 1, 'Typed wrongly')).status).toBe(200)
  const jobs = await jobsAreDone()
  expect(jobs[0]).toMatchObject({ kind: 'repricing', done: 1, total: 1, location_id: homeId })
  const [repricing, ...more] = await list()
  expect(more).toEqual([])
  // 743 and 720 hours of half a kilowatt.
  expect(repricing).toMatchObject({
    cause: {
      kind: 'priceList',
      id: listId,
      name: 'Flat',
      versionBefore: 1,
      version: 2,
      reason: 'Typed wrongly',
    },
    changedBy: 'Ana',
    months: [
      { month: '2026-03', before: eur('44.58'), after: eur('74.30') },
      { month: '2026-04', before: eur('43.20'), after: eur('72.00') },
    ],
  })
  expect((await list(viewer))[0]!.months).toEqual(repricing!.months)
})

test('a further correction soon after is the same change, and taking it back leaves nothing', async () => {
  await correct('0.30', 2)
  await jobsAreDone()
  const [repricing, ...more] = await list()
  expect(more).toEqual([])
  expect(repricing!.cause).toMatchObject({ versionBefore: 1, version: 3, reason: 'Typed wrongly' })
  expect(repricing!.months[1]).toMatchObject({ before: eur('43.20'), after: eur('108.00') })
  await correct('0.12', 3)
  await jobsAreDone()
  expect(await list()).toEqual([])
})

test('the running month is compared as far as it has passed, as its bill is', async () => {
  const before = server.clock.time
  server.clock.time = Date.parse('2026-04-21T10:07:00+02:00')
  await correct('0.77', 4)
  await jobsAreDone()
  const params = { locationId: homeId }
  const query = { from: '2026-04-01', to: '2026-04-30' }
  const { bill } = (await owner.call('GET /locations/:locationId/pricing/bill', { params, query })).data
  // 490 hours of half a kilowatt.
  expect(bill.totals.payable).toBe('188.65')
  expect((await list())[0]!.months.at(-1)).toMatchObject({
    ...{ month: '2026-04', before: eur('29.40'), after: eur('188.65') },
  })
  await correct('0.12', 5)
  await jobsAreDone()
  expect(await list()).toEqual([])
  server.clock.time = before
})

test('a plan and a metering point that are taken away and soon given back leave nothing', async () => {
  const params = { locationId: homeId }
  const { version } = (await owner.call('GET /locations/:locationId/pricing', { params })).data.pricing
  const setPlan = (ratePlanId: number | null, from: number) =>
    owner.call('PUT /locations/:locationId/pricing/plan', { params, body: { ratePlanId, version: from } })
  const setPoint = (abstractDeviceId: number | null, from: number) =>
    owner.call('PUT /locations/:locationId/pricing/metering-point', {
      params,
      body: { abstractDeviceId, version: from },
    })
  for (const [place, [taken, given]] of [
    [() => setPlan(null, version), () => setPlan(planId, version + 1)],
    [() => setPoint(null, version + 2), () => setPoint(deviceId, version + 3)],
  ].entries()) {
    expect((await taken!()).status).toBe(200)
    await jobsAreDone()
    expect((await list())[0]!.cause.kind).toBe(place === 0 ? 'locationPlan' : 'meteringPoint')
    expect((await given!()).status).toBe(200)
    await jobsAreDone()
    expect(await list()).toEqual([])
  }
})

test('a plan whose list begins on another day prices the months again, too', async () => {
  const begin = (validFrom: string, version: number) =>
    owner.call('PUT /pricing/plans/:planId', {
      params: { planId },
      body: {
        name: 'Plan',
        entries: [{ priceListId: listId, validFrom, validTo: null }],
        reason: null,
        version,
      },
    })
  expect((await begin('2026-04-01', 1)).status).toBe(200)
  await jobsAreDone()
  expect(await list()).toMatchObject([
    {
      cause: { kind: 'ratePlan', id: planId, name: 'Plan' },
      months: [{ month: '2026-03', before: eur('44.58'), after: eur(null) }],
    },
  ])
  await begin('2026-03-01', 2)
  await jobsAreDone()
  expect(await list()).toEqual([])
})

test('another plan and another metering point of the location are changes, too', async () => {
  const pricing = async () =>
    (await owner.call('GET /locations/:locationId/pricing', { params: { locationId: homeId } })).data.pricing
  const params = { locationId: homeId }
  const { version } = await pricing()
  await owner.call('PUT /locations/:locationId/pricing/plan', { params, body: { ratePlanId: null, version } })
  await jobsAreDone()
  expect((await list())[0]).toMatchObject({
    cause: { kind: 'locationPlan', before: 'Plan', name: null },
    months: expect.arrayContaining([{ month: '2026-04', before: eur('43.20'), after: eur(null) }]),
  })
  server.clock.time += 3_600_000
  await owner.call('PUT /locations/:locationId/pricing/plan', {
    params,
    body: { ratePlanId: planId, version: version + 1 },
  })
  await jobsAreDone()
  server.clock.time += 3_600_000
  await owner.call('PUT /locations/:locationId/pricing/metering-point', {
    params,
    body: { abstractDeviceId: null, version: version + 2 },
  })
  await jobsAreDone()
  const kinds = (await list()).map(({ cause }) => cause.kind)
  expect(kinds).toEqual(['meteringPoint', 'locationPlan', 'locationPlan'])
  expect((await list())[0]!.months).toContainEqual({
    month: '2026-04',
    before: eur('43.20'),
    after: eur(null),
  })
})
