import type { Role } from '@ohmstead/domain/access/role'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { oneTariff } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertGroup, insertLocation, insertUser } from '../../testing/test-world.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { deleteCompany, findPeopleOfCompany, lockDoomedCompany } from './company-deletion-queries.ts'

let server: TestServer
let doomed: { companyId: number; rootGroupId: number }
let other: { companyId: number; rootGroupId: number }
const ids: Record<string, number> = {}
const clients: Record<string, TestClient> = {}

beforeAll(async () => {
  server = await startTestServer()
  other = await insertCompany(server.db, 'Wind')
  const people: [string, Role][] = [
    ['admin', 'ROLE_SUPER_ADMIN'],
    ['aggregator', 'ROLE_AGGREGATOR'],
    ['basic', 'ROLE_USER_BASIC'],
  ]
  for (const [name, role] of people) {
    ids[name] = await insertUser(server.db, `${name}@test.si`, role)
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  doomed = await insertCompany(server.db, 'Sun & Sons')
  await server.db.run(
    sql`insert into user_company (user_id, company_id) values (${ids.aggregator}, ${doomed.companyId})`,
  )
})

const params = () => ({ companyId: doomed.companyId })
const look = (by = 'admin') => clients[by]!.call('GET /companies/:companyId/deletion', { params: params() })
const remove = (name = 'Sun & Sons', by = 'admin') =>
  clients[by]!.call('DELETE /companies/:companyId', { params: params(), body: { name } })
const addHome = () => insertLocation(server.db, { ...doomed, locationGroupId: doomed.rootGroupId })
const insertUnit = async (serial: string, locationId: number | null) => {
  const batch = await server.db.row<{ id: number }>(sql`
    insert into controller_batch (company_id, source, count, created_at)
    values (${doomed.companyId}, 'number', 1, now()) returning id`)
  const row = await server.db.row<{ id: number }>(sql`
    insert into controller (unit_id, kind, location_id, stock_company_id, batch_id)
    values (${serial}, 'CONTROLLER', ${locationId}, ${doomed.companyId}, ${batch!.id}) returning id`)
  return row!.id
}
const exists = async () =>
  (await server.db.row(sql`select 1 from company where id = ${doomed.companyId}`)) !== undefined

test('only super admins learn what goes with a company, and delete it', async () => {
  for (const by of ['aggregator', 'basic']) {
    expect((await look(by)).status).toBe(403)
    expect((await remove(undefined, by)).status).toBe(403)
  }
  expect(await exists()).toBe(true)
})

test('what is in the way is counted, and refuses the deletion until it is gone', async () => {
  const homeId = await addHome()
  expect((await look()).data.deletion).toMatchObject({
    in_the_way: { locations: 1, deleted_locations: 0, stock: 0, settled_sharing: 0 },
    first_locations: [{ id: homeId, location_group_id: doomed.rootGroupId }],
    kept_until: null,
  })
  expect((await remove()).error?.code).toBe('company_in_use')
  await server.db.run(sql`update location set deletion_due_at = '2026-07-01T00:00:00Z' where id = ${homeId}`)
  expect((await look()).data.deletion).toMatchObject({
    in_the_way: { locations: 0, deleted_locations: 1 },
    kept_until: Date.UTC(2026, 6, 1),
  })
  expect((await remove()).error?.code).toBe('company_in_use')
  await server.db.run(sql`delete from location where id = ${homeId}`)
  const unitId = await insertUnit('STOCK-1', null)
  expect((await look()).data.deletion.in_the_way.stock).toBe(1)
  expect((await remove()).error?.code).toBe('company_in_use')
  await server.db.run(sql`delete from controller where id = ${unitId}`)
  expect((await remove()).status).toBe(204)
})

test('energy shared in its name that was settled is in the way', async () => {
  const group = await server.db.row<{ id: number }>(sql`
    insert into sharing_group (company_id, name, scheme, country_code, organiser, price_terms, valid_from, created_at,
      updated_at)
    values (${doomed.companyId}, 'Street', 'sharing', 'SI', '{}', '{}', '2026-01-01', now(), now()) returning id`)
  expect((await look()).data.deletion).toMatchObject({
    takes: { sharing: 1 },
    in_the_way: { settled_sharing: 0 },
  })
  await server.db.run(sql`
    with member as (insert into sharing_member (group_id, name, role, shared_share, state, valid_from, created_at, joined_at)
      values (${group!.id}, 'Ana', 'sender', '1', 'active', '2026-01-01', now(), now()) returning id)
    insert into sharing_statement (group_id, member_id, month, version, is_current, statement, terms, issued_at)
    select ${group!.id}, id, '2026-01', 1, true, '{}', '{}', now() from member`)
  expect((await look()).data.deletion).toMatchObject({
    takes: { sharing: 0 },
    in_the_way: { settled_sharing: 1 },
  })
  expect((await remove()).error?.code).toBe('company_in_use')
})

test('its pictures go with it, and the pages of everybody who ran it hear of that', async () => {
  await server.db.run(
    sql`insert into brand_image (hash, type, content, created_at) values ('h', 'png', 'x', now())`,
  )
  await server.db.run(sql`update company set logo = 'h' where id = ${doomed.companyId}`)
  expect(await findPeopleOfCompany(server.db, doomed.companyId)).toEqual([ids.aggregator])
  expect((await remove()).status).toBe(204)
  expect(await server.db.rows(sql`select hash from brand_image`)).toEqual([])
})

test('its name has to be typed', async () => {
  expect(await remove('Sun')).toMatchObject({ status: 400, error: { fields: { name: 'is_not' } } })
  expect(await exists()).toBe(true)
})

test('it goes with all that is its own, and what others have of it stays', async () => {
  const { db } = server
  const groupId = await insertGroup(db, doomed.companyId, doomed.rootGroupId, 'Street')
  await insertGroup(db, doomed.companyId, groupId, 'House')
  await db.run(sql`update app_user set company_id = ${doomed.companyId} where id = ${ids.basic}`)
  const homeId = await insertLocation(db, { ...other, locationGroupId: other.rootGroupId })
  const unitId = await insertUnit('LENT-1', homeId)
  await db.run(sql`
    insert into notice_setting (user_id, company_ids, location_group_ids)
    values (${ids.basic}, ${[doomed.companyId, other.companyId]}::int[], ${[groupId]}::int[])`)
  expect((await look()).data.deletion).toMatchObject({
    takes: { location_groups: 2, price_lists: 0 },
    leaves: { users: 1, administrators: 1, controllers: 1 },
  })
  expect((await remove(' Sun & Sons ')).status).toBe(204)
  expect(await exists()).toBe(false)
  expect(
    await db.row(sql`select location_id, stock_company_id from controller where id = ${unitId}`),
  ).toEqual({
    location_id: homeId,
    stock_company_id: null,
  })
  const setting = sql`select company_ids, location_group_ids from notice_setting where user_id = ${ids.basic}`
  expect(await db.row(setting)).toEqual({ company_ids: [other.companyId], location_group_ids: [] })
  expect((await clients.basic!.call('GET /auth/user')).status).toBe(200)
  const query = { action: 'company_deleted' } as const
  const { entries } = (await clients.admin!.call('GET /audit-log', { query })).data
  expect(entries.find(({ company }) => company?.id === doomed.companyId)?.before).toEqual({
    name: 'Sun & Sons',
  })
  expect((await look()).status).toBe(404)
})

test('a person whose own plan has a price list of the company keeps a copy of it', async () => {
  const { db } = server
  const lists = sql`
    select l.name, l.user_id from rate_plan_entry e join price_list l on l.id = e.price_list_id
    where e.rate_plan_id in (select id from rate_plan where user_id = ${ids.basic})`
  await db.run(sql`
    with list as (
      insert into price_list (company_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
      values (${doomed.companyId}, 'Day and night', 'Utility', 'SI', '2026-01-01', ${JSON.stringify(oneTariff)}::jsonb,
        now(), now()) returning id
    ), plan as (
      insert into rate_plan (user_id, name, created_at, updated_at) values (${ids.basic}, 'Mine', now(), now()) returning id
    ) insert into rate_plan_entry (rate_plan_id, price_list_id, valid_from)
      select plan.id, list.id, '2026-01-01' from plan, list`)
  expect((await remove()).status).toBe(204)
  expect(await db.rows(lists)).toEqual([{ name: 'Day and night', user_id: ids.basic }])
})

test('the platform’s own company stays', async () => {
  await server.db.run(sql`update company set is_platform = true where id = ${doomed.companyId}`)
  expect((await look()).error?.code).toBe('company_is_platform')
  expect((await remove()).error?.code).toBe('company_is_platform')
  await server.db.run(sql`update company set is_platform = false where id = ${doomed.companyId}`)
})

test('whoever deletes it while somebody adds a location is refused', async () => {
  let answer: ReturnType<typeof remove> | undefined
  await server.db.transaction(async (tx) => {
    await insertLocation(tx, { ...doomed, locationGroupId: doomed.rootGroupId })
    answer = remove()
    await waitUntilBlocked(tx)
  })
  expect((await answer)?.error?.code).toBe('company_in_use')
  expect(await exists()).toBe(true)
})

test('whoever adds a location while somebody deletes it is told that something changed', async () => {
  let answer: Promise<{ status: number }> | undefined
  await server.db.transaction(async (tx) => {
    await lockDoomedCompany(tx, doomed.companyId)
    const { companyId } = doomed
    const body = { name: 'Late', countryCode: 'SI', timezone: 'Europe/Ljubljana', companyId }
    answer = clients.admin!.call('POST /locations', { body })
    await waitUntilBlocked(tx)
    await deleteCompany(tx, companyId)
  })
  expect([404, 409]).toContain((await answer)?.status)
})
