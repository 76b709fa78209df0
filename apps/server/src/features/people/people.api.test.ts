import type { Role } from '@ohmstead/domain/access/role'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
let wind: { companyId: number; rootGroupId: number }
let homeId: number
let windHomeId: number
const ids: Record<string, number> = {}
const clients: Record<string, TestClient> = {}

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  sun = await insertCompany(db, 'Sun')
  wind = await insertCompany(db, 'Wind')
  const people: [string, Role, number[]?][] = [
    ['admin', 'ROLE_SUPER_ADMIN'],
    ['admin2', 'ROLE_SUPER_ADMIN'],
    ['aggregator', 'ROLE_AGGREGATOR', [sun.companyId]],
    ['colleague', 'ROLE_AGGREGATOR', [sun.companyId, wind.companyId]],
    ['owner', 'ROLE_USER_BASIC'],
    ['manager', 'ROLE_USER'],
    ['viewer', 'ROLE_USER'],
    ['both', 'ROLE_USER_BASIC'],
    ['stranger', 'ROLE_USER_BASIC'],
  ]
  for (const [name, role, companyIds = []] of people)
    ids[name] = await insertUser(db, `${name}@test.si`, role, { companyIds, firstName: name })
  homeId = await insertLocation(db, {
    companyId: sun.companyId,
    locationGroupId: sun.rootGroupId,
    ownerId: ids.owner!,
  })
  windHomeId = await insertLocation(db, {
    companyId: wind.companyId,
    locationGroupId: wind.rootGroupId,
    ownerId: ids.both!,
    name: 'Secret home',
  })
  await shareLocation(db, ids.manager!, homeId, { manageUsers: true })
  await shareLocation(db, ids.viewer!, homeId)
  await db.run(sql`update app_user set company_id = ${sun.companyId} where id = ${ids.viewer}`)
  await shareLocation(db, ids.both!, homeId)
  for (const name of ['admin', 'aggregator', 'owner', 'manager']) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())

const names = (answer: { data: { users: { first_name: string }[] } }) =>
  answer.data.users.map((user) => user.first_name)
const role = (client: string, user: string, body: { role: Role; companyIds?: number[] }) =>
  clients[client]!.call('PUT /users/:userId/role', { params: { userId: ids[user]! }, body })
const lastEntry = async () => (await clients.admin!.call('GET /audit-log')).data.entries[0]!

describe('lists of people', () => {
  test('show a super admin everybody, an aggregator those of its companies', async () => {
    expect((await clients.admin!.call('GET /users')).data.total).toBe(9)
    const seen = await clients.aggregator!.call('GET /users')
    expect(names(seen)).toEqual(['aggregator', 'both', 'colleague', 'manager', 'owner', 'viewer'])
    const both = seen.data.users.find((user) => user.first_name === 'both')!
    expect(both).toMatchObject({
      location_count: 1,
      actions: { assignRoles: [], verify: false, disable: false },
    })
    const colleague = seen.data.users.find((user) => user.first_name === 'colleague')!
    expect(colleague.runs).toEqual([{ id: sun.companyId, name: 'Sun' }])
  })

  test('are searched by words of name and e-mail, by role, and paged', async () => {
    const search = async (query: Record<string, string>) =>
      names(await clients.admin!.call('GET /users', { query }))
    expect(await search({ search: 'OWN test' })).toEqual(['owner'])
    expect(await search({ search: '%' })).toEqual([])
    expect(await search({ role: 'ROLE_AGGREGATOR' })).toEqual(['aggregator', 'colleague'])
    expect(await search({ page: '2' })).toEqual([])
    expect(await search({ companyId: String(wind.companyId) })).toEqual(['both', 'colleague'])
  })

  test('of a foreign company are empty or do not exist', async () => {
    const query = { companyId: wind.companyId }
    expect(names(await clients.aggregator!.call('GET /users', { query }))).toEqual([])
    const own = await clients.aggregator!.call('GET /companies/:companyId/users', {
      params: { companyId: sun.companyId },
    })
    expect(own.data.total).toBe(6)
  })

  test('show of one person only what the reader may see', async () => {
    const read = (client: string, user: string) =>
      clients[client]!.call('GET /users/:userId', { params: { userId: ids[user]! } })
    expect((await read('admin', 'both')).data.user.locations.map((location) => location.name)).toEqual([
      'Home',
      'Secret home',
    ])
    expect((await read('aggregator', 'both')).data.user.locations.map((location) => location.name)).toEqual([
      'Home',
    ])
    expect((await read('aggregator', 'stranger')).error?.code).toBe('not_found')
    expect(JSON.stringify((await read('admin', 'both')).data)).not.toMatch(/argon2|password/)
  })
})

