import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint } from '../../testing/insert-metering-point.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

type Who = 'owner' | 'neighbour' | 'stranger' | 'aggregator' | 'foreign' | 'admin' | 'editor'

let server: TestServer
const clients = {} as Record<Who, TestClient>
const ids = {} as Record<Who, number>
let companyId = 0
let homeId = 0
let secondHomeId = 0
let emptyHomeId = 0
let neighbourPointId = 0

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const company = await insertCompany(db, 'Sun')
  const other = await insertCompany(db, 'Wind')
  companyId = company.companyId
  const roles = {
    owner: 'ROLE_USER_BASIC',
    neighbour: 'ROLE_USER_BASIC',
    stranger: 'ROLE_USER_BASIC',
    editor: 'ROLE_USER_BASIC',
    aggregator: 'ROLE_AGGREGATOR',
    foreign: 'ROLE_AGGREGATOR',
    admin: 'ROLE_SUPER_ADMIN',
  } as const
  for (const [name, role] of Object.entries(roles) as [Who, (typeof roles)[Who]][]) {
    const companyIds = name === 'aggregator' ? [companyId] : name === 'foreign' ? [other.companyId] : []
    ids[name] = await insertUser(db, `${name}@test.si`, role, { companyIds, firstName: name })
  }
  const place = { companyId, locationGroupId: company.rootGroupId }
  homeId = await insertLocation(db, { ...place, ownerId: ids.owner, name: 'Home' })
  secondHomeId = await insertLocation(db, { ...place, ownerId: ids.owner, name: 'Cottage' })
  emptyHomeId = await insertLocation(db, { ...place, ownerId: null, name: 'Empty' })
  await shareLocation(db, ids.editor, homeId, { view: true, edit: true })
  neighbourPointId = await insertMeteringPoint(db, ids.neighbour, '4-0000001')
  for (const name of Object.keys(roles) as Who[]) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())

const organiser = {
  name: 'Moj Elektro',
  senderFeePerMonth: '0',
  receiverFeePerMonth: '0',
  ownCustomersOnly: false,
  source: 'mojelektro.si',
  validFrom: '2026-01-01',
}
const terms = {
  name: 'Street',
  organiser,
  priceTerms: { kind: 'fixed' as const, perKwh: '0.08' },
  communityCase: null,
  validFrom: '2026-01-01',
}
const member = { name: 'Ana', role: 'sender' as const, sharedShare: '0.5', validFrom: '2026-01-01' }
const receiver = { name: 'Bor', role: 'receiver' as const, sharedShare: '0', validFrom: '2026-01-01' }

async function create(client = clients.owner, more: object = {}) {
  const answer = await client.call('POST /sharing-groups', {
    body: { scheme: 'sharing', companyId: null, ...terms, ...more },
  })
  return answer.data.group
}

const get = (client: TestClient, sharingGroupId: number) =>
  client.call('GET /sharing-groups/:sharingGroupId', { params: { sharingGroupId } })

async function invite(client: TestClient, sharingGroupId: number, email: string, more: object = receiver) {
  const answer = await client.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId },
    body: { ...receiver, ...more, email },
  })
  return { answer, token: await tokenTo(email) }
}

async function tokenTo(email: string): Promise<string> {
  const mail = await server.db.row<{ body_text: string }>(sql`
    select body_text from mail where recipient = ${email} and kind = 'sharing_invitation' order by id desc limit 1`)
  return /sharing\/invitations\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
}

const audited = async () =>
  (await server.db.rows<{ action: string }>(sql`select action from audit_log order by id`)).map(
    ({ action }) => action,
  )

