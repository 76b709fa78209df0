import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { deletePerson } from '../account/account-queries.ts'

let server: TestServer
let homeId: number
let otherHomeId: number
let planId: number
let foreignPlanId: number
let strangerPlanId: number
let ownPlanId: number
let ownerId: number
let pointId: number
let foreignPointId: number
const clients: Record<'owner' | 'viewer' | 'stranger', TestClient> = {} as never

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const ids: Record<keyof typeof clients, number> = {} as never
  for (const name of ['owner', 'viewer', 'stranger'] as const) {
    ids[name] = await insertUser(db, `${name}@test.si`, 'ROLE_USER_BASIC')
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const other = await insertCompany(db, 'Veter')
  const home = { companyId, locationGroupId: rootGroupId, ownerId: ids.owner }
  homeId = await insertLocation(db, home)
  otherHomeId = await insertLocation(db, home)
  await shareLocation(db, ids.viewer, homeId)
  const before = await insertPriceList(db, { companyId }, {}, 'Before')
  const now = await insertPriceList(db, { companyId }, {}, 'Now')
  planId = await insertRatePlan(db, { companyId }, [
    { priceListId: before, validFrom: '2025-01-01', validTo: '2025-12-31' },
    { priceListId: now, validFrom: '2026-02-01', validTo: '2026-12-31' },
  ])
  foreignPlanId = await insertRatePlan(db, { companyId: other.companyId }, [])
  strangerPlanId = await insertRatePlan(db, { userId: ids.stranger }, [])
  ownPlanId = await insertRatePlan(db, { userId: ids.owner }, [])
  ownerId = ids.owner
  pointId = await insertMeteringPoint(db, ids.owner, '4-0000001')
  foreignPointId = await insertMeteringPoint(db, ids.stranger, '4-0000002')
})
afterAll(() => server.stop())

const read = async (client: TestClient, locationId = homeId) =>
  (await client.call('GET /locations/:locationId/pricing', { params: { locationId } })).data.pricing
const setPlan = (client: TestClient, ratePlanId: number | null, version: number) =>
  client.call('PUT /locations/:locationId/pricing/plan', {
    params: { locationId: homeId },
    body: { ratePlanId, version },
  })
const setPoint = (
  client: TestClient,
  abstractDeviceId: number | null,
  version: number,
  locationId = homeId,
) =>
  client.call('PUT /locations/:locationId/pricing/metering-point', {
    params: { locationId },
    body: { abstractDeviceId, version },
  })

test('a location without a plan says so', async () => {
  expect(await read(clients.owner)).toMatchObject({
    version: 0,
    plan: null,
    entries: [],
    warning: 'noPlan',
    point: null,
  })
  const strange = await clients.stranger.call('GET /locations/:locationId/pricing', {
    params: { locationId: homeId },
  })
  expect(strange.status).toBe(404)
})

test('only a plan of its company or of the person can be given to it, and only by who may edit it', async () => {
  expect((await setPlan(clients.viewer, planId, 0)).status).toBe(403)
  expect((await setPlan(clients.stranger, strangerPlanId, 0)).status).toBe(404)
  for (const id of [foreignPlanId, strangerPlanId, 999_999])
    expect((await setPlan(clients.owner, id, 0)).status).toBe(404)
  const { pricing } = (await setPlan(clients.owner, planId, 0)).data
  expect(pricing).toMatchObject({ version: 1, plan: { id: planId }, warning: null })
  expect(pricing.entries.map(({ priceListName, phase }) => [priceListName, phase])).toEqual([
    ['Before', 'ended'],
    ['Now', 'active'],
  ])
  expect(pricing.activePriceListId).toBe(pricing.entries[1]!.priceListId)
  expect(pricing.gaps).toEqual([
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2027-01-01', to: '2027-06-01' },
  ])
})

test('of two who change it at once the second is told', async () => {
  const { version } = await read(clients.owner)
  expect((await setPlan(clients.owner, planId, version)).status).toBe(200)
  const late = await setPlan(clients.owner, null, version)
  expect(late.error?.code).toBe('edited_meanwhile')
  expect((await read(clients.owner)).plan?.id).toBe(planId)
})

test('a gap of today is a warning', async () => {
  const before = server.clock.time
  server.clock.time = Date.parse('2026-01-15T12:00:00+01:00')
  expect(await read(clients.owner)).toMatchObject({ activePriceListId: null, warning: 'noActiveList' })
  server.clock.time = before
})

test('only one’s own metering point can be joined, and with one location', async () => {
  const { version } = await read(clients.owner)
  expect((await setPoint(clients.owner, foreignPointId, version)).status).toBe(404)
  expect((await setPoint(clients.viewer, pointId, version)).status).toBe(403)
  const { pricing } = (await setPoint(clients.owner, pointId, version)).data
  expect(pricing.plan?.id).toBe(planId)
  expect(pricing.point).toMatchObject({
    origin: 'joined',
    abstractDeviceId: pointId,
    pointName: 'Šmartinska cesta 12',
    userGroup: 0,
    connectionPowerKw: 17,
    agreedPowersKw: [7.5, 8, 8, 8, 8],
    powersSetBy: 'user',
  })
  const second = await setPoint(clients.owner, pointId, 0, otherHomeId)
  expect(second.error?.code).toBe('metering_point_joined')
})