describe('roles', () => {
  test('are assigned within the company, effective at once and audited', async () => {
    const { data } = await role('aggregator', 'viewer', { role: 'ROLE_USER_ADVANCED' })
    expect(data.user.role).toBe('ROLE_USER_ADVANCED')
    expect(await lastEntry()).toMatchObject({
      action: 'role_changed',
      actor: { id: ids.aggregator, email: 'aggregator@test.si' },
      user: { id: ids.viewer },
      before: { role: 'ROLE_USER' },
      after: { role: 'ROLE_USER_ADVANCED' },
      company: { id: sun.companyId, name: 'Sun' },
      address: '127.0.0.1',
      impersonator: null,
    })
  })

  test("of a guest whom a location is merely shared with, and the guest's account, are not the aggregator's to change", async () => {
    const { user } = (
      await clients.aggregator!.call('GET /users/:userId', { params: { userId: ids.manager! } })
    ).data
    expect(user.actions).toEqual({
      assignRoles: [],
      verify: false,
      disable: false,
      changeCompany: false,
      impersonate: false,
    })
    const params = { userId: ids.manager! }
    const refused = [
      await role('aggregator', 'manager', { role: 'ROLE_USER_BASIC' }),
      await clients.aggregator!.call('POST /users/:userId/verify', { params }),
      await clients.aggregator!.call('PUT /users/:userId/disabled', { params, body: { disabled: true } }),
    ]
    expect(refused.map(({ error }) => error?.code)).toEqual(['not_allowed', 'not_allowed', 'not_allowed'])
  })

  test('of aggregator and super admin are granted by super admins only', async () => {
    for (const wanted of ['ROLE_AGGREGATOR', 'ROLE_SUPER_ADMIN'] as const) {
      const answer = await role('aggregator', 'owner', { role: wanted, companyIds: [sun.companyId] })
      expect(answer.error?.code).toBe('not_allowed')
    }
    expect((await role('admin', 'stranger', { role: 'ROLE_AGGREGATOR' })).error?.fields).toEqual({
      companyIds: 'required',
    })
    const { data } = await role('admin', 'stranger', {
      role: 'ROLE_AGGREGATOR',
      companyIds: [wind.companyId, 999_999],
    })
    expect(data.user.runs.map((company) => company.id)).toEqual([wind.companyId])
    expect((await role('admin', 'stranger', { role: 'ROLE_USER_BASIC' })).data.user.runs).toEqual([])
  })

  test('cannot be changed by oneself, nor for people with a home elsewhere', async () => {
    expect((await role('admin', 'admin', { role: 'ROLE_USER' })).error?.code).toBe('not_allowed')
    expect((await role('aggregator', 'aggregator', { role: 'ROLE_USER' })).error?.code).toBe('not_allowed')
    expect((await role('aggregator', 'both', { role: 'ROLE_USER' })).error?.code).toBe('not_allowed')
    expect((await role('aggregator', 'colleague', { role: 'ROLE_USER' })).error?.code).toBe('not_allowed')
    expect((await role('aggregator', 'stranger', { role: 'ROLE_USER' })).error?.code).toBe('not_found')
    expect((await role('owner', 'manager', { role: 'ROLE_USER_BASIC' })).error?.code).toBe('not_allowed')
  })

  test('cannot be slipped into other calls', async () => {
    const more = { role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'], companyIds: [wind.companyId] }
    await clients.owner!.call('PUT /auth/user/settings', { body: { units: 'auto', ...more } as never })
    const { user } = (await clients.owner!.call('GET /auth/user')).data
    expect([user.roles, user.companies]).toEqual([['ROLE_USER_BASIC'], []])
    expect(JSON.stringify(user.settings)).not.toContain('ROLE')
  })

  test('that two super admins remove from each other leave one', async () => {
    const other = server.client()
    await other.signIn('admin2@test.si')
    const take = (client: TestClient, user: string) =>
      client.call('PUT /users/:userId/role', { params: { userId: ids[user]! }, body: { role: 'ROLE_USER' } })
    const answers = await Promise.all([take(clients.admin!, 'admin2'), take(other, 'admin')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403])
    await server.db.run(
      sql`update user_role set role = 'ROLE_SUPER_ADMIN' where user_id in (${ids.admin}, ${ids.admin2})`,
    )
  })
})

describe('accounts', () => {
  const disable = (client: string, user: string, disabled: boolean) =>
    clients[client]!.call('PUT /users/:userId/disabled', {
      params: { userId: ids[user]! },
      body: { disabled },
    })

  test('are locked with their sessions and unlocked again', async () => {
    const client = server.client()
    await client.signIn('viewer@test.si')
    expect((await disable('aggregator', 'viewer', true)).data.user.disabled_at).toBe(server.clock.time)
    expect((await client.call('GET /auth/user')).status).toBe(401)
    expect((await lastEntry()).action).toBe('user_disabled')
    await expect(client.signIn('viewer@test.si')).rejects.toThrow('invalid_credentials')
    await disable('aggregator', 'viewer', false)
    await client.signIn('viewer@test.si')
    for (const user of ['admin', 'aggregator', 'both'])
      expect((await disable('aggregator', user, true)).status, user).toBeGreaterThanOrEqual(403)
  })

  test('of people who run one company and are a customer of another are audited for the company of the customer', async () => {
    const companyIds = [wind.companyId]
    ids.runner = await insertUser(server.db, 'runner@test.si', 'ROLE_AGGREGATOR', { companyIds })
    await server.db.run(sql`update app_user set company_id = ${sun.companyId} where id = ${ids.runner}`)
    await disable('admin', 'runner', true)
    expect(await lastEntry()).toMatchObject({ action: 'user_disabled', company: { id: sun.companyId } })
  })

  test('are confirmed by their owner only; staff may resend the link to choose a password', async () => {
    const verify = (client: string) =>
      clients[client]!.call('POST /users/:userId/verify', { params: { userId: ids.viewer! } })
    const mails = sql`select count(*) as count from mail where kind = 'verification'`
    expect((await verify('aggregator')).status).toBe(200)
    expect(await server.db.row(mails)).toEqual({ count: 0 })
    await server.db.run(sql`update app_user set email_verified_at = null where id = ${ids.viewer}`)
    expect((await verify('owner')).error?.code).toBe('not_allowed')
    expect((await verify('aggregator')).data.user.email_verified_at).toBe(null)
    // The account would stay disabled, and the address with it: its real owner is not known yet.
    expect((await disable('aggregator', 'viewer', true)).error?.code).toBe('not_allowed')
    expect(await server.db.row(mails)).toEqual({ count: 1 })
    expect(await lastEntry()).toMatchObject({ action: 'verification_sent', user: { id: ids.viewer } })
    await expect(server.client().signIn('viewer@test.si')).rejects.toThrow('invalid_credentials')
  })

  test('that are unconfirmed are given nothing: no role, company, location or controller', async () => {
    const params = { userId: ids.viewer! }
    const { controllerId } = await insertController(server.db, homeId)
    await server.db.run(sql`delete from location_permission where user_id = ${ids.viewer}`)
    const refused = [
      await role('admin', 'viewer', { role: 'ROLE_AGGREGATOR', companyIds: [sun.companyId] }),
      await clients.admin!.call('PUT /users/:userId/company', {
        params,
        body: { companyId: wind.companyId },
      }),
      await clients.admin!.call('POST /auth/impersonate', { body: params }),
      await clients.aggregator!.call('PUT /locations/:locationId/users/:userId', {
        params: { locationId: homeId, ...params },
        body: { view: true, edit: false, control: false, manageUsers: false },
      }),
      await clients.aggregator!.call('PUT /companies/:companyId/controllers/:controllerId/owner', {
        params: { companyId: sun.companyId, controllerId },
        body: params,
      }),
    ]
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(5).fill('not_allowed'))
    await server.db.run(sql`update app_user set email_verified_at = now() where id = ${ids.viewer}`)
    await shareLocation(server.db, ids.viewer!, homeId)
  })

  test('are moved between companies by a super admin, and are then managed there', async () => {
    const move = (client: string, companyId: number | null) =>
      clients[client]!.call('PUT /users/:userId/company', {
        params: { userId: ids.stranger! },
        body: { companyId },
      })
    expect((await move('aggregator', sun.companyId)).error?.code).toBe('not_allowed')
    expect((await move('admin', 999_999)).error?.code).toBe('not_found')
    expect((await move('admin', sun.companyId)).data.user.company).toEqual({ id: sun.companyId, name: 'Sun' })
    expect((await role('aggregator', 'stranger', { role: 'ROLE_USER' })).status).toBe(200)
    await move('admin', null)
    expect((await role('aggregator', 'stranger', { role: 'ROLE_USER' })).error?.code).toBe('not_found')
  })

  test('hold controllers that were assigned to them', async () => {
    const { controllerId } = await insertController(server.db, homeId)
    const own = (userId: number | null) =>
      clients.aggregator!.call('PUT /companies/:companyId/controllers/:controllerId/owner', {
        params: { companyId: sun.companyId, controllerId },
        body: { userId },
      })
    expect((await own(ids.stranger!)).error?.code).toBe('not_found')
    expect((await own(ids.viewer!)).data.owner).toMatchObject({ id: ids.viewer })
    const client = server.client()
    await client.signIn('viewer@test.si')
    expect((await client.call('GET /auth/user')).data.user.controllers.map(({ id }) => id)).toEqual([
      controllerId,
    ])
    expect((await own(null)).data.owner).toBe(null)
    const foreign = await insertController(server.db, windHomeId)
    const answer = await clients.aggregator!.call(
      'PUT /companies/:companyId/controllers/:controllerId/owner',
      {
        params: { companyId: sun.companyId, controllerId: foreign.controllerId },
        body: { userId: null },
      },
    )
    expect(answer.error?.code).toBe('not_found')
  })
})

