import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { startMosquitto, type TestMosquitto } from '../../apps/server/src/testing/start-mosquitto.ts'
import { testPassword } from '../../apps/server/src/testing/test-client.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { insertUser } from '../../apps/server/src/testing/test-world.ts'
import { findFreePort } from '../../tools/test-run/free-port.ts'
import { type CloudProcess, startCloudProcess } from '../kit/cloud-process.ts'
import { startNginx, type TestNginx } from '../kit/start-nginx.ts'

// docs/runbooks/scale-out.md, "Update": two processes behind nginx, replaced one after the other while pages are read,
// settings are changed and readings come in.

const email = 'ana@test.si'
let db: Db
let dropDatabase: () => Promise<void>
let mosquitto: TestMosquitto
let nginx: TestNginx
let processes: CloudProcess[] = []
let controllers: TestController[]

const ports = await Promise.all([findFreePort(), findFreePort()])

function start(port: number): Promise<CloudProcess> {
  return startCloudProcess({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    MQTT_URL: mosquitto.url,
    MQTT_USERNAME: mosquitto.username,
    MQTT_PASSWORD: mosquitto.password,
    PUBLIC_URL: 'https://localhost',
    TRUST_PROXY: '1',
  })
}

let databaseUrl: string

beforeAll(async () => {
  const database = await createPostgresDatabase(process.env.TEST_DATABASE_URL!)
  databaseUrl = database.databaseUrl
  dropDatabase = database.drop
  db = await openDb({ databaseUrl, dataDir: null })
  await insertUser(db, email, 'ROLE_USER')
  const locationId = await createTestLocation(db)
  controllers = await Promise.all(Array.from({ length: 8 }, () => createTestController(db, locationId)))
  mosquitto = await startMosquitto()
  processes = await Promise.all(ports.map(start))
  await Promise.all(processes.map(({ ready }) => ready))
  nginx = await startNginx({ web: ports, mqtt: mosquitto.port, bare: ports[0]! })
})
afterAll(async () => {
  await nginx?.stop()
  await Promise.all(processes.map((one) => one.stop()))
  await mosquitto?.stop()
  await db?.close()
  await dropDatabase?.()
})

interface Answer {
  status: number
  body: string
  cookies: string[]
}

/** One client: a connection that is kept open, as browsers and controllers do. */
function openClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: nginx.ca })
  return async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const sent = request({
      host: 'localhost',
      port: nginx.ports.web,
      path,
      method,
      agent,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    const [answer] = await once(sent, 'response')
    const cookies = (answer.headers['set-cookie'] ?? []) as string[]
    return { status: answer.statusCode, body: await text(answer), cookies } as Answer
  }
}

test('an update of two processes, one after the other, fails no request and loses no reading', async () => {
  const signIn = await openClient()(
    'POST',
    '/api/auth/login',
    {},
    { data: { email, password: testPassword } },
  )
  expect(signIn.status).toBe(200)
  const cookie = signIn.cookies.map((line) => line.split(';')[0]).join('; ')
  const failed: string[] = []
  const counts = { pages: 0, changes: 0, readings: 0, streams: 0 }
  let isOver = false

  const run = async (
    kind: keyof typeof counts,
    ask: (client: ReturnType<typeof openClient>, round: number) => Promise<Answer>,
  ) => {
    const client = openClient()
    for (let round = 0; !isOver; round++) {
      const answer = await ask(client, round).catch((error: Error) => ({ status: 0, body: error.message }))
      if (answer.status !== 200) failed.push(`${kind} ${answer.status} ${answer.body.slice(0, 200)}`)
      else counts[kind] += 1
      // Some connections are seldom used: those are idle when a process stops.
      await sleep(round % 10 === 0 ? 300 : 20)
    }
  }
  const firstTs = Date.now() - 3_600_000
  const load = [
    ...['/', '/api/site/info', '/api/countries', '/api/auth/sessions'].map((path) =>
      run('pages', (client) => client('GET', path, { cookie })),
    ),
    ...['de', 'sl'].map((locale) =>
      run('changes', (client) => client('PUT', '/api/auth/user/settings', { cookie }, { data: { locale } })),
    ),
    ...controllers.map(({ serial, token }) =>
      run('readings', (client, round) =>
        client(
          'POST',
          `/link/v1/${serial}/data`,
          { authorization: `Bearer ${token}` },
          { v: 1, seq: round, samples: [{ ts: firstTs + round * 1000, values: { 'grid/power': round } }] },
        ),
      ),
    ),
    // Ends when its process stops, and is opened again at the other one.
    run('streams', (client) => client('GET', '/api/live?locations=', { cookie })),
  ]

  await expect.poll(() => counts.readings).toBeGreaterThan(50)
  for (const index of [0, 1]) {
    const old = processes[index]!
    old.signal('SIGTERM')
    expect(await old.ended).toBe(0)
    const fresh = await start(ports[index]!)
    processes[index] = fresh
    await fresh.ready
    // As the runbook says: nginx has to have tried it again before the other one goes.
    await sleep(5000)
  }
  const before = counts.readings
  await expect.poll(() => counts.readings).toBeGreaterThan(before + 50)
  isOver = true
  // The stream ends with its process.
  await Promise.all(processes.splice(0).map((one) => one.stop()))
  await Promise.all(load)

  expect(failed).toEqual([])
  expect(counts.streams).toBeGreaterThanOrEqual(2)
  const stored = await db.row<{ count: number }>(sql`select count(*)::int as count from sample`)
  expect(stored!.count).toBe(counts.readings)
  console.log(`during the update: ${JSON.stringify(counts)}`)
})
