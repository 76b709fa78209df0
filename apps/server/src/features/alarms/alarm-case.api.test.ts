import type { AlarmCaseView } from '@ohmstead/contract/alarms-case'
import { readyRules } from '@ohmstead/domain/alarms/alarm-rule'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { clearAlarm, raiseAlarm } from './alarm-queries.ts'
import { clearRuleAlarms, raiseRuleAlarms } from './rule-alarm-queries.ts'

const now = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
let server: TestServer
let owner: TestClient
let aggregator: TestClient
let company: { companyId: number; rootGroupId: number }
let homeId: number
let homeController: number
let homeDevices: number[]
const neighbours: { id: number; controllerId: number }[] = []

/** The places are some kilometres apart on one line to the north; the last one is out of reach. */
const stepDegrees = 0.03

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  company = await insertCompany(db, 'Alpha')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [company.companyId] })
  const place = async (name: string, latitude: number, own: number | null = null) => {
    const { companyId, rootGroupId: locationGroupId } = company
    const id = await insertLocation(db, { companyId, locationGroupId, name, ownerId: own })
    await db.run(sql`update location set latitude = ${latitude}, longitude = 14.5 where id = ${id}`)
    return id
  }
  homeId = await place('Home', 46, ownerId)
  const home = await insertController(db, homeId, [
    { key: 'inv', category: 'HYBRID_INVERTER' },
    { key: 'bat', category: 'BATTERY' },
    { key: 'grid', category: 'GRID' },
  ])
  homeController = home.controllerId
  homeDevices = home.deviceIds
  for (let step = 1; step <= 5; step++) {
    const id = await place(`N${step}`, 46 + step * stepDegrees)
    neighbours.push({ id, controllerId: (await insertController(db, id)).controllerId })
  }
  const far = await place('Far', 47)
  neighbours.push({ id: far, controllerId: (await insertController(db, far)).controllerId })
  await db.run(sql`update controller set last_seen_at = ${new Date(now)}`)
  owner = server.client()
  aggregator = server.client()
  await owner.signIn('owner@test.si')
  await aggregator.signIn('aggregator@test.si')
})
afterAll(() => server.stop())

describe('a lost connection', () => {
  it('that only one home has is told from one that many have', async () => {
    await change(homeController, now - 10 * minute, false)
    const alarmId = await raise({ deviceId: null, type: 'CONTROLLER_ERROR_CONNECTION', code: '' })
    const alone = await read(aggregator, alarmId)
    expect(alone.began_at).toBe(now - 10 * minute)
    expect(alone.range).toEqual({ from: now - 40 * minute, to: now })
    expect(alone.stretches).toEqual([{ from: now - 10 * minute, to: null }])
    expect(alone.neighbours).toMatchObject({
      ...{ basis: 'distance', extent: 'only_here', compared: 5, alike: 0 },
    })
    expect(alone.neighbours!.places.map(({ location_name }) => location_name)).toEqual([
      ...['N1', 'N2', 'N3', 'N4', 'N5'],
    ])
    expect(alone.neighbours!.places[0]!.distance_km).toBeCloseTo(3.3, 1)
    for (const { controllerId } of neighbours.slice(2)) await change(controllerId, now - 12 * minute, false)
    await change(neighbours[0]!.controllerId, now - 300 * minute, false)
    const many = (await read(aggregator, alarmId)).neighbours!
    expect(many).toMatchObject({ extent: 'many', compared: 4, alike: 3 })
    expect(many.places.map(({ location_name, state }) => `${location_name} ${state}`)).toEqual([
      ...['N3 alike', 'N4 alike', 'N5 alike', 'N1 before', 'N2 fine'],
    ])
  })

  it('tells a household how many others have it, never which', async () => {
    const alarmId = await findAlarmId('CONTROLLER_ERROR_CONNECTION')
    await server.db.run(
      sql`delete from controller_connection where controller_id = ${neighbours[0]!.controllerId}`,
    )
    const { neighbours: found } = await read(owner, alarmId)
    expect(found).toMatchObject({ extent: 'many', compared: 5, alike: 3, places: [] })
    // One home less, and nothing is said.
    await server.db.run(
      sql`update controller set revoked_at = now() where id = ${neighbours[1]!.controllerId}`,
    )
    expect((await read(owner, alarmId)).neighbours).toMatchObject({
      extent: 'unknown',
      compared: 0,
      alike: 0,
    })
    expect((await read(aggregator, alarmId)).neighbours).toMatchObject({ compared: 4, alike: 3 })
    await server.db.run(sql`update controller set revoked_at = null`)
  })

  it('without a position is compared within the group', async () => {
    await server.db.run(sql`update location set latitude = null where id = ${homeId}`)
    const { neighbours: found } = await read(aggregator, await findAlarmId('CONTROLLER_ERROR_CONNECTION'))
    expect(found).toMatchObject({ basis: 'group', compared: 6 })
    expect(found!.places[0]!.distance_km).toBeNull()
    await server.db.run(sql`update location set latitude = 46 where id = ${homeId}`)
  })
})