test('a group is seen and changed by its organiser and super admins, and does not exist for others', async () => {
  const group = await create()
  expect(group).toMatchObject({
    name: 'Street',
    isOrganiser: true,
    memberCount: 0,
    keyKind: null,
    version: 1,
  })
  expect(group.problems.map(({ kind }) => kind)).toEqual(['noSender', 'noReceiver', 'noKey'])
  expect((await get(clients.admin, group.id)).data.group.isOrganiser).toBe(true)
  for (const client of [clients.stranger, clients.aggregator, clients.foreign, clients.neighbour]) {
    expect((await get(client, group.id)).error?.code).toBe('not_found')
    const params = { sharingGroupId: group.id }
    const changed = await client.call('PUT /sharing-groups/:sharingGroupId', {
      params,
      body: { ...terms, version: 1 },
    })
    expect(changed.error?.code).toBe('not_found')
    expect((await client.call('DELETE /sharing-groups/:sharingGroupId', { params })).error?.code).toBe(
      'not_found',
    )
    expect((await client.call('GET /sharing-groups')).data.groups).toEqual([])
  }
})

test('a company’s group is run by whoever runs the company, and by nobody else', async () => {
  const refused = await clients.owner.call('POST /sharing-groups', {
    body: { scheme: 'sharing', companyId, ...terms },
  })
  expect(refused.error?.code).toBe('not_found')
  expect((await clients.aggregator.call('GET /sharing-groups')).data.groups).toEqual([])
  const group = await create(clients.aggregator, { companyId })
  expect((await get(clients.aggregator, group.id)).data.group.companyId).toBe(companyId)
  expect((await get(clients.foreign, group.id)).error?.code).toBe('not_found')
  // Whoever made it and runs the company no longer has nothing to do with it.
  await server.db.run(sql`update sharing_group set owner_id = ${ids.stranger} where id = ${group.id}`)
  expect((await get(clients.stranger, group.id)).error?.code).toBe('not_found')
})

test('of two who change a group at once, the later is told', async () => {
  const group = await create()
  const change = (name: string) =>
    clients.owner.call('PUT /sharing-groups/:sharingGroupId', {
      params: { sharingGroupId: group.id },
      body: { ...terms, name, version: group.version },
    })
  const answers = await Promise.all([change('One'), change('Two')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.error?.code).toBe('edited_meanwhile')
})

test('one’s own place joins at once; somebody else’s is refused, even by who may edit it', async () => {
  const group = await create()
  const add = (client: TestClient, subject: object, more: object = member) =>
    client.call('POST /sharing-groups/:sharingGroupId/members', {
      params: { sharingGroupId: group.id },
      body: { ...member, ...more, subject } as never,
    })
  const joined = await add(clients.owner, { kind: 'location', locationId: homeId })
  expect(joined.data.group.members).toMatchObject([
    { name: 'Ana', role: 'sender', state: 'active', subjectName: 'Home', isOwn: true, canLeave: true },
  ])
  expect((await add(clients.owner, { kind: 'point', abstractDeviceId: neighbourPointId })).error?.code).toBe(
    'not_found',
  )
  expect((await add(clients.owner, { kind: 'location', locationId: emptyHomeId })).error?.code).toBe(
    'not_found',
  )

  const editors = await create(clients.editor)
  const others = await clients.editor.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId: editors.id },
    body: { ...member, subject: { kind: 'location', locationId: homeId } },
  })
  expect(others.error?.code).toBe('not_found')
  // A company's home without an owner is brought in by who runs it.
  const ofCompany = await create(clients.aggregator, { companyId })
  const empty = await clients.aggregator.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId: ofCompany.id },
    body: { ...member, subject: { kind: 'location', locationId: emptyHomeId } },
  })
  expect(empty.status).toBe(200)
  const owned = await clients.aggregator.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId: ofCompany.id },
    body: { ...member, subject: { kind: 'location', locationId: homeId } },
  })
  expect(owned.error?.code).toBe('not_found')
})

