import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import {
  insertSharingGroup,
  insertSharingKey,
  insertSharingMember,
} from '../../testing/insert-sharing-group.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

type Who = 'aggregator' | 'foreign' | 'owner' | 'admin'

let server: TestServer
const clients = {} as Record<Who, TestClient>
let groupId = 0
let listId = 0
let plantId = 0
let homeId = 0
let companyId = 0
const members = { plant: 0, home: 0 }
const month = '2026-03'

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const company = await insertCompany(db, 'Sun')
  const other = await insertCompany(db, 'Wind')
  companyId = company.companyId
  const place = { companyId, locationGroupId: company.rootGroupId }
  const aggregatorId = await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', {
    companyIds: [companyId],
  })
  await insertUser(db, 'foreign@test.si', 'ROLE_AGGREGATOR', { companyIds: [other.companyId] })
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  for (const name of ['aggregator', 'foreign', 'owner', 'admin'] as const) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
  listId = await insertPriceList(
    db,
    { companyId },
    {
      hasExportPrice: true,
      sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null },
      network: { kind: 'published' },
      taxes: { published: true, rows: [] },
    },
  )
  const planId = await insertRatePlan(db, { companyId }, [
    { priceListId: listId, validFrom: '2025-01-01', validTo: null },
  ])
  plantId = await insertLocation(db, { ...place, name: 'Plant' })
  homeId = await insertLocation(db, { ...place, name: 'Home', ownerId })
  for (const [locationId, eimm] of [
    [plantId, '4-0000001'],
    [homeId, '4-0000002'],
  ] as const) {
    const pointId = await insertMeteringPoint(db, aggregatorId, eimm)
    const isPlant = locationId === plantId
    await insertQuarterHours(
      db,
      pointId,
      ['2026-03-01', '2026-04-01'],
      isPlant ? () => 0 : livingPower,
      isPlant ? (ms) => ((ms / 3_600_000) % 24 > 8 ? 1.5 : 0) : null,
    )
    await db.run(sql`
      insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
      values (${locationId}, ${planId}, ${pointId}, now())`)
  }
  groupId = await insertSharingGroup(db, {
    ownerId: aggregatorId,
    companyId,
    scheme: 'selfSupply',
    name: 'Block',
  })
  await db.run(sql`update sharing_group set community_case = 1 where id = ${groupId}`)
  members.plant = await insertSharingMember(db, groupId, {
    name: 'Roof',
    role: 'producer',
    locationId: plantId,
  })
  members.home = await insertSharingMember(db, groupId, {
    name: 'Flat',
    role: 'receiver',
    locationId: homeId,
  })
  await insertSharingKey(db, groupId, { kind: 'byUse' })
})
afterAll(() => server.stop())

const params = () => ({ sharingGroupId: groupId })

async function settle(client = clients.aggregator) {
  const answer = await client.call('POST /sharing-groups/:sharingGroupId/statements', {
    params: params(),
    body: { month },
  })
  const jobId = answer.data.job.id
  const state = () => server.db.row<{ state: string }>(sql`select state from job where id = ${jobId}`)
  await vi.waitUntil(async () => !['queued', 'running'].includes((await state())!.state), { timeout: 30_000 })
  return (await state())!.state
}

const list = (client: TestClient) =>
  client.call('GET /sharing-groups/:sharingGroupId/statements', { params: params(), query: { month } })

