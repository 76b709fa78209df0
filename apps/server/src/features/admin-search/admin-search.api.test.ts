import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { findMatches } from './find-matches.ts'
import type { SearchPlace } from './search-cursor.ts'

let server: TestServer
let admin: TestClient
let aggregator: TestClient
let sun: { companyId: number; rootGroupId: number }
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  sun = await insertCompany(db, 'Sonce d.o.o.')
  const wind = await insertCompany(db, 'Veter')
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [sun.companyId] })
  const zan = await insertUser(db, 'zan@test.si', 'ROLE_USER_BASIC', { firstName: 'Žan' })
  const tine = await insertUser(db, 'tine@test.si', 'ROLE_USER_BASIC', { firstName: 'Tine' })
  await db.run(sql`update app_user set last_name = 'Đurić' where id = ${zan}`)
  const place = async (company: typeof sun, name: string, ownerId: number) => {
    const at = { companyId: company.companyId, locationGroupId: company.rootGroupId, name, ownerId }
    ids[name] = await insertLocation(db, at)
    const devices = [
      { key: 'grid', category: 'GRID', name: 'Števec' },
      { key: 'pv', category: 'SOLAR_POWER_PLANT', name: '100% sun_roof' },
    ]
    const made = await insertController(db, ids[name], devices)
    ids[`${name} controller`] = made.controllerId
    ids[`${name} device`] = made.deviceIds[0]!
  }
  await place(sun, 'Čebelnjak', zan)
  await place(sun, 'Dom', zan)
  await place(wind, 'Čolnarna', tine)
  await db.run(sql`update controller set alias = 'Klet', info = '{"softwareVersion": "1.4.2", "ethernetIp": "10.0.0.7"}'
    where id = ${ids['Dom controller']!}`)
  admin = server.client()
  await admin.signIn('admin@test.si')
  aggregator = server.client()
  await aggregator.signIn('aggregator@test.si')
})
afterAll(() => server.stop())

const placesOf = async (client: TestClient, query: Record<string, string>) =>
  (await client.call('GET /search/locations', { query })).data.locations.map((row) => row.locationName)
const unitsOf = async (query: Record<string, string>) =>
  (await admin.call('GET /search/controllers', { query })).data.controllers.map(({ id }) => id)
const devicesOf = async (client: TestClient, query: Record<string, string>) =>
  (await client.call('GET /search/devices', { query })).data.devices.map(
    (row) => `${row.location.name}: ${row.deviceName}`,
  )

test('accents and capitals do not matter, and every word must be there in any order', async () => {
  expect(await placesOf(admin, { locationName: 'ceb' })).toEqual(['Čebelnjak'])
  expect(await placesOf(admin, { locationName: 'ČO' })).toEqual(['Čolnarna'])
  expect(await placesOf(admin, { companyName: 'o.o sonce' })).toEqual(['Čebelnjak', 'Dom'])
  const { users } = (await admin.call('GET /search/users', { query: { lastName: 'djuric' } })).data
  expect(users).toEqual([])
  const found = (await admin.call('GET /search/users', { query: { lastName: 'DURIC', firstName: 'zan' } }))
    .data
  expect(found.users.map(({ email }) => email)).toEqual(['zan@test.si'])
})

test('a single letter, and signs that mean something to the database, are looked for as they are', async () => {
  expect(await placesOf(admin, { locationName: 'm' })).toEqual(['Dom'])
  expect(await devicesOf(admin, { deviceName: '0%' })).toHaveLength(3)
  expect(await devicesOf(admin, { deviceName: 'n_r' })).toHaveLength(3)
  expect(await devicesOf(admin, { deviceName: '_' })).toHaveLength(3)
  expect(await devicesOf(admin, { deviceName: '%s' })).toHaveLength(0)
  expect(await devicesOf(admin, { deviceName: '\\' })).toHaveLength(0)
})

