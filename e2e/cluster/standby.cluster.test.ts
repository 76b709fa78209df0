import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestController,
  type TestController,
  until,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import {
  expectedResult,
  loadMessage,
  readLoadResults,
  runSender,
  type Sender,
} from '../../apps/server/src/features/link/load-test-kit.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { type EventReader, openLive } from '../../apps/server/src/testing/read-events.ts'
import { createTestClient, type TestClient } from '../../apps/server/src/testing/test-client.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { insertCompany, insertLocation, insertUser } from '../../apps/server/src/testing/test-world.ts'
import {
  type PostgresCluster,
  type PostgresStandby,
  startPostgresCluster,
  startStandby,
} from '../../tools/test-run/postgres-cluster.ts'
import { type CloudProcess, startCloudProcess } from '../kit/cloud-process.ts'

// docs/runbooks/standby.md, "The primary is lost": it is killed under load, and the standby takes its place.

const messagesEach = 60
const email = 'ana@test.si'
let primary: PostgresCluster
let standby: PostgresStandby
let name: string
let cloud: CloudProcess
let overMqtt: TestController[]
let overHttp: TestController[]

beforeAll(async () => {
  primary = await startPostgresCluster()
  standby = await startStandby(primary)
  const { databaseUrl } = await createPostgresDatabase(primary.url)
  name = new URL(databaseUrl).pathname
  const db = await openDb({ databaseUrl, dataDir: null })
  await db.run(sql`alter system set synchronous_standby_names = 'standby'`)
  await db.row(sql`select pg_reload_conf()`)
  await until(() => db.row(sql`select 1 from pg_stat_replication where sync_state = 'sync'`))
  await insertUser(db, email, 'ROLE_SUPER_ADMIN')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  const addController = async () =>
    createTestController(db, await insertLocation(db, { companyId, locationGroupId: rootGroupId }))
  const controllers: TestController[] = []
  for (let count = 0; count < 24; count++) controllers.push(await addController())
  overHttp = controllers.slice(0, 4)
  overMqtt = controllers.slice(4)
  await db.close()
  cloud = await startCloudProcess({
    // The standby comes first: it answers, and is passed over.
    DATABASE_URL: `postgres://ohmstead@127.0.0.1:${standby.port},127.0.0.1:${primary.port}${name}?target_session_attrs=read-write`,
  })
  await cloud.ready
})
afterAll(async () => {
  await cloud?.stop()
  standby?.stop()
  primary?.stop()
})

/** Posts like a controller without a broker: each message until it is answered as stored. */
async function runPoster(sender: Sender, startTs: number): Promise<void> {
  const { serial, token } = sender.controller
  for (let index = 0; index < messagesEach; index++) {
    for (;;) {
      const answer = await fetch(`${cloud.url}/link/v1/${serial}/data`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: loadMessage(index, startTs),
      }).catch(() => null)
      if (answer?.ok) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    sender.confirmed = index + 1
  }
}

const health = async () => {
  const answer = await fetch(`${cloud.url}/api/health`)
  const { data } = (await answer.json()) as { data: { status: string } }
  return [answer.status, data.status]
}

/** Until the last reading of each has been stored, on the database that is the primary now. */
async function expectNewest(stream: EventReader, controllers: TestController[], startTs: number) {
  const last = startTs + (messagesEach - 1) * 1000
  for (const { locationId } of controllers)
    await stream.next('latest', (event) => event.location_id === locationId && event.ts === last)
}

async function signIn(): Promise<TestClient> {
  const browser = createTestClient(cloud.url)
  await browser.signIn(email)
  return browser
}

/** Pages that go on reading, some of them in the very moment of the loss. */
function startReaders(browser: TestClient) {
  const statuses: number[] = []
  let isOver = false
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) statuses.push((await browser.request('GET', '/auth/user')).status)
  })
  return {
    count: () => statuses.length,
    /** Each status that any of them got. */
    stop: async () => {
      isOver = true
      await Promise.all(readers)
      return [...new Set(statuses)]
    },
  }
}

test('the primary is killed under load: nothing acknowledged is lost, and everything goes on with the standby', async () => {
  const browser = await signIn()
  const all = [...overHttp, ...overMqtt]
  const watched = overMqtt.slice(0, 3)
  const stream = await openLive(
    cloud.url,
    browser.cookie,
    watched.map(({ locationId }) => locationId!),
  )
  const startTs = Date.now() - 3_600_000
  const senders: Sender[] = all.map((controller) => ({ controller, confirmed: 0 }))
  const confirmed = () => senders.reduce((sum, sender) => sum + sender.confirmed, 0)
  const finished = Promise.all(
    senders.map((sender) =>
      overHttp.includes(sender.controller)
        ? runPoster(sender, startTs)
        : runSender(sender, { port: cloud.mqttPort, count: messagesEach, startTs, confirmation: 'puback' }),
    ),
  )
  await expect.poll(confirmed).toBeGreaterThan(0.2 * all.length * messagesEach)

  const reading = startReaders(browser)
  await expect.poll(reading.count).toBeGreaterThan(20)
  primary.kill()
  await expect.poll(health).toEqual([503, 'database_away'])
  expect(cloud.output()).toMatch(new RegExp(`no host takes writes: .*:${standby.port}: takes no writes`))
  expect(confirmed()).toBeLessThan(all.length * messagesEach)

  standby.promote()
  await expect.poll(health).toEqual([200, 'ok'])
  const before = reading.count()
  await expect.poll(reading.count).toBeGreaterThan(before + 20)
  expect(await reading.stop(), cloud.output()).toEqual([200])
  expect((await browser.call('GET /auth/user')).data.user.email).toBe(email)
  await finished
  await expectNewest(stream, watched, startTs)
  stream.close()

  const db = await openDb({
    databaseUrl: `postgres://ohmstead@127.0.0.1:${standby.port}${name}`,
    dataDir: null,
  })
  try {
    const results = await readLoadResults(db, all)
    expect(all.map(({ id }) => results.get(id))).toEqual(
      all.map(({ id }) => expectedResult(id, messagesEach)),
    )
  } finally {
    await db.close()
  }
})
