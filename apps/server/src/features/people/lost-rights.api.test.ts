import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

interface Flags {
  view: true
  edit: boolean
  control: boolean
  manageUsers: boolean
}
const see: Flags = { view: true, edit: false, control: false, manageUsers: false }
async function signIn(email: string) {
  const client = server.client()
  await client.signIn(email)
  return client
}
const invite = async (by: string, locationId: number, email: string, permissions: Flags) => {
  const client = await signIn(by)
  const body = { email, permissions }
  await client.call('POST /locations/:locationId/invitations', { params: { locationId }, body })
}
/** The open invitations of a location, by the address. */
const open = async (locationId: number) =>
  (
    await server.db.rows<{ email: string }>(
      sql`select email from invitation where location_id = ${locationId} and status = 'pending' order by id`,
    )
  ).map(({ email }) => email)

test('somebody who loses rights loses the open invitations that give more, and no others', async () => {
  const { db } = server
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(db, 'Sun')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const locationId = await insertLocation(db, { companyId, locationGroupId, ownerId })
  const helperId = await insertUser(db, 'helper@test.si', 'ROLE_USER_BASIC')
  await shareLocation(db, helperId, locationId, { edit: true, manageUsers: true })
  await invite('owner@test.si', locationId, 'one@guest.si', { ...see, edit: true })
  await invite('helper@test.si', locationId, 'two@guest.si', see)
  await invite('helper@test.si', locationId, 'three@guest.si', { ...see, edit: true })
  const owner = await signIn('owner@test.si')
  const grant = (body: Flags) =>
    owner.call('PUT /locations/:locationId/users/:userId', { params: { locationId, userId: helperId }, body })
  await grant({ ...see, edit: true, control: true, manageUsers: true })
  expect(await open(locationId)).toEqual(['one@guest.si', 'two@guest.si', 'three@guest.si'])
  await grant({ ...see, manageUsers: true })
  expect(await open(locationId)).toEqual(['one@guest.si', 'two@guest.si'])
  await grant(see)
  expect(await open(locationId)).toEqual(['one@guest.si'])
})

test('former company staff has no open invitations to its locations, but still those to their own', async () => {
  const { db } = server
  const [wind, rain] = [await insertCompany(db, 'Wind'), await insertCompany(db, 'Rain')]
  const bossId = await insertUser(db, 'boss@test.si', 'ROLE_AGGREGATOR', {
    companyIds: [wind.companyId, rain.companyId],
  })
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  const insert = ({ companyId, rootGroupId }: typeof wind, ownerId?: number) =>
    insertLocation(db, { companyId, locationGroupId: rootGroupId, ...(ownerId && { ownerId }) })
  const [windy, rainy, own] = [await insert(wind), await insert(rain), await insert(wind, bossId)]
  for (const locationId of [windy, rainy, own])
    await invite('boss@test.si', locationId, `guest${locationId}@guest.si`, { ...see, edit: true })
  const admin = await signIn('admin@test.si')
  const assign = (body: { role: 'ROLE_AGGREGATOR' | 'ROLE_USER_BASIC'; companyIds: number[] }) =>
    admin.call('PUT /users/:userId/role', { params: { userId: bossId }, body })
  await assign({ role: 'ROLE_AGGREGATOR', companyIds: [rain.companyId] })
  expect([await open(windy), (await open(rainy)).length, (await open(own)).length]).toEqual([[], 1, 1])
  await assign({ role: 'ROLE_USER_BASIC', companyIds: [] })
  expect([await open(rainy), (await open(own)).length]).toEqual([[], 1])
})