describe('an error of a device', () => {
  it('says how its siblings are, which homes have the same, and how often it came before', async () => {
    const [deviceId, other] = homeDevices as [number, number]
    const error = { type: 'ERROR' as const, code: 'E17' }
    for (const days of [100, 20, 10]) {
      const at = now - days * 86_400_000
      await raise({ deviceId, ...error, at })
      await clearAlarm(server.db, { ...asCase(deviceId, error), at: at + minute })
    }
    await raise({ deviceId: other, type: 'ERROR_COMMUNICATION', code: 'no_values' })
    await raise({ ...error, deviceId: null, at: now - minute }, neighbours[0])
    await raise({ ...error, code: 'E18', deviceId: null, at: now }, neighbours[1])
    const alarmId = await raise({ deviceId, ...error })
    const found = await read(aggregator, alarmId)
    expect(found).toMatchObject({ began_at: now, siblings: { total: 2, silent: 1 }, earlier: { count: 2 } })
    expect(found.earlier.last[0]).toMatchObject({ first_recurrence_at: now - 10 * 86_400_000 })
    expect(found.neighbours).toMatchObject({ extent: 'some', compared: 5, alike: 1 })
    expect(found.neighbours!.places[0]).toMatchObject({ location_name: 'N1', state: 'alike' })
  })
})

describe('one alarm of a rule for all locations of a group', () => {
  it('lists where its condition holds, as far as the reader may see', async () => {
    const { db } = server
    const [first, second, third] = [homeId, neighbours[0]!.id, neighbours[1]!.id]
    const { ruleId } = (await db.row<{ ruleId: number }>(sql`
      insert into alarm_rule (company_id, location_group_id, name, kind, settings, duration_seconds, grouping)
      values (${company.companyId}, ${company.rootGroupId}, '', 'metric', '{}', 0, 'together') returning id as "ruleId"`))!
    await db.run(sql`
      insert into alarm_rule_state (rule_id, location_id, device_key, newest, is_raised)
      select ${ruleId}, id, key, now(), raised from (values (${first}::int, 'inv', true), (${first}, 'bat', true),
        (${second}, 'inv', true), (${third}, 'inv', false)) as s (id, key, raised)`)
    const { settings } = readyRules[0]!
    const facts = {
      ...{ name: null, kind: 'metric' as const, settings, durationSeconds: 0, isTogether: true },
      ...{ value: 1, limit: 1, compared: null },
    }
    const [opened] = await raiseRuleAlarms(db, [
      { ruleId, locationId: homeId, deviceId: null, facts, at: now },
    ])
    const places = [
      { location_id: first, location_name: 'Home' },
      { location_id: second, location_name: 'N1' },
    ]
    expect((await read(aggregator, opened!.id)).affected).toEqual({ count: 2, places })
    expect((await read(owner, opened!.id)).affected).toEqual({ count: 2, places: places.slice(0, 1) })
    await clearRuleAlarms(db, [opened!.id], now)
    expect((await read(aggregator, opened!.id)).affected).toBeNull()
  })
})

describe('an alarm', () => {
  it('of another home, or none, is not found', async () => {
    const alarmId = await findAlarmId('ERROR')
    const ask = async (client: TestClient, locationId: number, id: number) =>
      (await askFor(client, locationId, id)).status
    expect(await ask(aggregator, neighbours[0]!.id, alarmId)).toBe(404)
    expect(await ask(owner, neighbours[0]!.id, alarmId)).toBe(404)
    expect(await ask(owner, homeId, 999_999)).toBe(404)
    expect(await ask(owner, homeId, alarmId)).toBe(200)
  })
})

async function change(controllerId: number, at: number, online: boolean) {
  await server.db.run(sql`insert into controller_connection (controller_id, at, online)
    values (${controllerId}, ${new Date(at)}, ${online})`)
}

const asCase = (deviceId: number | null, { type, code }: { type: 'ERROR'; code: string }) => ({
  ...{ locationId: homeId, controllerId: homeController, deviceId, type, code },
})

async function raise(
  alarm: {
    deviceId: number | null
    type: Parameters<typeof raiseAlarm>[1]['type']
    code: string
    at?: number
  },
  where = { id: homeId, controllerId: homeController },
): Promise<number> {
  const { id: locationId, controllerId } = where
  const at = alarm.at ?? now - (alarm.type === 'CONTROLLER_ERROR_CONNECTION' ? 5 * minute : 0)
  await raiseAlarm(server.db, { ...alarm, locationId, controllerId, text: null, at })
  return (await server.db.row<{ id: number }>(sql`select max(id) as id from alarm`))!.id
}

async function findAlarmId(type: string): Promise<number> {
  return (await server.db.row<{ id: number }>(
    sql`select max(id) as id from alarm where type = ${type} and location_id = ${homeId}`,
  ))!.id
}

const askFor = (client: TestClient, locationId: number, alarmId: number) =>
  client.call('GET /locations/:locationId/alarms/:alarmId', { params: { locationId, alarmId } })

async function read(client: TestClient, alarmId: number): Promise<AlarmCaseView> {
  const answer = await askFor(client, homeId, alarmId)
  expect(answer.status).toBe(200)
  return answer.data.case
}
