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
import { clearAlarm, raiseAlarm } from '../alarms/alarm-queries.ts'

const start = Date.UTC(2026, 5, 1, 12)
const hour = 3_600_000
let server: TestServer
let aggregator: TestClient
let other: TestClient
let guest: TestClient
let company: { companyId: number; rootGroupId: number }
let homeId: number
let hiddenId: number
let controllerId: number

beforeAll(async () => {
  server = await startTestServer({ time: start })
  const { db } = server
  company = await insertCompany(db, 'Alpha')
  const { companyId } = company
  const below = await insertGroup(db, companyId, company.rootGroupId, 'North')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await insertUser(db, 'other@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const guestId = await insertUser(db, 'guest@test.si', 'ROLE_USER')
  homeId = await insertLocation(db, { companyId, locationGroupId: below, name: 'Home' })
  hiddenId = await insertLocation(db, { companyId, locationGroupId: company.rootGroupId, name: 'Hidden' })
  await shareLocation(db, guestId, homeId)
  controllerId = (await insertController(db, homeId)).controllerId
  await db.run(sql`update location set latitude = 46, longitude = 14.5 where id = ${homeId}`)
  await db.run(sql`update location set created_at = ${new Date(start - 100 * hour)}`)
  aggregator = server.client()
  other = server.client()
  guest = server.client()
  await aggregator.signIn('aggregator@test.si')
  await other.signIn('other@test.si')
  await guest.signIn('guest@test.si')
})
afterAll(() => server.stop())

const params = () => ({ locationGroupId: company.rootGroupId })
const filter = { layout: 'map' as const, state: 'offline' as const, search: 'brdo' }
const keep = (client: TestClient, name: string) =>
  client.call('POST /location-groups/:locationGroupId/views', { params: params(), body: { name, filter } })
const list = async (client: TestClient) =>
  (await client.call('GET /location-groups/:locationGroupId/views', { params: params() })).data.views

describe('a kept view', () => {
  it('is for the person alone; one of the same name replaces it', async () => {
    await keep(aggregator, 'Lost')
    const again = await keep(aggregator, 'Lost')
    expect(await list(aggregator)).toEqual([{ id: again.data.view.id, name: 'Lost', filter }])
    expect(await list(other)).toEqual([])
    const remove = async (client: TestClient) =>
      (
        await client.call('DELETE /location-groups/:locationGroupId/views/:groupViewId', {
          params: { ...params(), groupViewId: again.data.view.id },
        })
      ).status
    expect(await remove(other)).toBe(204)
    expect(await list(aggregator)).toHaveLength(1)
    expect(await remove(aggregator)).toBe(204)
    expect(await list(aggregator)).toEqual([])
  })

  it('is one of thirty at most, also of many kept at once', async () => {
    const answers = await Promise.all(Array.from({ length: 33 }, (_, index) => keep(other, `View ${index}`)))
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(answers.find(({ status }) => status === 409)!.error).toMatchObject({ code: 'too_many_views' })
    expect((await keep(other, answers[0]!.data?.view.name ?? 'View 0')).status).toBe(200)
  })
})

describe('a visit', () => {
  const visit = async (client: TestClient) =>
    (await client.call('PUT /location-groups/:locationGroupId/visit', { params: params() })).data

  it('tells what has changed since the one before; looks within half an hour are one', async () => {
    expect(await visit(aggregator)).toMatchObject({ since: null, alarms_raised: 0, newest: [] })
    const alarm = { locationId: homeId, controllerId, deviceId: null, type: 'ERROR' as const, text: null }
    await raiseAlarm(server.db, { ...alarm, code: 'old', at: start - hour })
    server.clock.time = start + hour
    await raiseAlarm(server.db, { ...alarm, code: 'E1', at: start + hour / 2 })
    await raiseAlarm(server.db, { ...alarm, code: 'E2', at: start + hour / 2 })
    await clearAlarm(server.db, { ...alarm, code: 'E2', at: start + hour })
    await server.db.run(
      sql`update controller set linked_at = ${new Date(start + 1)} where id = ${controllerId}`,
    )
    const changed = {
      ...{ since: start, alarms_raised: 2, alarms_open: 1, alarms_ended: 1 },
      ...{ locations_added: 0, controllers_added: 1 },
    }
    const found = await visit(aggregator)
    expect(found).toMatchObject(changed)
    expect(found.newest).toMatchObject([{ type: 'ERROR', location: { id: homeId, name: 'Home' } }])
    server.clock.time = start + hour + 29 * 60_000
    expect(await visit(aggregator)).toMatchObject(changed)
    server.clock.time = start + 3 * hour
    expect(await visit(aggregator)).toMatchObject({ alarms_raised: 0, alarms_ended: 0 })
  })

  it('tells nobody of locations that they do not see', async () => {
    await visit(guest)
    server.clock.time = start + 6 * hour
    await server.db.run(sql`update location set created_at = ${new Date(start + 5 * hour)}`)
    expect(await visit(guest)).toMatchObject({ locations_added: 1 })
    expect(await visit(aggregator)).toMatchObject({ locations_added: 2 })
  })
})

describe('the map', () => {
  it('shows what one sees and has a position, and its pulse is in the same order', async () => {
    const map = (await aggregator.call('GET /location-groups/:locationGroupId/map', { params: params() }))
      .data
    expect(map).toMatchObject({
      ids: [homeId],
      names: ['Home'],
      latitudes: [46],
      longitudes: [14.5],
      unplaced: 1,
      tiles: null,
    })
    const ask = async (client: TestClient) =>
      (await client.call('GET /location-groups/:locationGroupId/pulse', { params: params() })).data
    expect(await ask(aggregator)).toMatchObject({
      ...{
        ids: [homeId, hiddenId],
        states: ['alarm', 'empty'],
        attention: [true, false],
        grid: [null, null],
      },
    })
    expect((await ask(guest)).ids).toEqual([homeId])
  })
})
