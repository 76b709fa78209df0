import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { clearAlarm, raiseAlarm } from './alarm-queries.ts'

const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let aggregator: TestClient
let homeId: number
let otherId: number
let rootGroupId: number

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  const company = await insertCompany(db, 'Alpha')
  rootGroupId = company.rootGroupId
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
  const alarm = {
    locationId: homeId,
    controllerId,
    deviceId: deviceIds[0]!,
    type: 'ERROR' as const,
    code: 'E17',
    text: 'Fan',
    at: now,
  }
  await raiseAlarm(db, alarm)
  await raiseAlarm(db, { ...alarm, at: now + 60_000 })
  await raiseAlarm(db, { ...alarm, at: now + 60_000 })
  await raiseAlarm(db, { ...alarm, code: 'E18', at: now - 60_000 })
  await clearAlarm(db, { ...alarm, code: 'E18', at: now })
  await raiseAlarm(db, { ...alarm, code: 'E18', at: now - 1000 })
  const other = await insertController(db, otherId)
  await raiseAlarm(db, {
    ...alarm,
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
  it('of a location come by type, without the cleared ones, in its local time', async () => {
    const { data } = await owner.call('GET /locations/:locationId/alarms', { params: { locationId: homeId } })
    expect(data).toEqual({
      location_id: homeId,
      location_name: 'Home',
      alarms: {
        ERROR: [
          {
            id: expect.any(Number),
            status: 'ACTIVE',
            controller_id: expect.any(Number),
            controller_unit_id: expect.stringContaining('TEST-'),
            device_id: expect.any(Number),
            device_name: 'Inverter',
            event_first_recurrence_date_time: '01. 06. 2026 14:00',
            code: 'E17',
            text: 'Fan',
            recurrences: 2,
          },
        ],
      },
    })
  })

  it('of a group come for the visible locations only', async () => {
    const params = { locationGroupId: rootGroupId }
    const own = (await owner.call('GET /locations-group/:locationGroupId/alarms', { params })).data
    expect(own.locations.map((location) => location.location_name)).toEqual(['Home'])
    const all = (await aggregator.call('GET /locations-group/:locationGroupId/alarms', { params })).data
    expect(all.locations.map((location) => Object.keys(location.alarms))).toEqual([
      ['ERROR'],
      ['CONTROLLER_ERROR_CONNECTION'],
    ])
  })

  it('of a foreign location do not exist', async () => {
    const answer = await owner.call('GET /locations/:locationId/alarms', { params: { locationId: otherId } })
    expect(answer.status).toBe(404)
  })

  it('can be acknowledged and stay until their cause is gone', async () => {
    const read = async () =>
      (await owner.call('GET /locations/:locationId/alarms', { params: { locationId: homeId } })).data.alarms
        .ERROR![0]!
    const params = { locationId: homeId, alarmId: (await read()).id }
    expect(
      (await owner.call('POST /locations/:locationId/alarms/:alarmId/acknowledge', { params })).status,
    ).toBe(204)
    expect((await read()).status).toBe('ACKNOWLEDGED')
    const foreign = await owner.call('POST /locations/:locationId/alarms/:alarmId/acknowledge', {
      params: { locationId: homeId, alarmId: 999_999 },
    })
    expect(foreign.status).toBe(404)
  })
})