test('filters combine, and empty ones ask for nothing', async () => {
  expect(await placesOf(admin, { companyName: 'sonce', email: 'zan@', locationName: '' })).toEqual([
    'Čebelnjak',
    'Dom',
  ])
  expect(await placesOf(admin, { companyName: 'sonce', email: 'tine@' })).toEqual([])
  expect(await placesOf(admin, {})).toHaveLength(3)
})

test('an aggregator finds what lies in its companies, and nothing else', async () => {
  expect(await placesOf(aggregator, {})).toEqual(['Čebelnjak', 'Dom'])
  expect(await placesOf(aggregator, { locationName: 'čolnarna' })).toEqual([])
  expect(await devicesOf(aggregator, { deviceName: 'stevec' })).toEqual(['Čebelnjak: Števec', 'Dom: Števec'])
  expect(await placesOf(aggregator, { companyName: 'veter' })).toEqual([])
  for (const reader of [aggregator, admin])
    expect(await placesOf(reader, { lastName: 'đur', firstName: 'ž' })).toEqual(['Čebelnjak', 'Dom'])
  const { users } = (await aggregator.call('GET /search/users', { query: {} })).data
  expect(users.map(({ email }) => email)).not.toContain('tine@test.si')
  expect(users.map(({ email }) => email)).toContain('zan@test.si')
})

test('a controller is found by its serial with and without dashes, its versions, addresses and place', async () => {
  const unit = (await admin.call('GET /search/controllers', { query: { locationName: 'dom' } })).data
    .controllers[0]!
  expect(unit).toMatchObject({
    softwareVersion: '1.4.2',
    ethernetIp: '10.0.0.7',
    hwVersion: null,
    alias: 'Klet',
  })
  expect(await unitsOf({ unitId: unit.unitId.toLowerCase() })).toEqual([unit.id])
  expect(await unitsOf({ unitId: unit.unitId.replaceAll('-', '') })).toEqual([unit.id])
  expect(await unitsOf({ softwareVersion: '1.4', ethernetIp: '0.0.7' })).toEqual([unit.id])
})

test('a device is found by its controller and by what it is in the reader’s language', async () => {
  expect(await devicesOf(admin, { controllerAlias: 'klet' })).toHaveLength(2)
  expect(await devicesOf(admin, { categoryName: 'solar' })).toHaveLength(3)
  await server.db.run(sql`update app_user set locale = 'sl' where email = 'admin@test.si'`)
  expect(await devicesOf(admin, { categoryName: 'sončna', controllerAlias: 'klet' })).toEqual([
    'Dom: 100% sun_roof',
  ])
  expect(await devicesOf(admin, { categoryName: 'nothing' })).toEqual([])
})

test('pages lead on and back by their cursors, in both orders', async () => {
  const root = { companyId: sun.companyId, locationGroupId: sun.rootGroupId }
  for (let n = 0; n < 120; n++)
    await insertLocation(server.db, { ...root, name: `Parcela ${String(n % 100).padStart(3, '0')}` })
  for (const sort of ['name', 'newest'] as const) {
    const ask = async (more: Record<string, string>) =>
      (await admin.call('GET /search/locations', { query: { locationName: 'parcela', sort, ...more } })).data
    const first = await ask({})
    expect([first.total, first.total_is_exact, first.previous]).toEqual([120, true, null])
    const second = await ask({ after: first.next! })
    const third = await ask({ after: second.next! })
    expect([third.locations.length, third.next]).toEqual([20, null])
    const all = [first, second, third].flatMap(({ locations }) => locations.map(({ id }) => id))
    expect(new Set(all).size).toBe(120)
    expect(await ask({ before: third.previous! })).toEqual({ ...second })
    expect((await ask({ before: second.previous! })).locations).toEqual(first.locations)
    expect((await ask({ before: second.previous! })).previous).toBeNull()
  }
  await server.db.run(sql`delete from location where name like 'Parcela%'`)
})

