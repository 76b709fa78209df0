import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertGroup, insertLocation, insertUser } from '../../testing/test-world.ts'
import { todayOf } from '../price-lists/price-list-view.ts'

let server: TestServer
let [companyId, groupId, otherCompanyId] = [0, 0, 0]
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const own = await insertCompany(db, 'Sonce')
  const other = await insertCompany(db, 'Luna')
  companyId = own.companyId
  otherCompanyId = other.companyId
  groupId = await insertGroup(db, companyId, own.rootGroupId, 'North')
  const ownerId = await insertUser(db, 'ana@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'agg@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const place = (name: string, locationGroupId: number) =>
    insertLocation(db, { companyId, locationGroupId, name, ownerId: name === 'Home' ? ownerId : null })
  const homeId = await place('Home', groupId)
  await place('Farm', own.rootGroupId)
  await insertLocation(db, { companyId: otherCompanyId, locationGroupId: other.rootGroupId, name: 'Foreign' })
  await db.run(sql`
    with list as (
      insert into price_list (company_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
      values (${companyId}, 'L', 'U', 'SI', '2020-01-01', '{}', now(), now()) returning id
    ), plan as (
      insert into rate_plan (company_id, name, created_at, updated_at) values (${companyId}, 'P', now(), now()) returning id
    ), entry as (
      insert into rate_plan_entry (rate_plan_id, price_list_id, valid_from) select plan.id, list.id, '2020-01-01' from plan, list
    )
    insert into location_pricing (location_id, rate_plan_id, updated_at) select ${homeId}, id, now() from plan`)
})
afterAll(() => server.stop())

async function ask(email: string, query: Record<string, number> = {}) {
  const client = server.client()
  await client.signIn(email)
  const { data } = await client.call('GET /pricing/setup', { query })
  const names = data.locations.map(({ name, hasActiveList }) => `${name} ${hasActiveList}`)
  return { names, total: data.total, unpriced: data.unpriced }
}

test('locations without a list come first, and only those that the caller sees', async () => {
  expect(await ask('agg@test.si')).toEqual({ names: ['Farm false', 'Home true'], total: 2, unpriced: 1 })
  expect(await ask('ana@test.si')).toEqual({ names: ['Home true'], total: 1, unpriced: 0 })
})

test('a company or a group narrows them down; a foreign one finds nothing', async () => {
  expect(await ask('agg@test.si', { companyId, locationGroupId: groupId })).toMatchObject({ total: 1 })
  expect(await ask('agg@test.si', { companyId: otherCompanyId })).toEqual({
    names: [],
    total: 0,
    unpriced: 0,
  })
})

test('a list counts on its last day, and no longer once that is over', async () => {
  const today = todayOf(server.clock.time)
  await server.db.run(sql`update rate_plan_entry set valid_to = ${today}`)
  expect(await ask('ana@test.si')).toMatchObject({ names: ['Home true'], unpriced: 0 })
  await server.db.run(sql`update rate_plan_entry set valid_to = '2020-12-31'`)
  expect(await ask('ana@test.si')).toMatchObject({ names: ['Home false'], unpriced: 1 })
})
