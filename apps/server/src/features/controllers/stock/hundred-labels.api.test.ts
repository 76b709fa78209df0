import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { readLabels } from '../../../testing/read-labels.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../../testing/test-world.ts'
import { until } from '../../link/link-test-kit.ts'

// A hundred controllers handed out with printed labels, and a hundred people who have nothing else.

const count = 100
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
})
afterAll(() => server.stop())

async function printLabels(): Promise<{ serials: string[]; tokens: Map<string, string> }> {
  const { companyId } = await insertCompany(server.db, 'Alpha')
  await insertUser(server.db, 'agent@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const agent = server.client()
  await agent.signIn('agent@test.si')
  const { data } = await agent.call('POST /companies/:companyId/controller-stock', {
    params: { companyId },
    body: { kind: 'CONTROLLER', count, alias: null },
  })
  const { batchId } = await until(async () => {
    const job = await server.db.row<{ detail: { batchId: number } }>(
      sql`select detail from job where id = ${data!.job_id} and state = 'done'`,
    )
    return job?.detail
  })
  const get = (file: string) =>
    fetch(`${server.url}/api/companies/${companyId}/controller-batches/${batchId}/${file}`, {
      headers: { cookie: agent.cookie },
    })
  const labels = Buffer.from(await (await get('labels?locale=sl')).arrayBuffer())
  const rows = (await (await get('credentials')).text()).trimEnd().split('\r\n')
  const [head, ...units] = rows.map((row) => row.split(','))
  const [serialAt, tokenAt] = ['serial', 'http_token'].map((name) => head!.indexOf(name))
  return {
    serials: readLabels(labels)
      .flat()
      .map((address) => new URL(address).searchParams.get('serial')!),
    tokens: new Map(units.map((unit) => [unit[serialAt!]!, unit[tokenAt!]!])),
  }
}

test('a hundred printed labels are claimed by a hundred strangers at once, each with the readings of their own', async () => {
  const { serials, tokens } = await printLabels()
  expect(new Set(serials)).toEqual(new Set(tokens.keys()))
  expect(serials).toHaveLength(count)
  // Each is plugged in before anybody has claimed it, and reports a power that no other has.
  await Promise.all(
    serials.map(async (serial, index) => {
      const { status } = await fetch(`${server.url}/link/v1/${serial}/data`, {
        method: 'POST',
        body: JSON.stringify({ v: 1, samples: [{ values: { 'grid/power': 1000 + index } }] }),
        headers: { authorization: `Bearer ${tokens.get(serial)}` },
      })
      expect(status).toBe(202)
    }),
  )
  await server.deps.link.flush()

  const strangers: { userId: number; stranger: TestClient }[] = []
  for (let index = 0; index < count; index++) {
    const email = `stranger${index}@test.si`
    const userId = await insertUser(server.db, email, 'ROLE_USER_BASIC')
    const stranger = server.client()
    // Each is at home, at an address of their own, and so none of the others counts as an attempt of theirs.
    if (index % 25 === 0) await server.db.script('delete from throttle')
    await stranger.signIn(email)
    strangers.push({ userId, stranger })
  }
  const claims = await Promise.all(
    serials.map(async (unitId, index) => {
      const { userId, stranger } = strangers[index]!
      const found = await stranger.call('POST /setup/controllers/find', { body: { unitId } })
      expect(found.data?.state).toBe('found')
      const { status, data } = await stranger.call('POST /v2/locations/setup', {
        body: {
          location: {
            name: `Home ${index}`,
            countryCode: 'SI',
            region: { code: 'SI', type: 'BIDDING_ZONE' },
            timezone: 'Europe/Ljubljana',
          },
          controller: { unitId },
          userId,
        },
      })
      expect(status).toBe(200)
      return { stranger, locationId: data!.location.id, index }
    }),
  )
  for (const { stranger, locationId, index } of claims) {
    const latest = await until(async () => {
      const { data } = await stranger.call('GET /locations/:locationId/data/latest', {
        params: { locationId },
      })
      return Object.keys(data!.values).length > 0 && data!.values
    })
    expect(Object.values(latest)).toMatchObject([{ value: 1000 + index }])
  }
  const [first, second] = [claims[0]!, claims[1]!]
  const prying = { params: { locationId: second.locationId } }
  expect((await first.stranger.call('GET /locations/:locationId/data/latest', prying)).status).toBe(404)
  const late = await first.stranger.call('POST /setup/controllers/find', {
    body: { unitId: serials[1]! },
  })
  expect(late.data?.state).toBe('linked_to_other')
})
