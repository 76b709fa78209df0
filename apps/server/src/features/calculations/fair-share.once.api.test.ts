import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import type { CalculationTask } from './calculation-task.ts'

let server: TestServer
const people: Record<'ana' | 'bor', { client: TestClient; deviceId: number }> = {} as never

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  for (const [at, name] of (['ana', 'bor'] as const).entries()) {
    const userId = await insertUser(db, `${name}@test.si`, 'ROLE_USER_BASIC')
    const deviceId = await insertMeteringPoint(db, userId, `4-000000${at}`)
    await insertQuarterHours(db, deviceId, ['2025-05-01', '2026-05-01'], livingPower)
    const client = server.client()
    await client.signIn(`${name}@test.si`)
    people[name] = { client, deviceId }
  }
})
afterAll(() => server.stop())

/** Requests a document of a year; each price makes it a different question. */
const askForPdf = ({ client, deviceId }: typeof people.ana, vt: number, signal?: AbortSignal) =>
  fetch(`${server.url}/api/pricing/abstract-devices/${deviceId}/calculations/pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: client.cookie },
    body: JSON.stringify({ data: { vt, mt: 0.1, et: null, from: '2025-05-01', to: '2026-04-30' } }),
    ...(signal && { signal }),
  })

test('what one person requested and abandoned is dropped, and another person is served at once', async () => {
  const handOver = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => handOver.mockRestore())
  const pricesOfBor = () =>
    handOver.mock.calls.flatMap(([task]) => {
      const { kind, input } = task as Extract<CalculationTask, { kind: 'calculate' }>
      const vt = kind === 'calculate' ? input.energyPrices?.vt : null
      return vt && vt >= 1 ? [vt] : []
    })
  const leave = new AbortController()
  const flood = Array.from({ length: 10 }, (_, at) => askForPdf(people.bor, 1 + at / 100, leave.signal))
  const outcomes = Promise.allSettled(flood)
  await expect.poll(() => pricesOfBor().length).toBeGreaterThan(0)
  const question = { vt: 0.2, mt: 0.1, et: null, from: '2026-04-01', to: '2026-04-30' }
  const { client, deviceId } = people.ana
  const calculate = 'POST /pricing/abstract-devices/:deviceId/calculations'
  expect((await client.call(calculate, { params: { deviceId }, body: question as never })).status).toBe(200)
  const begun = pricesOfBor().length
  expect(begun).toBeLessThan(10)
  leave.abort()
  expect((await outcomes).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(5)
  // A document of another person and one more of the same: the queue is empty except for what ran.
  expect((await askForPdf(people.ana, 0.3)).status).toBe(200)
  expect((await askForPdf(people.bor, 2)).status).toBe(200)
  expect(pricesOfBor().length).toBeLessThan(begun + 5)
})

test('a full queue refuses with the time to retry, and stays short for others', async () => {
  const leave = new AbortController()
  const flood = Array.from({ length: 30 }, (_, at) => askForPdf(people.bor, 3 + at / 100, leave.signal))
  const refused = await Promise.any(
    flood.map(async (asked) => {
      const answer = await asked
      if (answer.status !== 503) throw new Error(`${answer.status}`)
      return answer
    }),
  )
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await refused.json()).toEqual({ error: { code: 'server_busy', retryAfterSeconds: 10 } })
  expect((await askForPdf(people.ana, 0.4)).status).toBe(200)
  leave.abort()
  await Promise.allSettled(flood)
})
