import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { type AlarmCase, clearAlarm, countOtherOpenAlarms, raiseAlarm } from './alarm-queries.ts'

const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let aggregator: TestClient
let companyId: number
let homeId: number
let otherId: number
let rootGroupId: number
let error: AlarmCase

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  const company = await insertCompany(db, 'Alpha')
  rootGroupId = company.rootGroupId
  companyId = company.companyId
  const groupId = await insertGroup(db, company.companyId, rootGroupId, 'North')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [company.companyId] })
  homeId = await insertLocation(db, {
    companyId: company.companyId,
    locationGroupId: groupId,
    name: 'Home',
    ownerId,
  })
  otherId = await insertLocation(db, {
    companyId: company.companyId,
    locationGroupId: groupId,
    name: 'Other',
  })
  await shareLocation(db, ownerId, homeId, { edit: true })
  const { controllerId, deviceIds } = await insertController(db, homeId, [
    { key: 'inv', category: 'HYBRID_INVERTER', name: 'Inverter' },
  ])
  error = {
    locationId: homeId,
    controllerId,
    deviceId: deviceIds[0]!,
    type: 'ERROR',
    code: 'E17',
    text: 'Fan',
    at: now,
  }
  await raiseAlarm(db, error)
  await raiseAlarm(db, { ...error, at: now + 60_000 })
  await raiseAlarm(db, { ...error, at: now + 60_000 })
  await raiseAlarm(db, { ...error, code: 'E18', at: now - 60_000 })
  await clearAlarm(db, { ...error, code: 'E18', at: now })
  await raiseAlarm(db, { ...error, code: 'E18', at: now - 1000 })
  const other = await insertController(db, otherId)
  await raiseAlarm(db, {
    ...error,
    locationId: otherId,
    controllerId: other.controllerId,
    deviceId: null,
    type: 'CONTROLLER_ERROR_CONNECTION',
    code: '',
  })
  owner = server.client()
  aggregator = server.client()
  await owner.signIn('owner@test.si')
  await aggregator.signIn('aggregator@test.si')
})
afterAll(() => server.stop())

