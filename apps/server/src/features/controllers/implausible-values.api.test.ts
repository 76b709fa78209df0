import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { createTestController, type TestController } from '../link/link-test-kit.ts'

const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let aggregator: TestClient
let company: { companyId: number; rootGroupId: number }
let home: TestController
let elsewhere: TestController

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  company = await insertCompany(db, 'Sun')
  const other = await insertCompany(db, 'Wind')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [company.companyId] })
  const at = ({ companyId, rootGroupId: locationGroupId }: typeof company, of: number | null) =>
    insertLocation(db, { companyId, locationGroupId, ownerId: of })
  home = await createTestController(db, await at(company, ownerId))
  elsewhere = await createTestController(db, await at(other, null))
  owner = server.client()
  aggregator = server.client()
  await owner.signIn('owner@test.si')
  await aggregator.signIn('aggregator@test.si')
})
afterAll(() => server.stop())

async function send({ serial, token }: TestController, samples: { ts: number; values: object }[]) {
  const answer = await fetch(`${server.url}/link/v1/${serial}/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ samples }),
  })
  expect(answer.status).toBe(200)
}

const list = (controllerId: number) =>
  owner.call('GET /locations/:locationId/controllers/:controllerId/implausible-values', {
    params: { locationId: home.locationId!, controllerId },
  })
const listOfCompany = (controllerId: number) =>
  aggregator.call('GET /companies/:companyId/controllers/:controllerId/implausible-values', {
    params: { companyId: company.companyId, controllerId },
  })

test('impossible values are listed with the possible range, the newest hundred first', async () => {
  await send(home, [{ ts: now - 120_000, values: { 'bat/soc': 512, 'bat/power': 1 } }])
  const soc = {
    device_key: 'bat',
    device_name: 'bat',
    metric: 'soc',
    value: 512,
    unit: '%',
    lowest: 0,
    highest: 100.5,
    at: now - 120_000,
  }
  expect((await list(home.id)).data.values).toEqual([soc])
  expect((await listOfCompany(home.id)).data.values).toEqual([soc])
  server.clock.time += 60_000
  for (let index = 0; index < 60; index++) {
    server.clock.time += 1000
    const values = { 'grid/power': 2e6, 'grid/voltage_l1': -1 }
    // Two instants of one message: the newer one represents both.
    await send(home, [
      { ts: now + index * 1000, values },
      { ts: now + index * 1000 - 500, values },
    ])
  }
  const newest = now + 59_000
  const { values } = (await list(home.id)).data
  expect(values).toHaveLength(100)
  expect(values.slice(0, 3)).toMatchObject([
    { metric: 'power', value: 2e6, unit: 'W', lowest: -1e6, highest: 1e6, at: newest },
    { metric: 'voltage_l1', value: -1, unit: 'V', lowest: 0, highest: 1000, at: newest },
    { metric: 'power', at: newest - 1000 },
  ])
  expect(values.some(({ metric }) => metric === 'soc')).toBe(false)
})

test('do not exist for another location', async () => {
  await send(elsewhere, [{ ts: now, values: { 'bat/soc': 512 } }])
  expect((await list(elsewhere.id)).error?.code).toBe('not_found')
  expect((await listOfCompany(elsewhere.id)).error?.code).toBe('not_found')
})
