import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import type { Role } from '@ohmstead/domain/access/role'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rawSql, sql } from '../../platform/db/sql.ts'
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
import { deleteDueAccounts } from '../account/delete-accounts.ts'
import { createTestController, type TestController } from '../link/link-test-kit.ts'
import { deleteDueLocations } from './delete-locations.ts'

const dayMs = 86_400_000
let server: TestServer
let sun: { companyId: number; rootGroupId: number }
let groupId: number
let homeId: number
const ids: Record<string, number> = {}
const clients: Record<string, TestClient> = {}

beforeAll(async () => {
  server = await startTestServer()
  sun = await insertCompany(server.db, 'Sun')
  const wind = await insertCompany(server.db, 'Wind')
  const people: [string, Role, number[]?][] = [
    ['admin', 'ROLE_SUPER_ADMIN'],
    ['aggregator', 'ROLE_AGGREGATOR', [sun.companyId]],
    ['outsider', 'ROLE_AGGREGATOR', [wind.companyId]],
    ['owner', 'ROLE_USER_BASIC'],
    ['manager', 'ROLE_USER_ADVANCED'],
    ['viewer', 'ROLE_USER'],
  ]
  for (const [name, role, companyIds = []] of people) {
    ids[name] = await insertUser(server.db, `${name}@test.si`, role, { companyIds, firstName: name })
    await signIn(name)
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  groupId = await insertGroup(server.db, sun.companyId, sun.rootGroupId, 'Street')
  homeId = await insertLocation(server.db, {
    companyId: sun.companyId,
    locationGroupId: groupId,
    ownerId: ids.owner!,
    name: 'Hidden House',
  })
  await shareLocation(server.db, ids.manager!, homeId, { edit: true, control: true, manageUsers: true })
  await shareLocation(server.db, ids.viewer!, homeId)
  await server.db.run(sql`delete from mail`)
  return async () => {
    await server.db.run(sql`delete from location_permission`)
    await server.db.run(sql`update location set owner_id = null, name = 'Earlier'`)
  }
})

async function signIn(...names: string[]) {
  for (const name of names) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
}
const params = () => ({ locationId: homeId })
const remove = (by: string) =>
  clients[by]!.call('DELETE /locations/:locationId', { params: params(), body: { confirmed: true } })
const restore = (by: string) => clients[by]!.call('POST /locations/:locationId/restore', { params: params() })
const see = async (by: string) =>
  (await clients[by]!.call('GET /locations/:locationId', { params: params() })).status
const listed = async (by: string) =>
  (await clients[by]!.call('GET /deleted-locations')).data.locations.map(({ id }) => id)
const mails = () =>
  server.db.rows<{ recipient: string; kind: string; body_text: string }>(
    sql`select recipient, kind, body_text from mail order by id`,
  )

describe('deleting a location', () => {
  test('is allowed for its owner and people who run its company, whatever others may do there', async () => {
    expect((await remove('manager')).error?.code).toBe('not_allowed')
    expect((await remove('viewer')).error?.code).toBe('not_allowed')
    expect((await remove('outsider')).error?.code).toBe('not_found')
    expect(await see('owner')).toBe(200)
    expect((await remove('owner')).data.deletion_due_at).toBe(server.clock.time + 30 * dayMs)
    expect((await remove('owner')).error?.code).toBe('not_found')
  })

  test('is refused while a controller is assigned', async () => {
    await createTestController(server.db, homeId)
    expect((await remove('owner')).error?.code).toBe('location_has_controllers')
    expect(await see('owner')).toBe(200)
  })

  test('hides it in every answer except the list of restorable locations', async () => {
    const readable = allEndpoints.filter(
      ({ method, path }) => method === 'GET' && !/^\/(live|auth\/oauth|audit-log|outbox)/.test(path),
    )
    const given: Record<string, number> = {
      companyId: sun.companyId,
      locationGroupId: sun.rootGroupId,
      locationId: homeId,
      userId: ids.owner!,
    }
    /** The answers that contain the location, of all that need no id of something inside it. */
    const tell = async (name: string) => {
      const found: string[] = []
      for (const { path } of readable) {
        const filled = path.replace(/:(\w+)/g, (match, key: string) => String(given[key] ?? match))
        if (filled.includes(':')) continue
        const text = await (await clients[name]!.request('GET', filled)).text()
        if (text.includes('Hidden House')) found.push(path)
      }
      return found
    }
    expect(await tell('owner')).toContain('/menu')
    await remove('owner')
    // One that was being linked at that moment.
    await createTestController(server.db, homeId)
    for (const name of ['owner', 'aggregator', 'admin'])
      expect(await tell(name), name).toEqual(['/deleted-locations'])
    for (const name of ['manager', 'viewer', 'outsider']) expect(await tell(name), name).toEqual([])
  })

  test('is audited, and the owner is notified by mail, including who did it', async () => {
    const timeZone = 'Pacific/Kiritimati'
    await server.db.run(sql`update location set time_zone = ${timeZone} where id = ${homeId}`)
    await remove('owner')
    expect(await mails()).toMatchObject([{ recipient: 'owner@test.si', kind: 'location_deletion' }])
    expect((await mails())[0]?.body_text).toContain('Izbrisali ste lokacijo Hidden House')
    const due = Temporal.Instant.fromEpochMilliseconds(server.clock.time + 30 * dayMs)
    const { day, month, year } = due.toZonedDateTimeISO(timeZone)
    expect((await mails())[0]?.body_text).toContain(`dokončno izbrisana ${day}. ${month}. ${year}; do takrat`)
    const { locations } = (await clients.owner!.call('GET /deleted-locations')).data
    expect(locations).toMatchObject([{ id: homeId, timezone: { name: timeZone } }])
    await restore('owner')
    await server.db.run(sql`delete from mail`)
    await remove('aggregator')
    expect((await mails())[0]?.body_text).toContain('Podjetje, ki upravlja vašo lokacijo Hidden House')
    const entry = await server.db.row(sql`
      select action, actor_id, location_id from audit_log where action like 'location_deletion%'
      order by id desc limit 1`)
    expect(entry).toEqual({
      action: 'location_deletion_requested',
      actor_id: ids.aggregator,
      location_id: homeId,
    })
  })

  test('can be undone for 30 days by the same people, and nothing is lost meanwhile', async () => {
    await remove('aggregator')
    for (const name of ['owner', 'aggregator', 'admin']) expect(await listed(name)).toContain(homeId)
    for (const name of ['manager', 'viewer', 'outsider']) {
      expect(await listed(name)).toEqual([])
      expect((await restore(name)).error?.code).toBe('not_found')
    }
    const controller = await createTestController(server.db, homeId)
    const sent = await fetch(`${server.url}/link/v1/${controller.serial}/data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ samples: [{ ts: server.clock.time, values: { 'grid/power': 900 } }] }),
    })
    expect(sent.status).toBeLessThan(300)
    server.clock.time += 30 * dayMs - 1
    await signIn(...Object.keys(clients))
    await deleteDueLocations(server.deps)
    expect((await restore('owner')).status).toBe(204)
    expect((await restore('owner')).error?.code).toBe('not_found')
    for (const name of ['owner', 'viewer']) expect(await see(name)).toBe(200)
    expect(await server.db.rows(sql`select 1 from sample where location_id = ${homeId}`)).toHaveLength(1)
    expect((await mails()).at(-1)).toMatchObject({ recipient: 'owner@test.si', kind: 'location_restored' })
  })

  test('is final after 30 days: nothing of it is left in any table', async () => {
    const zero = new Date(0)
    const controller = await createTestController(server.db, null)
    await server.db.run(sql`
      insert into energy_day (location_id, day_start, day_end, energy) values (${homeId}, ${zero}, ${zero}, '{}')`)
    await server.db.run(sql`
      insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, values, energy)
      values (${homeId}, ${controller.id}, 0, ${zero}, 0, '{}', '{}')`)
    await remove('owner')
    await server.db.run(sql`update controller set location_id = ${homeId} where id = ${controller.id}`)
    server.clock.time += 30 * dayMs
    await signIn(...Object.keys(clients))
    expect(await listed('owner')).not.toContain(homeId)
    expect((await restore('owner')).error?.code).toBe('not_found')
    await deleteDueLocations(server.deps)
    const tables = await server.db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where column_name = 'location_id' and table_schema = 'public' and table_name <> 'audit_log'`)
    expect(tables.map(({ name }) => name)).toContain('energy_day')
    for (const { name } of tables) {
      const left = await server.db.rows(sql`select 1 from ${rawSql(name)} where location_id = ${homeId}`)
      expect(left, name).toEqual([])
    }
    expect(await server.db.row(sql`select 1 from location where id = ${homeId}`)).toBeUndefined()
    expect(await server.db.row(sql`select 1 from controller where id = ${controller.id}`)).toBeUndefined()
  })

  test('does not outlive the account of its owner', async () => {
    const email = `leaver${homeId}@test.si`
    const userId = await insertUser(server.db, email, 'ROLE_USER_BASIC')
    await server.db.run(sql`update location set owner_id = ${userId} where id = ${homeId}`)
    const client = server.client()
    await client.signIn(email)
    await client.call('DELETE /locations/:locationId', { params: params(), body: { confirmed: true } })
    await server.db.run(
      sql`update app_user set deletion_due_at = ${new Date(server.clock.time)} where id = ${userId}`,
    )
    await deleteDueAccounts(server.deps)
    expect(await server.db.row(sql`select 1 from location where id = ${homeId}`)).toBeUndefined()
  })

  test('does not keep the group, which looks empty, from being deleted', async () => {
    await remove('owner')
    const emptied = await clients.aggregator!.call('DELETE /location-groups/:locationGroupId', {
      params: { locationGroupId: groupId },
    })
    expect(emptied.status).toBe(204)
    await restore('owner')
    const { location } = (await clients.owner!.call('GET /locations/:locationId', { params: params() })).data
    expect(location.location_group_id).toBe(sun.rootGroupId)
  })
})

