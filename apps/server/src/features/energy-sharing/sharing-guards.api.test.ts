import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint } from '../../testing/insert-metering-point.ts'
import { insertPriceList } from '../../testing/insert-price-list.ts'
import { insertSharingGroup, insertSharingMember } from '../../testing/insert-sharing-group.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

// What a group, an invitation and a membership refuse.

type Who = 'organiser' | 'neighbour' | 'viewer'

let server: TestServer
const clients = {} as Record<Who, TestClient>
const ids = {} as Record<Who, number>
let place = { companyId: 0, locationGroupId: 0 }
let groupId = 0
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  const company = await insertCompany(server.db, 'Sun')
  place = { companyId: company.companyId, locationGroupId: company.rootGroupId }
  for (const name of ['organiser', 'neighbour', 'viewer'] as const) {
    ids[name] = await insertUser(server.db, `${name}@test.si`, 'ROLE_USER_BASIC')
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
beforeEach(async () => {
  groupId = await insertSharingGroup(server.db, { ownerId: ids.organiser })
})
afterAll(() => server.stop())

const params = () => ({ sharingGroupId: groupId })
const receiver = { name: 'Bor', role: 'receiver' as const, sharedShare: '0', validFrom: '2026-01-01' }
const sender = { ...receiver, role: 'sender' as const, sharedShare: '1' }
const pointOf = (userId: number, info: object = {}) =>
  insertMeteringPoint(server.db, userId, `4-200000${made++}`, info)
const add = (body: object, client = clients.organiser) =>
  client.call('POST /sharing-groups/:sharingGroupId/members', {
    params: params(),
    body: { ...receiver, ...body } as never,
  })

async function invite(content: object = receiver): Promise<string> {
  await server.db.run(sql`delete from mail`)
  expect((await add({ ...content, email: 'neighbour@test.si' })).status).toBe(200)
  const mail = await server.db.row<{ body_text: string }>(
    sql`select body_text from mail order by id desc limit 1`,
  )
  return /sharing\/invitations\/([\w-]+)/.exec(mail!.body_text)![1]!
}
const read = (token: string) => clients.neighbour.call('POST /sharing-invitations/read', { body: { token } })
const accept = (token: string, abstractDeviceId: number, more: object = {}) =>
  clients.neighbour.call('POST /sharing-invitations/accept', {
    body: { token, subject: { kind: 'point', abstractDeviceId }, ...more },
  })

test('an invitation is for a confirmed address only', async () => {
  const token = await invite()
  const deviceId = await pointOf(ids.neighbour)
  await server.db.run(sql`update app_user set email_verified_at = null where id = ${ids.neighbour}`)
  expect((await read(token)).error?.code).toBe('email_not_verified')
  expect((await accept(token, deviceId)).error?.code).toBe('email_not_verified')
  await server.db.run(sql`update app_user set email_verified_at = now() where id = ${ids.neighbour}`)
  expect((await accept(token, deviceId)).status).toBe(200)
})

test('an invitation to receive says which places are netted by the year, and is not accepted with one', async () => {
  const token = await invite()
  const deviceId = await pointOf(ids.neighbour, { netMetering: true })
  const { places, isSoleSender } = (await read(token)).data.invitation
  expect(
    places.find(({ subject }) => subject.kind === 'point' && subject.abstractDeviceId === deviceId),
  ).toMatchObject({ obstacle: 'yearly_netting' })
  expect(isSoleSender).toBe(false)
  expect((await accept(token, deviceId)).error?.code).toBe('yearly_netting_receives')
  expect((await read(token)).status).toBe(200)
})

test('an invitation to send says if nobody else does, and how few there are', async () => {
  const sole = (await read(await invite(sender))).data.invitation
  expect(sole).toMatchObject({ isSoleSender: true, isPair: true })
  expect(sole.places.filter(({ obstacle }) => obstacle === 'yearly_netting')).toEqual([])
  groupId = await insertSharingGroup(server.db, { ownerId: ids.organiser })
  const one = { ...sender, deviceId: await pointOf(ids.organiser) }
  await insertSharingMember(server.db, groupId, one)
  await insertSharingMember(server.db, groupId, { ...receiver, deviceId: await pointOf(ids.organiser) })
  expect((await read(await invite(sender))).data.invitation).toMatchObject({
    ...{ isSoleSender: false, isPair: false },
  })
})

test('nobody is priced by a list of somebody else, and no location by one of a member', async () => {
  const strangers = await insertPriceList(server.db, { userId: ids.viewer })
  const deviceId = await pointOf(ids.organiser)
  const subject = { kind: 'point', abstractDeviceId: deviceId }
  expect((await add({ subject, priceListId: strangers })).error?.code).toBe('not_found')
  const own = await insertPriceList(server.db, { userId: ids.organiser })
  expect((await add({ subject, priceListId: own })).status).toBe(200)
  const locationId = await insertLocation(server.db, { ...place, ownerId: ids.organiser })
  const joined = await add({ subject: { kind: 'location', locationId }, priceListId: own })
  expect(joined.error?.fields).toEqual({ priceListId: 'regex' })
  const token = await invite()
  const neighbours = await pointOf(ids.neighbour)
  expect((await accept(token, neighbours, { priceListId: strangers })).error?.code).toBe('not_found')
})

test('a home whose netting was entered by hand does not receive if it is netted by the year', async () => {
  const locationId = await insertLocation(server.db, { ...place, ownerId: ids.organiser })
  const point = { userGroup: 0, consumerType: 'RESIDENTIAL', connectionPower: 17, netMetering: true }
  await server.db.run(sql`
    insert into location_pricing (location_id, manual_point, updated_at)
    values (${locationId}, ${JSON.stringify(point)}::jsonb, now())`)
  const subject = { kind: 'location', locationId }
  expect((await add({ subject })).error?.code).toBe('yearly_netting_receives')
  expect((await add({ ...sender, subject })).data.group.members).toMatchObject([{ netting: 'yearly' }])
})

test('a person has so many groups, and no more', async () => {
  await server.db.run(sql`
    insert into sharing_group (owner_id, name, scheme, country_code, organiser, price_terms, valid_from, created_at,
      updated_at)
    select ${ids.viewer}, 'Group', 'sharing', 'SI', organiser, price_terms, valid_from, now(), now()
    from sharing_group, generate_series(1, 200) where id = ${groupId}`)
  const answer = await clients.viewer.call('POST /sharing-groups', {
    body: {
      ...{
        scheme: 'sharing',
        companyId: null,
        name: 'One more',
        validFrom: '2026-01-01',
        communityCase: null,
      },
      priceTerms: { kind: 'free' },
      organiser: {
        ...{ name: 'Me', senderFeePerMonth: '0', receiverFeePerMonth: '0', ownCustomersOnly: false },
        ...{ source: '', validFrom: '2026-01-01' },
      },
    },
  })
  expect(answer.error?.code).toBe('too_many_groups')
  const groups = (await clients.viewer.call('GET /sharing-groups')).data.groups
  expect(groups.filter(({ name }) => name === 'One more')).toEqual([])
})

test('a home that is about to be deleted is not brought in', async () => {
  const locationId = await insertLocation(server.db, { ...place, ownerId: ids.organiser })
  await server.db.run(sql`update location set deletion_due_at = now() where id = ${locationId}`)
  expect((await add({ subject: { kind: 'location', locationId } })).error?.code).toBe('not_found')
})

test('one meter that two people have connected is in one group at a time', async () => {
  const first = await insertMeteringPoint(server.db, ids.organiser, '4-3000000')
  const second = await insertMeteringPoint(server.db, ids.neighbour, '4-3000000')
  expect((await add({ subject: { kind: 'point', abstractDeviceId: first } })).status).toBe(200)
  groupId = await insertSharingGroup(server.db, { ownerId: ids.neighbour })
  const other = { subject: { kind: 'point', abstractDeviceId: second } }
  expect((await add(other, clients.neighbour)).error?.code).toBe('in_another_group')
})

test('whoever may only look at a home does not end its membership', async () => {
  const locationId = await insertLocation(server.db, { ...place, ownerId: ids.neighbour })
  await shareLocation(server.db, ids.viewer, locationId, { edit: false })
  const memberId = await insertSharingMember(server.db, groupId, { ...receiver, locationId })
  const leave = (client: TestClient) =>
    client.call('DELETE /sharing-groups/:sharingGroupId/members/:memberId', {
      params: { ...params(), memberId },
    })
  const seen = (client: TestClient) =>
    client.call('GET /sharing-groups/:sharingGroupId', { params: params() })
  expect((await seen(clients.viewer)).data.group.members).toMatchObject([{ id: memberId, canLeave: false }])
  expect((await leave(clients.viewer)).error?.code).toBe('not_allowed')
  expect((await seen(clients.neighbour)).data.group.members).toMatchObject([{ canLeave: true }])
  expect((await leave(clients.neighbour)).status).toBe(204)
  // Nobody ends it twice, or changes what has ended.
  expect((await leave(clients.neighbour)).error?.code).toBe('not_found')
  const changed = await clients.organiser.call('PUT /sharing-groups/:sharingGroupId/members/:memberId', {
    params: { ...params(), memberId },
    body: { ...receiver, name: 'Other' },
  })
  expect(changed.error?.code).toBe('not_allowed')
})

test('only an open invitation is sent again', async () => {
  const memberId = await insertSharingMember(server.db, groupId, {
    ...receiver,
    deviceId: await pointOf(ids.neighbour),
  })
  const answer = await clients.organiser.call(
    'POST /sharing-groups/:sharingGroupId/members/:memberId/resend',
    { params: { ...params(), memberId } },
  )
  expect(answer.error?.code).toBe('invite_closed')
})

test('a member learns of its own statements only when they were issued', async () => {
  const [mine, theirs] = [
    await insertSharingMember(server.db, groupId, { ...receiver, deviceId: await pointOf(ids.neighbour) }),
    await insertSharingMember(server.db, groupId, { ...sender, deviceId: await pointOf(ids.organiser) }),
  ]
  for (const [memberId, month] of [
    [mine, '2026-01'],
    [theirs, '2026-02'],
  ] as const)
    await server.db.run(sql`
      insert into sharing_statement (group_id, member_id, month, version, is_current, statement, terms, cause, issued_at)
      values (${groupId}, ${memberId}, ${month}, 1, true, '{}', '{}', '{}', now())`)
  const lastMonth = async (client: TestClient) =>
    (await client.call('GET /sharing-groups')).data.groups.find(({ id }) => id === groupId)?.lastMonth
  expect(await lastMonth(clients.neighbour)).toBe('2026-01')
  expect(await lastMonth(clients.organiser)).toBe('2026-02')
})

test('absurd terms and roles of another scheme are refused', async () => {
  const organiser = {
    ...{ name: 'Moj Elektro', senderFeePerMonth: '0', receiverFeePerMonth: '0', ownCustomersOnly: false },
    ...{ source: 'mojelektro.si', validFrom: '2026-01-01' },
  }
  const create = async (more: object) => {
    const answer = await clients.organiser.call('POST /sharing-groups', {
      body: {
        ...{ scheme: 'sharing', companyId: null, name: 'Street', organiser, validFrom: '2026-01-01' },
        ...{ priceTerms: { kind: 'free' }, communityCase: null },
        ...more,
      } as never,
    })
    return answer.error?.fields ?? null
  }
  expect(await create({ priceTerms: { kind: 'fixed', perKwh: '10.01' } })).toEqual({
    'priceTerms.perKwh': 'max_value',
  })
  expect(await create({ organiser: { ...organiser, senderFeePerMonth: '1000.01' } })).toEqual({
    'organiser.senderFeePerMonth': 'max_value',
  })
  expect(await create({ organiser: { ...organiser, receiverFeePerMonth: '1000.01' } })).toEqual({
    'organiser.receiverFeePerMonth': 'max_value',
  })
  expect(await create({ communityCase: 2 })).toEqual({ communityCase: 'regex' })
  expect(await create({ scheme: 'selfSupply', communityCase: 2 })).toBeNull()
  const subject = { kind: 'point', abstractDeviceId: await pointOf(ids.organiser) }
  expect((await add({ subject, role: 'producer', sharedShare: '1' })).error?.fields).toEqual({
    role: 'regex',
  })
  groupId = await insertSharingGroup(server.db, { ownerId: ids.organiser, scheme: 'selfSupply' })
  for (const role of ['sender', 'both'])
    expect((await add({ subject, role, sharedShare: '1' })).error?.fields).toEqual({ role: 'regex' })
})

test('a key names nobody twice', async () => {
  const memberId = await insertSharingMember(server.db, groupId, {
    ...receiver,
    deviceId: await pointOf(ids.organiser),
  })
  const answer = await clients.organiser.call('PUT /sharing-groups/:sharingGroupId/key', {
    params: params(),
    body: {
      validFrom: '2026-01-01',
      key: {
        kind: 'static',
        shares: [
          { memberId, share: '0.5' },
          { memberId, share: '0.5' },
        ],
      },
    },
  })
  expect(answer.error?.fields).toEqual({ 'key.shares': 'regex' })
})