test('a place is in one group at a time, as a location or as the metering point it is joined with', async () => {
  const { db } = server
  const pointId = await insertMeteringPoint(db, ids.stranger, '4-0000009')
  const company = await insertCompany(db, 'Third')
  const place = { companyId: company.companyId, locationGroupId: company.rootGroupId }
  const locationId = await insertLocation(db, { ...place, ownerId: ids.stranger })
  await db.run(sql`insert into location_pricing (location_id, abstract_device_id, updated_at)
    values (${locationId}, ${pointId}, now())`)
  const own = server.client()
  await own.signIn('stranger@test.si')
  const [first, second] = [await create(own), await create(own)]
  const add = (groupId: number, subject: object, more: object = {}) =>
    own.call('POST /sharing-groups/:sharingGroupId/members', {
      params: { sharingGroupId: groupId },
      body: { ...member, ...more, subject } as never,
    })
  const answers = await Promise.all([
    add(first.id, { kind: 'location', locationId }),
    add(second.id, { kind: 'point', abstractDeviceId: pointId }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.error?.code).toBe('in_another_group')
  const [inFirst] = answers
  const [groupId, otherId] = inFirst.status === 200 ? [first.id, second.id] : [second.id, first.id]
  const { members } = (await get(own, groupId)).data.group
  const left = await own.call('DELETE /sharing-groups/:sharingGroupId/members/:memberId', {
    params: { sharingGroupId: groupId, memberId: members[0]!.id },
  })
  expect(left.status).toBe(204)
  // The last day still counts.
  const subject = { kind: 'location', locationId }
  expect((await add(otherId, subject)).error?.code).toBe('in_another_group')
  expect((await add(otherId, subject, { validFrom: '2030-01-01' })).status).toBe(200)
})

test('an invited neighbour sees the terms, accepts with a place of their own, and then sees only their own part', async () => {
  const group = await create()
  await clients.owner.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId: group.id },
    body: { ...member, subject: { kind: 'location', locationId: secondHomeId } },
  })
  const { answer, token } = await invite(clients.owner, group.id, 'neighbour@test.si')
  const invited = answer.data.group.members.at(-1)!
  expect(invited).toMatchObject({ state: 'invited', email: 'neighbour@test.si', subject: null })
  expect((await get(clients.neighbour, group.id)).error?.code).toBe('not_found')
  const again = await invite(clients.owner, group.id, 'neighbour@test.si')
  expect(again.answer.error?.code).toBe('invite_pending')
  const stored = await server.db.row<{ found: boolean }>(sql`
    select strpos((select string_agg(m::text, '') from sharing_member m), ${token}) > 0 as found`)
  expect(stored?.found).toBe(false)

  const read = (client: TestClient, data = { token }) =>
    client.call('POST /sharing-invitations/read', { body: data })
  const accept = (client: TestClient, abstractDeviceId = neighbourPointId) =>
    client.call('POST /sharing-invitations/accept', {
      body: { token, subject: { kind: 'point', abstractDeviceId } },
    })
  for (const client of [clients.stranger, clients.owner, clients.admin]) {
    expect((await read(client)).error?.code).toBe('invite_other_address')
    expect((await accept(client)).error?.code).toBe('invite_other_address')
  }
  expect((await read(clients.neighbour, { token: `${token.slice(0, -1)}?` })).error?.code).toBe(
    'token_missing',
  )
  expect((await read(clients.neighbour)).data.invitation).toMatchObject({
    groupName: 'Street',
    role: 'receiver',
    isPair: true,
    isSoleSender: false,
    inviterName: 'owner',
    places: [{ name: 'Šmartinska cesta 12', obstacle: null }],
  })
  const strangersPoint = await insertMeteringPoint(server.db, ids.stranger, '4-0000077')
  expect((await accept(clients.neighbour, strangersPoint)).error?.code).toBe('not_found')
  const accepted = await Promise.all([accept(clients.neighbour), accept(clients.neighbour)])
  expect(accepted.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(accepted.find(({ status }) => status === 409)?.error?.code).toBe('token_used')

  await clients.owner.call('PUT /sharing-groups/:sharingGroupId/key', {
    params: { sharingGroupId: group.id },
    body: {
      validFrom: '2026-01-01',
      key: { kind: 'static', shares: [{ memberId: invited.id, share: '1' }] },
    },
  })
  const seen = await get(clients.neighbour, group.id)
  expect(seen.data.group).toMatchObject({
    isOrganiser: false,
    memberCount: null,
    invitedCount: null,
    keyKind: 'static',
    problems: [],
    members: [{ id: invited.id, isOwn: true, canLeave: true, state: 'active', email: null }],
    keys: [{ key: { kind: 'static', shares: { [invited.id]: '1' } } }],
  })
  const other = (await get(clients.owner, group.id)).data.group.members[0]!
  const text = JSON.stringify([seen.data, (await clients.neighbour.call('GET /sharing-groups')).data])
  for (const secret of ['Ana', 'Cottage', 'owner@test.si', `"id":${other.id},`, `"${other.id}"`])
    expect(text).not.toContain(secret)
  const params = { sharingGroupId: group.id, memberId: other.id }
  expect(
    (await clients.neighbour.call('DELETE /sharing-groups/:sharingGroupId/members/:memberId', { params }))
      .error?.code,
  ).toBe('not_found')
  for (const write of [
    clients.neighbour.call('PUT /sharing-groups/:sharingGroupId/members/:memberId', {
      params: { ...params, memberId: invited.id },
      body: member,
    }),
    clients.neighbour.call('PUT /sharing-groups/:sharingGroupId/key', {
      params,
      body: { validFrom: '2026-01-01', key: { kind: 'byUse' } },
    }),
    clients.neighbour.call('DELETE /sharing-groups/:sharingGroupId', { params }),
    clients.neighbour.call('GET /sharing-groups/:sharingGroupId/simulations', { params }),
  ])
    expect((await write).error?.code).toBe('not_found')

  const leave = await clients.neighbour.call('DELETE /sharing-groups/:sharingGroupId/members/:memberId', {
    params: { ...params, memberId: invited.id },
  })
  expect(leave.status).toBe(204)
  // A former member still sees their own part.
  expect((await get(clients.neighbour, group.id)).data.group.members).toMatchObject([{ state: 'left' }])
  expect((await audited()).slice(-4)).toEqual([
    'sharing_member_invited',
    'sharing_invitation_accepted',
    'sharing_key_set',
    'sharing_member_left',
  ])
})

