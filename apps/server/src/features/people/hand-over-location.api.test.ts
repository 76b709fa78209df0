import type { Role } from '@ohmstead/domain/access/role'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'

let server: TestServer
let sun: { companyId: number; rootGroupId: number }
let homeId: number
const ids: Record<string, number> = {}
const clients: Record<string, TestClient> = {}

beforeAll(async () => {
  server = await startTestServer()
  sun = await insertCompany(server.db, 'Sun')
  const people: [string, Role, number[]?][] = [
    ['aggregator', 'ROLE_AGGREGATOR', [sun.companyId]],
    ['owner', 'ROLE_USER_BASIC'],
    ['manager', 'ROLE_USER'],
    ['viewer', 'ROLE_USER'],
    ['neighbour', 'ROLE_USER_BASIC'],
    ['stranger', 'ROLE_USER_BASIC'],
  ]
  for (const [name, role, companyIds = []] of people) {
    ids[name] = await insertUser(server.db, `${name}@test.si`, role, { companyIds, firstName: name })
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
  const place = { companyId: sun.companyId, locationGroupId: sun.rootGroupId }
  await insertLocation(server.db, { ...place, ownerId: ids.neighbour!, name: 'Next door' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  homeId = await insertLocation(server.db, {
    companyId: sun.companyId,
    locationGroupId: sun.rootGroupId,
    ownerId: ids.owner!,
    name: 'Home',
  })
  await shareLocation(server.db, ids.manager!, homeId, { edit: true, control: true, manageUsers: true })
  await shareLocation(server.db, ids.viewer!, homeId)
  await server.db.run(sql`delete from mail`)
})

const handOver = (by: string, to: string | null, keepAccess = false) =>
  clients[by]!.call('PUT /locations/:locationId/owner', {
    params: { locationId: homeId },
    body: { userId: to === null ? null : ids[to]!, keepAccess },
  })
const see = async (name: string) =>
  (await clients[name]!.call('GET /locations/:locationId', { params: { locationId: homeId } })).status
const mails = () =>
  server.db.rows<{ recipient: string; kind: string }>(
    sql`select recipient, kind from mail order by recipient`,
  )
const lastEntry = () =>
  server.db.row<{ action: string; user_id: number; before: object; after: object }>(
    sql`select action, user_id, before, after from audit_log order by id desc limit 1`,
  )

describe('handing a location over', () => {
  test('the owner gives it to somebody it is shared with, and both are notified', async () => {
    const { controllerId } = await insertController(server.db, homeId)
    await server.db.run(sql`update controller set owner_id = ${ids.owner!} where id = ${controllerId}`)
    const { data } = await handOver('owner', 'viewer')
    expect(data.owner).toEqual({ id: ids.viewer, first_name: 'viewer', last_name: '' })
    expect([await see('owner'), await see('viewer')]).toEqual([404, 200])
    expect(await mails()).toEqual([
      { recipient: 'owner@test.si', kind: 'location_owner_taken' },
      { recipient: 'viewer@test.si', kind: 'location_owner_given' },
    ])
    expect(await lastEntry()).toEqual({
      action: 'location_owner_changed',
      user_id: ids.viewer,
      before: { ownerId: ids.owner },
      after: { ownerId: ids.viewer, keepAccess: false },
    })
    const { user } = (await clients.viewer!.call('GET /auth/user')).data
    expect(user.permissions.locations.find(({ id }) => id === homeId)).toMatchObject({ manageUsers: true })
    // If assigned to the old owner by name, it would have stayed with them.
    expect(user.controllers.map(({ id }) => id)).toContain(controllerId)
  })

  test('an old owner with access keeps all rights, and the new owner may remove them', async () => {
    expect((await handOver('owner', 'manager', true)).status).toBe(200)
    expect(await see('owner')).toBe(200)
    const removed = await clients.manager!.call('DELETE /locations/:locationId/users/:userId', {
      params: { locationId: homeId, userId: ids.owner! },
    })
    expect(removed.status).toBe(204)
    expect(await see('owner')).toBe(404)
  })

  test('invitations of an owner who leaves open nothing any more', async () => {
    await server.db.run(sql`
      insert into invitation (location_id, email, token_hash, invited_by, created_at, expires_at)
      values (${homeId}, 'friend@test.si', ${Buffer.from(`hand-over ${homeId}`)}, ${ids.owner!}, now(), now() + interval '1 year')`)
    await handOver('owner', 'viewer')
    expect(await server.db.row(sql`select status from invitation where location_id = ${homeId}`)).toEqual({
      status: 'revoked',
    })
  })

  test.each([
    ['by the owner to a stranger', 'owner', 'stranger', 'not_found'],
    ['by the owner to somebody else of the company', 'owner', 'neighbour', 'not_found'],
    ['by the owner to nobody', 'owner', null, 'not_allowed'],
    ['by who only manages its users', 'manager', 'manager', 'not_allowed'],
    ['by an aggregator to somebody outside of the company', 'aggregator', 'stranger', 'not_found'],
    ['by who may not manage its users', 'viewer', 'viewer', 'not_allowed'],
  ])('is refused %s', async (_, by, to, code) => {
    expect((await handOver(by, to)).error?.code).toBe(code)
    expect(await mails()).toEqual([])
  })

  test('an aggregator gives it to anybody of the company, or removes the owner', async () => {
    expect((await handOver('aggregator', 'neighbour')).data.owner?.id).toBe(ids.neighbour)
    expect((await handOver('aggregator', null, true)).data.owner).toBe(null)
    expect(await see('neighbour')).toBe(200)
    expect((await handOver('owner', 'viewer')).status).toBe(404)
  })

  test('to a guest who was not asked, by people who run the company, leaves their account alone', async () => {
    expect((await handOver('aggregator', 'viewer')).data.owner?.id).toBe(ids.viewer)
    const params = { userId: ids.viewer! }
    const refused = [
      await clients.aggregator!.call('PUT /users/:userId/disabled', { params, body: { disabled: true } }),
      await clients.aggregator!.call('PUT /users/:userId/role', {
        params,
        body: { role: 'ROLE_USER_BASIC' },
      }),
    ]
    expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(
      Array(2).fill([403, 'not_allowed']),
    )
    expect((await clients.aggregator!.call('GET /users/:userId', { params })).data.user.actions).toEqual({
      assignRoles: [],
      verify: false,
      disable: false,
      changeCompany: false,
      impersonate: false,
    })
    expect((await clients.viewer!.call('GET /auth/user')).status).toBe(200)
  })

  test('is refused for an account that nobody can sign in to', async () => {
    for (const column of ['disabled_at', 'deletion_due_at'] as const) {
      const set = column === 'disabled_at' ? sql`disabled_at = now()` : sql`deletion_due_at = now()`
      await server.db.run(sql`update app_user set ${set} where id = ${ids.viewer!}`)
      expect((await handOver('owner', 'viewer')).error?.code, column).toBe('not_allowed')
      await server.db.run(
        sql`update app_user set disabled_at = null, deletion_due_at = null where id = ${ids.viewer!}`,
      )
    }
  })

  test('to the same owner changes and reports nothing', async () => {
    expect((await handOver('owner', 'owner')).status).toBe(200)
    expect(await see('owner')).toBe(200)
    expect(await mails()).toEqual([])
  })
})

describe('leaving a shared location', () => {
  const leave = (who: string) =>
    clients[who]!.call('POST /locations/:locationId/leave', {
      params: { locationId: homeId },
      body: { confirmed: true },
    })

  test("ends one's own access at once and is audited", async () => {
    expect((await leave('viewer')).status).toBe(204)
    expect(await see('viewer')).toBe(404)
    expect(await lastEntry()).toMatchObject({ action: 'location_left', user_id: ids.viewer, after: null })
    expect((await leave('viewer')).status).toBe(404)
  })

  test('the owner hands over instead, and a role cannot be left', async () => {
    expect((await leave('owner')).error?.code).toBe('owner_stays')
    expect((await leave('aggregator')).error?.code).toBe('conflict')
    expect([await see('owner'), await see('aggregator')]).toEqual([200, 200])
  })
})