describe('access to a location', () => {
  const at = (user: string) => ({ locationId: homeId, userId: ids[user]! })
  const grant = (client: string, user: string, body: object) =>
    clients[client]!.call('PUT /locations/:locationId/users/:userId', { params: at(user), body })
  const remove = (client: string, user: string) =>
    clients[client]!.call('DELETE /locations/:locationId/users/:userId', { params: at(user) })

  test('is listed with the owner first', async () => {
    const { users } = (
      await clients.owner!.call('GET /locations/:locationId/users', { params: { locationId: homeId } })
    ).data
    expect(users.map((user) => [user.first_name, user.is_owner, user.can_change])).toEqual([
      ['owner', true, false],
      ['both', false, true],
      ['manager', false, true],
      ['viewer', false, true],
    ])
  })

  test('is changed by the owner, and by others only within their own rights', async () => {
    const changed = await grant('owner', 'viewer', { control: true })
    expect(changed.data.users.at(-1)?.permissions).toEqual({
      view: true,
      edit: false,
      control: true,
      manageUsers: false,
    })
    expect((await grant('manager', 'viewer', { control: true, edit: true })).error?.code).toBe('not_allowed')
    expect((await grant('manager', 'viewer', {})).error?.code).toBe('not_allowed')
    expect((await grant('manager', 'viewer', { control: true, manageUsers: true })).status).toBe(200)
    expect((await grant('manager', 'manager', { edit: true })).error?.code).toBe('not_allowed')
    // Nothing more than they have, and still not theirs to set.
    expect((await grant('manager', 'manager', { manageUsers: true })).error?.code).toBe('not_allowed')
    expect((await remove('manager', 'manager')).error?.code).toBe('not_allowed')
    expect((await grant('manager', 'owner', {})).error?.code).toBe('not_allowed')
    expect((await grant('owner', 'owner', {})).error?.code).toBe('not_allowed')
  })

  test('is granted directly by people who run the company, to people they see; others invite', async () => {
    expect((await grant('owner', 'stranger', {})).error?.code).toBe('not_found')
    expect((await grant('aggregator', 'stranger', {})).error?.code).toBe('not_found')
    expect((await grant('aggregator', 'colleague', { edit: true })).status).toBe(200)
  })

  test('ends with a mail to the person and an audit entry', async () => {
    expect((await remove('manager', 'colleague')).error?.code).toBe('not_allowed')
    expect((await remove('owner', 'colleague')).status).toBe(204)
    expect((await remove('owner', 'colleague')).error?.code).toBe('not_found')
    expect((await remove('owner', 'owner')).error?.code).toBe('not_allowed')
    const mail = await server.db.row<{ recipient: string; kind: string }>(
      sql`select recipient, kind from mail order by id desc limit 1`,
    )
    expect(mail).toEqual({ recipient: 'colleague@test.si', kind: 'location_access_removed' })
    const log = await clients.owner!.call('GET /locations/:locationId/audit-log', {
      params: { locationId: homeId },
    })
    expect(log.data.entries[0]).toMatchObject({
      action: 'location_access_removed',
      user: { id: ids.colleague },
      before: { edit: true },
      after: null,
    })
  })
})