describe('alarms', () => {
  it('of a location are listed by type, without the cleared ones, in its local time', async () => {
    const { data } = await owner.call('GET /locations/:locationId/alarms', { params: { locationId: homeId } })
    expect(data).toEqual({
      location_id: homeId,
      location_name: 'Home',
      time_zone: 'Europe/Ljubljana',
      may_acknowledge: true,
      alarms: {
        ERROR: [
          {
            id: expect.any(Number),
            status: 'ACTIVE',
            controller_id: expect.any(Number),
            controller_unit_id: expect.stringContaining('TEST-'),
            device_id: expect.any(Number),
            controller_name: null,
            device_name: 'Inverter',
            device_group_id: 0,
            first_recurrence_at: now,
            acknowledged_at: null,
            acknowledged_by: null,
            cleared_at: null,
            event_first_recurrence_date_time: '01. 06. 2026 14:00',
            code: 'E17',
            clock_offset_ms: null,
            rule: null,
            text: 'Fan',
            recurrences: 2,
          },
        ],
      },
    })
  })

  it('of a group are listed for the visible locations only', async () => {
    const params = { locationGroupId: rootGroupId }
    const own = (await owner.call('GET /locations-group/:locationGroupId/alarms', { params })).data
    expect(own.locations.map((location) => location.location_name)).toEqual(['Home'])
    const all = (await aggregator.call('GET /locations-group/:locationGroupId/alarms', { params })).data
    expect(all.locations.map((location) => Object.keys(location.alarms))).toEqual([
      ['ERROR'],
      ['CONTROLLER_ERROR_CONNECTION'],
    ])
  })

  it('are acknowledged by people who may edit the location, which their page knows', async () => {
    const viewerId = await insertUser(server.db, 'viewer@test.si', 'ROLE_USER_BASIC')
    await shareLocation(server.db, viewerId, homeId, {})
    const viewer = server.client()
    await viewer.signIn('viewer@test.si')
    const params = { locationGroupId: rootGroupId }
    const list = async (client: TestClient) =>
      (await client.call('GET /locations-group/:locationGroupId/alarms', { params })).data.locations
    const home = async (client: TestClient) =>
      (await list(client)).find(({ location_id }) => location_id === homeId)!
    expect(
      (await list(aggregator)).map(({ location_id, may_acknowledge }) => [location_id, may_acknowledge]),
    ).toEqual([
      [homeId, true],
      [otherId, true],
    ])
    const seen = await home(viewer)
    expect(seen.may_acknowledge).toBe(false)
    const refused = await viewer.call('POST /locations/:locationId/alarms/:alarmId/acknowledge', {
      params: { locationId: homeId, alarmId: seen.alarms.ERROR![0]!.id },
    })
    expect(refused.status).toBe(403)
  })

  it('of a foreign location do not exist', async () => {
    const answer = await owner.call('GET /locations/:locationId/alarms', { params: { locationId: otherId } })
    expect(answer.status).toBe(404)
  })

  const readErrors = async () =>
    (await owner.call('GET /locations/:locationId/alarms', { params: { locationId: homeId } })).data.alarms
      .ERROR
  const acknowledge = async (locationId: number, alarmId: number) =>
    (
      await owner.call('POST /locations/:locationId/alarms/:alarmId/acknowledge', {
        params: { locationId, alarmId },
      })
    ).status

  it('can be acknowledged, and stay until their cause is gone', async () => {
    const { id } = (await readErrors())![0]!
    expect(await acknowledge(homeId, id)).toBe(204)
    await raiseAlarm(server.db, { ...error, at: now + 120_000 })
    expect(await readErrors()).toMatchObject([
      {
        ...{ id, status: 'ACKNOWLEDGED', recurrences: 3 },
        ...{ acknowledged_at: now, acknowledged_by: 'Ana' },
      },
    ])
    await clearAlarm(server.db, { ...error, at: now + 180_000 })
    expect(await readErrors()).toBeUndefined()
    expect(await acknowledge(homeId, id)).toBe(404)
    // Of a group of thousands only those with alarms are told.
    const params = { locationGroupId: rootGroupId }
    const all = (await aggregator.call('GET /locations-group/:locationGroupId/alarms', { params })).data
    expect(all.locations.map(({ location_id }) => location_id)).toEqual([otherId])
  })

  it('that ended in the last seven days are listed on request, with who acknowledged them', async () => {
    const ask = async (client: TestClient) =>
      (
        await client.call('GET /locations-group/:locationGroupId/alarms', {
          params: { locationGroupId: rootGroupId },
          query: { state: 'ended' },
        })
      ).data.locations.flatMap(({ location_id, alarms }) =>
        Object.values(alarms)
          .flat()
          .map(({ code, status, cleared_at, acknowledged_by }) => [
            ...[location_id, code, status],
            ...[cleared_at, acknowledged_by],
          ]),
      )
    const expected = [
      [homeId, 'E17', 'CLEARED', now + 180_000, 'Ana'],
      [homeId, 'E18', 'CLEARED', now, null],
    ]
    expect(await ask(owner)).toEqual(expected)
    await server.db.run(
      sql`update alarm set cleared_at = ${new Date(now - 7 * 86_400_000 - 1)} where code = 'E18'`,
    )
    expect(await ask(owner)).toEqual(expected.slice(0, 1))
  })

  it('are counted for the visible locations with open alarms', async () => {
    const ask = async (client: TestClient, companyId?: number) =>
      (await client.call('GET /alarms/counts', { query: companyId === undefined ? {} : { companyId } })).data
        .locations
    expect(await ask(owner)).toEqual([])
    await raiseAlarm(server.db, { ...error, code: 'E19', at: now })
    await raiseAlarm(server.db, { ...error, code: 'E20', at: now })
    const seen = (await readErrors())![0]!
    expect(await acknowledge(homeId, seen.id)).toBe(204)
    const home = { location_id: homeId, company_id: companyId, open: 2, unseen: 1 }
    expect(await ask(owner)).toEqual([home])
    expect(await ask(aggregator)).toEqual([
      home,
      { location_id: otherId, company_id: companyId, open: 1, unseen: 1 },
    ])
    expect(await ask(aggregator, companyId)).toHaveLength(2)
    expect(await ask(aggregator, companyId + 1)).toEqual([])
    for (const code of ['E19', 'E20']) await clearAlarm(server.db, { ...error, code, at: now })
  })

  it('name a removed device without a link to its page', async () => {
    await raiseAlarm(server.db, { ...error, code: 'E21', at: now })
    await server.db.run(sql`update device set deleted_at = now() where id = ${error.deviceId}`)
    expect(await readErrors()).toMatchObject([{ device_name: 'Inverter', device_group_id: null }])
    await server.db.run(sql`update device set deleted_at = null where id = ${error.deviceId}`)
    await clearAlarm(server.db, { ...error, code: 'E21', at: now })
  })

  it("of another location cannot be acknowledged, neither there nor through one's own", async () => {
    const alarm = await server.db.row<{ id: number }>(
      sql`select id from alarm where location_id = ${otherId} and status = 'ACTIVE'`,
    )
    expect(await acknowledge(homeId, alarm!.id)).toBe(404)
    expect(await acknowledge(otherId, alarm!.id)).toBe(404)
    expect(await acknowledge(homeId, 999_999)).toBe(404)
    const after = await server.db.row(sql`select status, acknowledged_by from alarm where id = ${alarm!.id}`)
    expect(after).toEqual({ status: 'ACTIVE', acknowledged_by: null })
  })
})

