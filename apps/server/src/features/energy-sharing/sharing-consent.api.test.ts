import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint } from '../../testing/insert-metering-point.ts'
import { insertSharingGroup, insertSharingMember } from '../../testing/insert-sharing-group.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

// What a member has agreed to stays what it agreed to, and whoever agreed to nothing takes part in nothing.

type Who = 'organiser' | 'neighbour' | 'heir' | 'aggregator'

let server: TestServer
const clients = {} as Record<Who, TestClient>
const ids = {} as Record<Who, number>
let place = { companyId: 0, locationGroupId: 0 }
let groupId = 0

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const company = await insertCompany(db, 'Sun')
  place = { companyId: company.companyId, locationGroupId: company.rootGroupId }
  for (const name of ['organiser', 'neighbour', 'heir', 'aggregator'] as const) {
    const isAggregator = name === 'aggregator'
    const role = isAggregator ? 'ROLE_AGGREGATOR' : 'ROLE_USER_BASIC'
    const companyIds = isAggregator ? [company.companyId] : []
    ids[name] = await insertUser(db, `${name}@test.si`, role, { companyIds })
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
  // A person of the company, to whom a home may be given.
  await insertLocation(db, { ...place, ownerId: ids.heir, name: 'Cottage' })
})
beforeEach(async () => {
  groupId = await insertSharingGroup(server.db, { ownerId: ids.organiser })
})
afterAll(() => server.stop())

const content = { name: 'Bor', role: 'sender' as const, sharedShare: '0.5', validFrom: '2026-03-01' }
const memberOf = async (client: TestClient, id = groupId) =>
  (await client.call('GET /sharing-groups/:sharingGroupId', { params: { sharingGroupId: id } })).data.group
    .members
const change = (client: TestClient, memberId: number, more: object) =>
  client.call('PUT /sharing-groups/:sharingGroupId/members/:memberId', {
    params: { sharingGroupId: groupId, memberId },
    body: { ...content, ...more },
  })

test('what somebody else has agreed to is narrowed and named anew, never widened', async () => {
  const deviceId = await insertMeteringPoint(server.db, ids.neighbour, '4-1000001')
  const memberId = await insertSharingMember(server.db, groupId, { ...content, deviceId })
  for (const wider of [{ validFrom: '2026-02-28' }, { sharedShare: '0.500001' }, { role: 'both' as const }])
    expect((await change(clients.organiser, memberId, wider)).error?.code).toBe('sharing_agreed')
  const narrower = { name: 'Bor K.', sharedShare: '0.25', validFrom: '2026-04-01' }
  const changed = await change(clients.organiser, memberId, narrower)
  expect(changed.data.group.members).toMatchObject([narrower])
})

test('one’s own place, and who has not answered yet, is changed freely', async () => {
  const deviceId = await insertMeteringPoint(server.db, ids.organiser, '4-1000002')
  const memberId = await insertSharingMember(server.db, groupId, { ...content, deviceId })
  const wider = { validFrom: '2026-01-01', sharedShare: '1', role: 'both' as const }
  expect((await change(clients.organiser, memberId, wider)).status).toBe(200)
  const invited = await clients.organiser.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId: groupId },
    body: { ...content, email: 'neighbour@test.si' },
  })
  const { id } = invited.data.group.members.at(-1)!
  expect((await change(clients.organiser, id, wider)).status).toBe(200)
})

test('a home that gets another owner takes part no longer, whoever brought it in', async () => {
  const { db } = server
  const owned = await insertLocation(db, { ...place, ownerId: ids.neighbour, name: 'Owned' })
  const empty = await insertLocation(db, { ...place, ownerId: null, name: 'Empty' })
  for (const locationId of [owned, empty]) {
    const memberId = await insertSharingMember(db, groupId, { ...content, locationId })
    const given = await clients.aggregator.call('PUT /locations/:locationId/owner', {
      params: { locationId },
      body: { userId: ids.heir, keepAccess: false },
    })
    expect(given.status).toBe(200)
    const member = (await memberOf(clients.organiser)).find(({ id }) => id === memberId)
    expect(member).toMatchObject({ state: 'left' })
    expect(member?.validTo).not.toBe(null)
    // Whoever has it now sees what it took part in, and that it no longer does.
    expect(await memberOf(clients.heir)).toContainEqual(
      expect.objectContaining({ id: memberId, state: 'left' }),
    )
  }
})