describe('a controller', () => {
  let controller: TestController
  beforeEach(async () => {
    controller = await createTestController(server.db, homeId)
  })
  const at = () => ({ params: { ...params(), controllerId: controller.id } })
  const ways = {
    removed: (client: TestClient) =>
      client.call('DELETE /locations/:locationId/controllers/:controllerId', at()),
    renewed: (client: TestClient) =>
      client.call('POST /locations/:locationId/controllers/:controllerId/credentials', at()),
  }
  const actAs = (userId: number) => clients.admin!.call('POST /auth/impersonate', { body: { userId } })

  test.each(['removed', 'renewed'] as const)(
    'that is %s by somebody else is reported to the owner by mail',
    async (way) => {
      expect((await ways[way](clients.manager!)).status).toBeLessThan(300)
      expect(await mails()).toMatchObject([{ recipient: 'owner@test.si', kind: `controller_${way}` }])
      expect((await mails())[0]?.body_text).toContain(controller.serial)
    },
  )

  test.each(['removed', 'renewed'] as const)(
    'that is %s by the owner is not, unless a super admin impersonates the owner',
    async (way) => {
      expect((await ways[way](clients.owner!)).status).toBeLessThan(300)
      expect(await mails()).toEqual([])
      controller = await createTestController(server.db, homeId)
      await actAs(ids.owner!)
      expect((await ways[way](clients.admin!)).status).toBeLessThan(300)
      expect(await mails()).toMatchObject([{ recipient: 'owner@test.si', kind: `controller_${way}` }])
      await clients.admin!.call('POST /auth/unimpersonate')
    },
  )
})

test('before a location is deleted one reads what goes with it, and what has to go first', async () => {
  const { db } = server
  const ask = async (by: string) =>
    (await clients[by]!.call('GET /locations/:locationId/deletion', { params: params() })).data.deletion
  expect(await ask('owner')).toMatchObject({
    controllers: [],
    measured_since: null,
    takes: { users: 2, devices: 0 },
  })
  const unit = await insertController(db, homeId, [{ key: 'grid', category: 'GRID' }])
  await db.run(sql`insert into energy_day (location_id, day_start, day_end, energy)
    values (${homeId}, '2025-03-01T00:00:00Z', '2025-03-02T00:00:00Z', '{}')`)
  const { controllers, measured_since, takes } = await ask('aggregator')
  expect(controllers.map(({ id }) => id)).toEqual([unit.controllerId])
  expect([measured_since, takes.devices]).toEqual([Date.UTC(2025, 2, 1), 1])
  const refused = await clients.manager!.call('GET /locations/:locationId/deletion', { params: params() })
  expect(refused.status).toBe(403)
  await db.run(sql`update controller set location_id = null where id = ${unit.controllerId}`)
})
