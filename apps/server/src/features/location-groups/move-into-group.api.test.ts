import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertGroup, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let aggregator: TestClient
let owner: TestClient
let companyId: number
let rootId: number
let northId: number
let southId: number
let homeId: number
let foreignId: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  ;({ companyId, rootGroupId: rootId } = await insertCompany(db, 'Sun'))
  northId = await insertGroup(db, companyId, rootId, 'North')
  southId = await insertGroup(db, companyId, rootId, 'South')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  homeId = await insertLocation(db, { companyId, locationGroupId: northId, ownerId })
  const other = await insertCompany(db, 'Moon')
  foreignId = await insertLocation(db, { companyId: other.companyId, locationGroupId: other.rootGroupId })
  await insertUser(db, 'runs@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  aggregator = server.client()
  owner = server.client()
  await aggregator.signIn('runs@test.si')
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

const move = (into: number, body: { locationIds?: number[]; groupIds?: number[] }, client = aggregator) =>
  client.call('POST /location-groups/:locationGroupId/moves', { params: { locationGroupId: into }, body })
const groupOf = async () =>
  (await server.db.row<{ id: number }>(
    sql`select location_group_id as id from location where id = ${homeId}`,
  ))!.id

test('a location and a group are moved together, which is written down', async () => {
  const lowerId = await insertGroup(server.db, companyId, rootId, 'Lower')
  expect((await move(southId, { locationIds: [homeId], groupIds: [lowerId] })).status).toBe(204)
  expect(await groupOf()).toBe(southId)
  const written = await server.db.rows(
    sql`select before, after from audit_log where action = 'location_changed'`,
  )
  expect(written).toEqual([{ before: { locationGroupId: northId }, after: { locationGroupId: southId } }])
})

test('what is in the group already is refused, and nothing is moved', async () => {
  expect((await move(southId, { locationIds: [homeId], groupIds: [northId] })).error?.code).toBe(
    'already_in_group',
  )
  const north = await server.db.row(sql`select parent_id from location_group where id = ${northId}`)
  expect(north).toEqual({ parent_id: rootId })
})

test('no group comes to lie in itself, also not by two moves at once', async () => {
  const deepId = await insertGroup(server.db, companyId, northId, 'Deep')
  expect((await move(deepId, { groupIds: [northId] })).error?.code).toBe('group_in_itself')
  expect((await move(northId, { groupIds: [northId] })).error?.code).toBe('group_in_itself')
  const both = await Promise.all([
    move(southId, { groupIds: [northId] }),
    move(northId, { groupIds: [southId] }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('foreign locations, the root group, and people who do not run the company are refused', async () => {
  expect((await move(northId, { locationIds: [foreignId] })).error?.code).toBe('not_found')
  expect((await move(northId, { groupIds: [rootId] })).error?.code).toBe('not_found')
  expect((await move(northId, {})).error?.code).toBe('invalid_request')
  expect((await move(southId, { locationIds: [homeId] }, owner)).error?.code).toBe('not_allowed')
  await server.db.run(sql`update location set deletion_due_at = now() where id = ${homeId}`)
  expect((await move(southId, { locationIds: [homeId] })).status).toBe(404)
  await server.db.run(sql`update location set deletion_due_at = null where id = ${homeId}`)
})