test('a home whose owner’s account is deleted takes part no longer', async () => {
  const { db } = server
  const goneId = await insertUser(db, `gone${groupId}@test.si`, 'ROLE_USER_BASIC')
  const locationId = await insertLocation(db, { ...place, ownerId: goneId, name: 'Left behind' })
  await insertSharingMember(db, groupId, { ...content, locationId })
  await db.run(sql`delete from app_user where id = ${goneId}`)
  expect(await memberOf(clients.organiser)).toMatchObject([{ state: 'left' }])
})

test('who leaves before the first day never takes part, and is free at once', async () => {
  const { db } = server
  const deviceId = await insertMeteringPoint(db, ids.neighbour, '4-1000003')
  const memberId = await insertSharingMember(db, groupId, { ...content, deviceId, validFrom: '2096-01-01' })
  const params = { sharingGroupId: groupId, memberId }
  const left = await clients.neighbour.call('DELETE /sharing-groups/:sharingGroupId/members/:memberId', {
    params,
  })
  expect(left.status).toBe(204)
  const taking = await db.rows(sql`
    select 1 from sharing_member where id = ${memberId} and valid_from <= valid_to`)
  expect(taking).toEqual([])
  const own = await insertSharingGroup(db, { ownerId: ids.neighbour })
  const joined = await clients.neighbour.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId: own },
    body: { ...content, validFrom: '2026-01-01', subject: { kind: 'point', abstractDeviceId: deviceId } },
  })
  expect(joined.status).toBe(200)
})

test('somebody who only views a member of a private group does not organise it', async () => {
  const locationId = await insertLocation(server.db, { ...place, ownerId: ids.neighbour, name: 'Viewed' })
  await insertSharingMember(server.db, groupId, { ...content, locationId })
  const { groups } = (await clients.aggregator.call('GET /sharing-groups')).data
  expect(groups.find(({ id }) => id === groupId)?.isOrganiser).toBe(false)
})

test('an invitation that is taken back while it is accepted ends one way or the other, never in a deadlock', async () => {
  const { db } = server
  const deviceId = await insertMeteringPoint(db, ids.neighbour, '4-1000004')
  const invited = await clients.organiser.call('POST /sharing-groups/:sharingGroupId/members', {
    params: { sharingGroupId: groupId },
    body: { ...content, email: 'neighbour@test.si' },
  })
  const memberId = invited.data.group.members.at(-1)!.id
  const mail = await db.row<{ body_text: string }>(sql`
    select body_text from mail where recipient = 'neighbour@test.si' order by id desc limit 1`)
  const token = /sharing\/invitations\/([\w-]+)/.exec(mail!.body_text)![1]!
  let accepting: Promise<{ error: { code: string } | null }> | undefined
  // As whoever takes it back does: the group first, then the member.
  await db.transaction(async (tx) => {
    await tx.row(sql`select id from sharing_group where id = ${groupId} for update`)
    accepting = clients.neighbour.call('POST /sharing-invitations/accept', {
      body: { token, subject: { kind: 'point', abstractDeviceId: deviceId } },
    })
    const isWaiting = () => tx.row(sql`select 1 from pg_locks where not granted limit 1`)
    if (db.kind === 'postgres') await vi.waitUntil(isWaiting, { timeout: 10_000 })
    await tx.run(sql`delete from sharing_member where id = ${memberId}`)
  })
  expect((await accepting)?.error?.code).toBe('token_missing')
})

test('a metering point that shares is not joined with a home that shares: its energy would count twice', async () => {
  const { db } = server
  const deviceId = await insertMeteringPoint(db, ids.neighbour, '4-1000005')
  const locationId = await insertLocation(db, { ...place, ownerId: ids.neighbour, name: 'Twice' })
  const other = await insertSharingGroup(db, { ownerId: ids.organiser })
  const pointId = await insertSharingMember(db, other, { ...content, deviceId })
  await insertSharingMember(db, groupId, { ...content, locationId })
  const join = () =>
    clients.neighbour.call('PUT /locations/:locationId/pricing/metering-point', {
      params: { locationId },
      body: { abstractDeviceId: deviceId, version: 0 },
    })
  expect((await join()).error?.code).toBe('in_another_group')
  await db.run(sql`update sharing_member set state = 'left', valid_to = '2026-02-28', valid_from = '2026-01-01'
    where id = ${pointId}`)
  expect((await join()).status).toBe(200)
})