it('open alarms of a controller are counted except for the given one', async () => {
  const { db } = server
  const devices = [
    { key: 'one', category: 'GRID' },
    { key: 'two', category: 'GRID' },
  ] as const
  const [mine, other] = [
    await insertController(db, otherId, [...devices]),
    await insertController(db, otherId, [{ key: 'three', category: 'GRID' }]),
  ]
  const alarm: AlarmCase = {
    ...{ locationId: otherId, controllerId: mine.controllerId, deviceId: mine.deviceIds[0]! },
    ...{ type: 'ERROR', code: 'E1', text: null, at: now },
  }
  const count = () => countOtherOpenAlarms(db, alarm)
  await raiseAlarm(db, alarm)
  await raiseAlarm(db, { ...alarm, controllerId: other.controllerId, deviceId: other.deviceIds[0]! })
  expect(await count()).toBe(0)
  await raiseAlarm(db, { ...alarm, deviceId: mine.deviceIds[1]! })
  expect(await count()).toBe(1)
  await raiseAlarm(db, { ...alarm, type: 'OFF_GRID' })
  expect(await count()).toBe(2)
  const cleared = { ...alarm, code: 'E2' }
  await raiseAlarm(db, cleared)
  expect(await count()).toBe(3)
  await clearAlarm(db, { ...cleared, at: now + 1 })
  expect(await count()).toBe(2)
})

it('what comes back within half an hour is the same alarm, and later another', async () => {
  const { db } = server
  const { controllerId } = await insertController(db, otherId)
  const minute = 60_000
  const alarm: AlarmCase = {
    ...{ locationId: otherId, controllerId, deviceId: null },
    ...{ type: 'ERROR', code: 'FLAP', text: null, at: now },
  }
  const rows = () =>
    db.rows(
      sql`select status, recurrences, reopenings, cleared_at from alarm where code = 'FLAP' order by id`,
    )
  for (let round = 0; round < 4; round++) {
    expect(await raiseAlarm(db, { ...alarm, at: now + round * 20 * minute })).toBe(true)
    expect(await clearAlarm(db, { ...alarm, at: now + (round * 20 + 5) * minute })).toBe(true)
  }
  expect(await rows()).toEqual([
    { status: 'CLEARED', recurrences: 4, reopenings: 3, cleared_at: now + 65 * minute },
  ])
  // What comes late says nothing new.
  expect(await raiseAlarm(db, { ...alarm, at: now + 64 * minute })).toBe(false)
  expect(await raiseAlarm(db, { ...alarm, at: now + 95 * minute })).toBe(true)
  expect(await clearAlarm(db, { ...alarm, at: now + 94 * minute })).toBe(false)
  expect(await rows()).toMatchObject([{ status: 'ACTIVE', recurrences: 5, cleared_at: null }])
  await clearAlarm(db, { ...alarm, at: now + 96 * minute })
  expect(await raiseAlarm(db, { ...alarm, at: now + 126 * minute + 1 })).toBe(true)
  expect(await rows()).toMatchObject([{ status: 'CLEARED' }, { status: 'ACTIVE', recurrences: 1 }])
  await clearAlarm(db, { ...alarm, at: now + 127 * minute })
})
