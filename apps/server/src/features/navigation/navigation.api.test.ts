import type { MenuPlaceView } from '@ohmstead/contract/navigation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'

let server: TestServer
let sun: { companyId: number; rootGroupId: number }
let wind: { companyId: number; rootGroupId: number }
let streetId: number
let firstId: number
let foreignId: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  sun = await insertCompany(db, 'Sonce')
  wind = await insertCompany(db, 'Veter')
  streetId = await insertGroup(db, sun.companyId, sun.rootGroupId, 'Ulica')
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  const aggregatorId = await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', {
    companyIds: [sun.companyId],
  })
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  firstId = await insertLocation(db, {
    companyId: sun.companyId,
    locationGroupId: streetId,
    name: 'Hiša 1',
    ownerId,
  })
  await insertLocation(db, { companyId: sun.companyId, locationGroupId: streetId, name: 'Hiša 2' })
  foreignId = await insertLocation(db, {
    companyId: wind.companyId,
    locationGroupId: wind.rootGroupId,
    name: 'Vikend',
  })
  await shareLocation(db, aggregatorId, foreignId)
  await insertController(db, firstId, [{ key: 'grid', category: 'GRID' }])
})
afterAll(() => server.stop())

async function signedIn(email: string): Promise<TestClient> {
  const client = server.client()
  await client.signIn(email)
  return client
}
const outline = (nodes: MenuPlaceView[] = []): string[] =>
  nodes.flatMap((node) => [`${'  '.repeat(node.level)}${node.type} ${node.title}`, ...outline(node.children)])

test('an aggregator gets its own companies completely, and shared locations of others beside them', async () => {
  const { data } = await (await signedIn('aggregator@test.si')).call('GET /menu')
  expect(outline(data.structure)).toEqual([
    'company Sonce',
    '  location-group Ulica',
    '    location Hiša 1',
    '    location Hiša 2',
    'location Vikend',
  ])
  expect(data.company).toEqual({ id: sun.companyId, name: 'Sonce', rootGroup: { id: sun.rootGroupId } })
})

test('an owner gets the home and nothing above it', async () => {
  const { data } = await (await signedIn('owner@test.si')).call('GET /menu')
  expect(data.structure).toEqual([
    {
      id: firstId,
      title: 'Hiša 1',
      type: 'location',
      href: `/locations/${firstId}`,
      level: 0,
      data: { companyId: sun.companyId, locationGroupId: streetId },
    },
  ])
})

test('a super admin gets company names, and one company completely on request', async () => {
  const admin = await signedIn('admin@test.si')
  expect(outline((await admin.call('GET /menu')).data.structure)).toEqual(['company Sonce', 'company Veter'])
  const { data } = await admin.call('GET /menu/:companyId', { params: { companyId: wind.companyId } })
  expect(outline(data.structure)).toEqual(['company Veter', '  location Vikend'])
  expect(data.company.rootGroup.id).toBe(wind.rootGroupId)
})

test('the menu of a company shows only its single location to somebody with one', async () => {
  const owner = await signedIn('owner@test.si')
  const { data } = await owner.call('GET /menu/:companyId', { params: { companyId: sun.companyId } })
  expect(outline(data.structure)).toEqual(['location Hiša 1'])
  expect(
    (await owner.call('GET /menu/:companyId', { params: { companyId: wind.companyId } })).error?.code,
  ).toBe('not_found')
})

test('deleted devices are not in the tree', async () => {
  const owner = await signedIn('owner@test.si')
  await server.db.run(sql`update device set deleted_at = now() where location_id = ${firstId}`)
  expect(
    (await owner.call('GET /menu/locations/:locationId', { params: { locationId: firstId } })).data.structure,
  ).toEqual([])
  expect((await owner.call('GET /menu')).data.structure[0]?.data?.hasChildren).toBe(false)
})