test('an invitation is declined, taken back, renewed and expires', async () => {
  const group = await create()
  const { token } = await invite(clients.owner, group.id, 'neighbour@test.si')
  const decline = (link: string) =>
    clients.neighbour.call('POST /sharing-invitations/decline', { body: { token: link } })
  expect((await decline(token)).status).toBe(204)
  expect((await decline(token)).error?.code).toBe('token_used')
  const [declined] = (await get(clients.owner, group.id)).data.group.members
  expect(declined).toMatchObject({ state: 'declined', email: null })

  const second = await invite(clients.owner, group.id, 'neighbour@test.si')
  const params = { sharingGroupId: group.id, memberId: second.answer.data.group.members.at(-1)!.id }
  await clients.owner.call('POST /sharing-groups/:sharingGroupId/members/:memberId/resend', { params })
  expect((await decline(second.token)).error?.code).toBe('token_missing')
  const renewed = await tokenTo('neighbour@test.si')
  await server.db.run(
    sql`update sharing_member set expires_at = ${new Date(server.clock.time - 1)} where id = ${params.memberId}`,
  )
  expect((await decline(renewed)).error?.code).toBe('token_expired')
  const back = await clients.owner.call('DELETE /sharing-groups/:sharingGroupId/members/:memberId', {
    params,
  })
  expect(back.status).toBe(204)
  expect((await decline(renewed)).error?.code).toBe('token_missing')
})