test('of more results than are counted each page is still complete, in both orders and both ways', async () => {
  const root = { companyId: sun.companyId, locationGroupId: sun.rootGroupId }
  const made: number[] = []
  for (const name of ['Masa C', 'Masa A', 'Masa B', 'Masa D'])
    made.push(await insertLocation(server.db, { ...root, name }))
  const [c, a, b, d] = made as [number, number, number, number]
  const read = async (
    scope: number[] | null,
    sort: 'name' | 'newest',
    place: SearchPlace | null,
    back = false,
  ) => {
    const question = {
      kind: 'locations',
      scope,
      terms: { locationName: 'masa' },
      sort,
      locale: 'en',
    } as const
    const slice = { place, isBackward: back, limit: 2 }
    const { total, rows } = await findMatches(server.db, question, slice, 3)
    return [total, ...rows.map(({ id }) => id)]
  }
  const at = (id: number, key: string) => ({ id, key })
  for (const scope of [null, [sun.companyId]]) {
    expect(await read(scope, 'name', null)).toEqual([null, a, b])
    expect(await read(scope, 'name', at(b, 'masa b'))).toEqual([null, c, d])
    expect(await read(scope, 'name', at(c, 'masa c'), true)).toEqual([null, a, b])
    expect(await read(scope, 'newest', null)).toEqual([null, d, b])
    expect(await read(scope, 'newest', at(b, ''))).toEqual([null, a, c])
    expect(await read(scope, 'newest', at(a, ''), true)).toEqual([null, d, b])
  }
  await server.db.run(sql`delete from location where name like 'Masa%'`)
})

test.each(['x', 'W10', Buffer.from('[1,2,3]').toString('base64url')])(
  'a cursor that no page named is refused: %s',
  async (after) => {
    const answer = await admin.call('GET /search/users', { query: { after } })
    expect([answer.status, answer.error?.fields]).toEqual([400, { after: 'regex' }])
  },
)

test('what is renamed, moved out of sight or removed is found as it is now', async () => {
  const { db } = server
  const home = ids.Dom!
  await db.run(sql`update location set name = 'Vila' where id = ${home}`)
  expect(await unitsOf({ locationName: 'vila' })).toEqual([ids['Dom controller']])
  await db.run(sql`update controller set alias = 'Podstrešje' where id = ${ids['Dom controller']!}`)
  expect(await devicesOf(admin, { controllerAlias: 'podstresje' })).toHaveLength(2)
  await db.run(sql`update location set deletion_due_at = now() + interval '1 day' where id = ${home}`)
  expect(await unitsOf({ locationName: 'vila' })).toEqual([])
  const { data } = await admin.call('GET /search/locations', { query: { locationName: 'vila' } })
  expect(data).toMatchObject({ total: 0, locations: [] })
  expect(await devicesOf(admin, { controllerAlias: 'podstresje' })).toEqual([])
  await db.run(sql`update location set deletion_due_at = null, name = 'Dom' where id = ${home}`)
  expect(await devicesOf(admin, { controllerAlias: 'podstresje' })).toHaveLength(2)
  await db.run(sql`update device set deleted_at = now() where id = ${ids['Dom device']!}`)
  expect(await devicesOf(admin, { controllerAlias: 'podstresje' })).toHaveLength(1)
  await db.run(sql`update device set deleted_at = null where id = ${ids['Dom device']!}`)
})

test('all results are a file, in which no name is a formula, and who took it is on record', async () => {
  await server.db.run(sql`update location set name = '=1+1' where id = ${ids.Čolnarna!}`)
  const answer = await fetch(`${server.url}/api/search/locations/csv?companyName=veter`, {
    headers: { cookie: admin.cookie },
  })
  const [head, row, ...more] = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n')
  expect(answer.headers.get('content-disposition')).toContain('locations.csv')
  expect(head).toBe(
    'id,locationName,companyName,locationGroupName,email,firstName,lastName,controllers,connected',
  )
  expect(row).toContain(",'=1+1,Veter,")
  expect(more).toEqual([])
  const entry = await server.db.row(sql`
    select coalesce(after, '{}') as after from audit_log where action = 'search_exported' order by id desc`)
  expect(entry).toBeTruthy()
})