test('what fails while statements are written leaves none of them', async () => {
  await server.db.script(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
    create trigger refuse before insert on sharing_settlement for each row execute function refuse()`)
  expect(await settle()).toBe('failed')
  expect((await list(clients.aggregator)).data).toMatchObject({ statements: [], months: [] })
  await server.db.script('drop trigger refuse on sharing_settlement; drop function refuse()')
})

test('whoever runs the company settles self-supply of its locations; the bill alone is the location’s own bill', async () => {
  expect(await settle()).toBe('done')
  const { statements, checks } = (await list(clients.aggregator)).data
  expect(statements).toHaveLength(2)
  expect(checks.filter(({ holds }) => !holds)).toEqual([])
  const home = statements.find(({ memberId }) => memberId === members.home)!
  expect(home.energies.receivedMilliWh).toBeGreaterThan(0)
  const bill = await clients.aggregator.call('GET /locations/:locationId/pricing/bill', {
    params: { locationId: homeId },
    query: { from: '2026-03-01', to: '2026-03-31' },
  })
  expect(home.money.alone).toBe(bill.data.bill.totals.payable)
  expect(Number(home.money.benefit)).toBeGreaterThan(0)
  expect((await list(clients.foreign)).error?.code).toBe('not_found')
  expect((await list(clients.admin)).data.statements).toHaveLength(2)
})

test('the owner of a member location sees its statement only', async () => {
  const { statements, totals } = (await list(clients.owner)).data
  expect(statements.map(({ memberId }) => memberId)).toEqual([members.home])
  expect(totals).toBe(null)
  const groups = (await clients.owner.call('GET /sharing-groups')).data.groups
  expect(groups).toMatchObject([{ id: groupId, isOrganiser: false, memberCount: null, companyId: null }])
})

test('a new version of the price list, and an official reading, make the month outdated', async () => {
  expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 0 }])
  await server.db.run(sql`update price_list set version = version + 1 where id = ${listId}`)
  expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 2 }])
  expect(await settle()).toBe('done')
  const settled = (await list(clients.aggregator)).data
  expect(settled.months).toMatchObject([{ outdated: 0 }])
  // Every line names the version of the list it comes from.
  const [plant] = settled.statements
  expect(plant).toMatchObject({ version: 2, cause: ['price'] })
  expect(plant!.money).toEqual(settled.statements[1]!.money)
  await server.db.run(sql`
    update quarter_hour_day set version = 2 where day = '2026-03-05' and is_current and device_id = (
      select abstract_device_id from location_pricing where location_id = ${homeId})`)
  expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 2 }])
})

test('feed-in that only the controller measures makes months outdated where it is corrected', async () => {
  await server.db.run(sql`
    insert into series (location_id, id, controller_id, device_key, metric, source, sign)
    values (${homeId}, 2, 1, 'grid', 'energy_export', 'counter', 1)`)
  await settle()
  expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 0 }])
  await server.db.run(sql`
    insert into energy_hour (location_id, series_id, hour, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, total, complete)
    values (${homeId}, 2, '2026-03-15 10:00Z', 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 108, 4095)`)
  expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 2 }])
  await server.db.run(sql`delete from energy_hour where location_id = ${homeId}`)
})

test('readings of the controller count where the official meter has none, and a correction of them is noticed', async () => {
  await settle()
  await server.db.run(
    sql`update location_pricing set abstract_device_id = null, manual_point = ${JSON.stringify({
      ...{ userGroup: 0, consumerType: 'RESIDENTIAL', connectionPower: 17, agreedPowers: [5, 6, 6, 6, 6] },
    })}::jsonb where location_id = ${homeId}`,
  )
  await server.db.run(sql`
    insert into series (location_id, id, controller_id, device_key, metric, source, sign)
    values (${homeId}, 1, 1, 'grid', 'energy_import', 'counter', 1)`)
  await server.db.run(sql`
    insert into energy_hour (location_id, series_id, hour, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, total, complete)
    select ${homeId}, 1, hour, 9000, 9000, 9000, 9000, 9000, 9000, 9000, 9000, 9000, 9000, 9000, 9000, 108000, 4095
    from generate_series('2026-03-01 00:00Z'::timestamptz, '2026-03-31 23:00Z', '1 hour') as hour`)
  expect(await settle()).toBe('done')
  const home = (await list(clients.aggregator)).data.statements.find(
    ({ memberId, replacedBy }) => memberId === members.home && replacedBy === null,
  )!
  // Nine watt-hours in five minutes, on a month with a change of the clock.
  expect(home.energies.importMilliWh).toBeGreaterThan(0.9 * 743 * 108_000)
  expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 0 }])
  await server.db.run(sql`
    update energy_hour set s0 = 9001, s1 = 8999 where location_id = ${homeId} and hour = '2026-03-15 10:00Z'`)
  expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 2 }])
  // Also where only what was estimated, or one part of an hour for another, has changed.
  for (const change of ['estimated = 4', 's4 = 9010, s5 = 8990', 's11 = 9003, s10 = 8997']) {
    expect(await settle()).toBe('done')
    expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 0 }])
    await server.db.script(
      `update energy_hour set ${change} where location_id = ${homeId} and hour = '2026-03-16 10:00Z'`,
    )
    expect((await list(clients.aggregator)).data.months).toMatchObject([{ outdated: 2 }])
  }
})
