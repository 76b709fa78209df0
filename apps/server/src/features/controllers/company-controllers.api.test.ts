import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let aggregator: TestClient
let sun: { companyId: number; rootGroupId: number }
let atHome: number
let atShop: number
let elsewhere: number
const owners: Record<string, number> = {}

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  sun = await insertCompany(db, 'Sun')
  const wind = await insertCompany(db, 'Wind')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [sun.companyId] })
  for (const name of ['Mojca', 'Peter'])
    owners[name] = await insertUser(db, `${name.toLowerCase()}@test.si`, 'ROLE_USER_BASIC', {
      firstName: name,
    })
  const place = (company: typeof sun, name: string, ownerId: number | null) =>
    insertLocation(db, {
      companyId: company.companyId,
      locationGroupId: company.rootGroupId,
      name,
      ownerId,
    })
  const home = await place(sun, 'Home', owners.Mojca!)
  const shop = await place(sun, 'Shop', null)
  const other = await place(wind, 'Other', owners.Peter!)
  atHome = (await insertController(db, home, [{ key: 'grid', category: 'GRID' }])).controllerId
  atShop = (await insertController(db, shop)).controllerId
  elsewhere = (await insertController(db, other)).controllerId
  await db.run(sql`update controller set owner_id = ${owners.Peter!}, online = true where id = ${atShop}`)
  await db.run(sql`
    insert into link_refusal (controller_id, reason, count, first_at, last_at)
    values (${atHome}, 'bad_json', 3, now(), now())`)
  aggregator = server.client()
  await aggregator.signIn('aggregator@test.si')
})
afterAll(() => server.stop())

const list = async (query: Record<string, string> = {}) =>
  (
    await aggregator.call('GET /companies/:companyId/controllers', {
      params: { companyId: sun.companyId },
      query,
    })
  ).data

test('the controllers of a company are listed with location and holder, and none of another company', async () => {
  const { controllers, total } = await list()
  expect(total).toBe(2)
  expect(
    controllers.map(({ id, location, owner, online }) => [id, location.name, owner?.first_name, online]),
  ).toEqual([
    [atHome, 'Home', 'Mojca', false],
    [atShop, 'Shop', 'Peter', true],
  ])
  expect(controllers.map(({ owner }) => owner?.is_assigned)).toEqual([false, true])
  expect(JSON.stringify(controllers)).not.toContain('hash')
})

test('they are found by serial, location and owner, and by whether they are connected', async () => {
  const [first] = (await list()).controllers
  const found = async (query: Record<string, string>) => (await list(query)).controllers.map(({ id }) => id)
  expect(await found({ search: first!.unit_id.toLowerCase() })).toEqual([atHome])
  expect(await found({ search: 'shop peter' })).toEqual([atShop])
  expect(await found({ search: 'other' })).toEqual([])
  expect(await found({ connected: 'true' })).toEqual([atShop])
  expect(await found({ connected: 'false' })).toEqual([atHome])
})

test('one controller is returned with its devices and refusals; one of another company does not exist', async () => {
  const read = (controllerId: number) =>
    aggregator.call('GET /companies/:companyId/controllers/:controllerId', {
      params: { companyId: sun.companyId, controllerId },
    })
  const { controller } = (await read(atHome)).data
  expect(controller).toMatchObject({
    location: { name: 'Home' },
    owner: { email: 'mojca@test.si' },
    devices: [{ key: 'grid', category: 'GRID' }],
    refusals: [{ reason: 'bad_json', count: 3 }],
  })
  expect((await read(elsewhere)).error?.code).toBe('not_found')
})

test('a removed controller is no longer listed', async () => {
  await server.db.run(sql`update controller set revoked_at = now() where id = ${atShop}`)
  expect((await list()).controllers.map(({ id }) => id)).toEqual([atHome])
})

test('nor is one of a location that is about to be deleted', async () => {
  await server.db.run(sql`update location set deletion_due_at = now() where name = 'Home'`)
  expect((await list()).controllers).toEqual([])
})
