import { linkError, linkMessages } from '@ohmstead/contract/link-http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestController, createTestLocation } from './link-test-kit.ts'
import { createSecret, hashSecret } from './secret-hash.ts'

// The link's HTTP answers match openapi.json, to the last field.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function post(path: string, body: unknown, token?: string) {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

/** Nothing more and nothing less. */
const expectExactly = (schema: z.ZodObject, value: unknown) => {
  expect(schema.strict().safeParse(value).error?.issues).toBeUndefined()
}

test('readings that are partly stored, unlinked, or refused', async () => {
  const locationId = await createTestLocation(server.db)
  const { serial, token } = await createTestController(server.db, locationId)
  const message = {
    v: 1,
    seq: 4,
    samples: [{ values: { 'grid/power': 7, 'bat/mode': 'auto' } }, { ts: 5, values: {} }],
  }
  expect(linkMessages.data.safeParse(message).success).toBe(true)
  const stored = await post(`/link/v1/${serial}/data`, message, token)
  expect(stored.status).toBe(200)
  expectExactly(linkMessages.stored, stored.body)
  expect(stored.body).toMatchObject({ seq: 4, stored: 1, rejected: 1, refused: [{ reason: 'too_old' }] })
  const history = await post(`/link/v1/${serial}/history`, { step: 300, samples: [] }, token)
  expectExactly(linkMessages.stored, history.body)

  const free = await createTestController(server.db, null)
  const unlinked = await post(`/link/v1/${free.serial}/data`, message, free.token)
  expect(unlinked.status).toBe(202)
  expectExactly(linkMessages.unlinked, unlinked.body)

  const refused = await post(`/link/v1/${serial}/data`, message, 'wrong')
  expect(refused.status).toBe(401)
  expectExactly(linkError, refused.body)
})

test('an enrolment', async () => {
  const { serial } = await createTestController(server.db, null)
  const secret = createSecret()
  await server.db.run(sql`
    update controller set enrol_secret_hash = ${hashSecret(secret)} where unit_id = ${serial}`)
  const message = { serial, secret, hw: '1.0', os: 'linux', sw: '2.1' }
  expect(linkMessages.enrolment.safeParse(message).success).toBe(true)
  const { status, body } = await post('/link/v1/enroll', message)
  expect(status).toBe(200)
  expectExactly(linkMessages.credentials, body)
})