test('a point that is netted by the year may send, and not receive', async () => {
  const netted = await insertMeteringPoint(server.db, ids.stranger, '4-0000055', { netMetering: true })
  const group = await create(clients.stranger)
  const add = (content: object) =>
    clients.stranger.call('POST /sharing-groups/:sharingGroupId/members', {
      params: { sharingGroupId: group.id },
      body: { ...content, subject: { kind: 'point', abstractDeviceId: netted } } as never,
    })
  expect((await add(receiver)).error?.code).toBe('yearly_netting_receives')
  const added = await add(member)
  expect(added.data.group.members).toMatchObject([{ netting: 'yearly' }])
  const changed = await clients.stranger.call('PUT /sharing-groups/:sharingGroupId/members/:memberId', {
    params: { sharingGroupId: group.id, memberId: added.data.group.members[0]!.id },
    body: { ...member, role: 'both' },
  })
  expect(changed.error?.code).toBe('yearly_netting_receives')
})

test('a key has shares of receivers that sum to exactly one; earlier ones stay', async () => {
  const group = await create(clients.aggregator, { companyId })
  const { db } = server
  const company = await db.row<{ root: number }>(
    sql`select root_group_id as root from company where id = ${companyId}`,
  )
  const memberIds: number[] = []
  for (const name of ['A', 'B', 'C']) {
    const locationId = await insertLocation(db, { companyId, locationGroupId: company!.root, name })
    const added = await clients.aggregator.call('POST /sharing-groups/:sharingGroupId/members', {
      params: { sharingGroupId: group.id },
      body: {
        ...(name === 'A' ? member : receiver),
        name,
        subject: { kind: 'location', locationId },
      },
    })
    memberIds.push(added.data.group.members.at(-1)!.id)
  }
  const set = (shares: Record<number, string>, validFrom = '2026-01-01') =>
    clients.aggregator.call('PUT /sharing-groups/:sharingGroupId/key', {
      params: { sharingGroupId: group.id },
      body: {
        validFrom,
        key: {
          kind: 'static',
          shares: Object.entries(shares).map(([memberId, share]) => ({ memberId: Number(memberId), share })),
        },
      },
    })
  const [sender, b, c] = memberIds as [number, number, number]
  expect((await set({ [b]: '0.3', [c]: '0.6999999' })).error?.fields).toEqual({
    'key.shares.1.share': 'double',
  })
  expect((await set({ [b]: '0.3', [c]: '0.699999' })).error?.fields).toEqual({ 'key.shares': 'shares_sum' })
  expect((await set({ [b]: '1.5', [c]: '-0.5' })).error?.fields).toMatchObject({
    'key.shares.0.share': 'max_value',
    'key.shares.1.share': 'min_value',
  })
  expect((await set({ [sender]: '0.5', [b]: '0.5' })).error?.fields).toEqual({
    'key.shares.0.memberId': 'regex',
  })
  expect((await set({ [b]: '0.3', [c]: '0.7' })).status).toBe(200)
  expect((await set({ [b]: '0.4', [c]: '0.6' })).status).toBe(200)
  const { keys, problems } = (await set({ [b]: '1' }, '2026-02-01')).data.group
  expect(keys.map(({ validFrom, isCurrent }) => [validFrom, isCurrent])).toEqual([
    ['2026-02-01', true],
    ['2026-01-01', true],
    ['2026-01-01', false],
  ])
  expect(problems.filter(({ isBlocking }) => isBlocking)).toEqual([])
})

test('a deleted home ends its membership, forgets its name, and leaves the group as it was for others', async () => {
  const group = await create(clients.aggregator, { companyId })
  const { db } = server
  const company = await db.row<{ root: number }>(
    sql`select root_group_id as root from company where id = ${companyId}`,
  )
  const locationId = await insertLocation(db, { companyId, locationGroupId: company!.root, name: 'Gone' })
  await clients.aggregator.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId: group.id },
    body: { ...member, name: 'Cene', subject: { kind: 'location', locationId } },
  })
  await db.run(sql`delete from location where id = ${locationId}`)
  const [gone] = (await get(clients.aggregator, group.id)).data.group.members
  expect(gone).toMatchObject({ state: 'left', subject: null, name: `#${gone!.id}`, isOwn: false })
  expect(gone!.validTo).not.toBe(null)
})
