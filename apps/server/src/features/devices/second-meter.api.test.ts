import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { createTestController, type TestController } from '../link/link-test-kit.ts'

const noon = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
let server: TestServer
let owner: TestClient
let newLocation: () => Promise<number>

beforeAll(async () => {
  server = await startTestServer({ time: noon })
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(server.db, 'Sun')
  const ownerId = await insertUser(server.db, 'owner@test.si', 'ROLE_USER_BASIC')
  newLocation = () => insertLocation(server.db, { companyId, locationGroupId, ownerId })
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

/** A meter that counts 10 Wh a minute, or shows as much power, over the minutes [from, to] after noon. */
async function send(home: TestController, [from, to]: [number, number], how: 'register' | 'power') {
  server.clock.time = Math.max(server.clock.time, noon + to * minute)
  const samples = Array.from({ length: to - from + 1 }, (_, index) => ({
    ts: noon + (from + index) * minute,
    values: how === 'power' ? { 'grid/power': 600 } : { 'grid/energy_import': (from + index) * 10 },
  }))
  const answer = await fetch(`${server.url}/link/v1/${home.serial}/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.token}` },
    body: JSON.stringify({ samples }),
  })
  expect(answer.status).toBe(200)
}

async function findMeter(home: TestController): Promise<number> {
  return (await server.db.row<{ id: number }>(sql`select id from device where controller_id = ${home.id}`))!
    .id
}

async function imported({ locationId }: TestController): Promise<number> {
  await server.deps.finisher.settle()
  const { data } = await owner.call('GET /locations/:locationId/data/energy', {
    params: { locationId: locationId! },
    query: { from: noon, to: noon + 24 * 60 * minute, interval: 3600 },
  })
  return data.totals.grid_import!
}

test.each([
  ['that came later', 60, 1200],
  ['that was there before', 0, 1200],
] as const)(
  'a second meter %s and is taken out counts no more, also of the time that both measured',
  async (_, start, whole) => {
    const locationId = await newLocation()
    const [kept, extra] = [
      await createTestController(server.db, locationId),
      await createTestController(server.db, locationId),
    ]
    await send(kept, [60 - start, 120], 'register')
    await send(extra, [start, 119], 'power')
    const both = await imported(kept)
    expect(both).toBeGreaterThan(whole)
    const [keptId, extraId] = [await findMeter(kept), await findMeter(extra)]
    const params = { locationId, deviceId: extraId }
    const query = { kept: keptId }
    const taken = await owner.call('DELETE /locations/:locationId/devices/:deviceId', { params, query })
    expect(taken.status).toBe(204)
    expect(await imported(kept)).toBe(whole)
    // It sends all the same.
    await send(extra, [120, 140], 'power')
    await send(kept, [121, 140], 'register')
    expect(await imported(kept)).toBe(whole + 200)
    await owner.call('POST /locations/:locationId/devices/:deviceId/restore', { params })
    expect(await imported(kept)).toBeGreaterThan(both)
  },
)