test('people with whom it is shared see the figures of the point, and not whose it is', async () => {
  const { point } = await read(clients.viewer)
  expect(point).toMatchObject({ agreedPowersKw: [7.5, 8, 8, 8, 8], abstractDeviceId: null, pointName: null })
  expect(JSON.stringify(point)).not.toContain('4-0000001')
})

test('of two who give it its first settings the second is told, too', async () => {
  const give = (ratePlanId: number | null) =>
    clients.owner.call('PUT /locations/:locationId/pricing/plan', {
      params: { locationId: otherHomeId },
      body: { ratePlanId, version: 0 },
    })
  expect((await give(ownPlanId)).data.pricing.plan?.id).toBe(ownPlanId)
  expect((await give(planId)).error?.code).toBe('edited_meanwhile')
  expect((await read(clients.owner, otherHomeId)).plan?.id).toBe(ownPlanId)
})

test('another plan changes nothing of the point, and one that it has stays whoever’s it is', async () => {
  const manualPoint = JSON.stringify({ connectionPower: 11 })
  await server.db.run(sql`
    update location_pricing set rate_plan_id = ${strangerPlanId}, manual_point = ${manualPoint}::jsonb
    where location_id = ${homeId}`)
  const { version, point } = await read(clients.owner)
  const kept = (await setPlan(clients.owner, strangerPlanId, version)).data.pricing
  expect(kept).toMatchObject({ plan: { id: strangerPlanId }, point: { abstractDeviceId: pointId } })
  const { pricing } = (await setPlan(clients.owner, planId, kept.version)).data
  expect(pricing).toMatchObject({ plan: { id: planId }, point })
  expect(
    await server.db.row(sql`
      select abstract_device_id, manual_point from location_pricing where location_id = ${homeId}`),
  ).toEqual({ abstract_device_id: pointId, manual_point: { connectionPower: 11 } })
})

test('a plan that is deleted and taken at one moment is either in use or gone', async () => {
  const id = await insertRatePlan(server.db, { userId: ownerId }, [])
  const { version } = await read(clients.owner)
  const [removed, taken] = await Promise.all([
    clients.owner.call('DELETE /pricing/plans/:planId', { params: { planId: id } }),
    setPlan(clients.owner, id, version),
  ])
  expect([
    [204, 404],
    [409, 200],
  ]).toContainEqual([removed.status, taken.status])
  expect((await read(clients.owner)).plan?.id).toBe(taken.status === 200 ? id : planId)
  if (taken.status === 200) await setPlan(clients.owner, planId, version + 1)
})

test('days are those of the location, and a list holds on its last one', async () => {
  const before = server.clock.time
  server.clock.time = Date.parse('2025-12-31T23:59:00+01:00')
  expect((await read(clients.owner)).entries.map(({ phase }) => phase)).toEqual(['active', 'coming'])
  server.clock.time = Date.parse('2026-01-01T00:00:00+01:00')
  expect(await read(clients.owner)).toMatchObject({
    entries: [{ phase: 'ended' }, { phase: 'coming' }],
    warning: 'noActiveList',
  })
  server.clock.time = before
})

test('who gave it which plan and point is in the audit log', async () => {
  const rows = await server.db.rows<{ action: string }>(sql`
    select distinct action from audit_log where location_id = ${homeId} order by action`)
  expect(rows.map(({ action }) => action)).toEqual(['location_plan_changed', 'location_point_changed'])
})

test('an entered point counts while none is joined, and again when the joined one is deleted', async () => {
  const { version } = await read(clients.owner)
  const manualPoint = {
    userGroup: 0 as const,
    consumerType: 'OTHER' as const,
    connectionPower: 11,
    agreedPowers: [3, 4, 5, 6, 7] as [number, number, number, number, number],
    limitSetBy: 'user' as const,
  }
  const written = await clients.owner.call('PUT /locations/:locationId/pricing/metering-point', {
    params: { locationId: homeId },
    body: { abstractDeviceId: pointId, manualPoint, version },
  })
  expect(written.data.pricing.point?.origin).toBe('joined')
  await server.db.run(sql`delete from abstract_device where id = ${pointId}`)
  expect((await read(clients.owner)).point).toMatchObject({
    origin: 'entered',
    isHousehold: false,
    connectionPowerKw: 11,
    agreedPowersKw: [3, 4, 5, 6, 7],
    powersSetBy: 'user',
    entered: manualPoint,
  })
  // Zeros say that none is agreed, which is known.
  await clients.owner.call('PUT /locations/:locationId/pricing/metering-point', {
    params: { locationId: homeId },
    body: {
      abstractDeviceId: null,
      manualPoint: { ...manualPoint, agreedPowers: [0, 0, 0, 0, 0] },
      version: (await read(clients.owner)).version,
    },
  })
  expect((await read(clients.owner)).point).toMatchObject({
    agreedPowersKw: [0, 0, 0, 0, 0],
    powersSetBy: null,
  })
})

test('a location whose plan goes with its owner’s account is left without one', async () => {
  const { db } = server
  const email = 'leaver@test.si'
  const leaverId = await insertUser(db, email, 'ROLE_USER_BASIC')
  await shareLocation(db, leaverId, homeId, { edit: true })
  const leaver = server.client()
  await leaver.signIn(email)
  const theirs = await insertRatePlan(db, { userId: leaverId }, [])
  const { version } = await read(leaver)
  expect((await setPlan(leaver, theirs, version)).status).toBe(200)
  await db.transaction((tx) => deletePerson(tx, leaverId, email))
  expect(await read(clients.owner)).toMatchObject({ plan: null, warning: 'noPlan' })
})
