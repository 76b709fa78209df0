import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../../../../tools/test-run/free-port.ts'
import type { Db } from '../../platform/db/db.ts'
import { openDb } from '../../platform/db/open-db.ts'
import { createDynamicSecurity } from '../../platform/mqtt/dynamic-security.ts'
import { copyEmbeddedDatabase } from '../../testing/embedded-snapshot.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { startMosquitto, type TestMosquitto } from '../../testing/start-mosquitto.ts'
import { createPostgresDatabase } from '../../testing/test-db.ts'
import { createTestController, createTestLocation, type TestController, until } from './link-test-kit.ts'
import {
  type Confirmation,
  expectedResult,
  readLoadResults,
  runSender,
  type Sender,
} from './load-test-kit.ts'
import { hashMqttPassword } from './mqtt-password.ts'

const messagesEach = 30

interface Place {
  settings: Record<string, string>
  open(): Promise<Db>
}

/** A database that outlives its server: PostgreSQL if the run has one, else embedded in a separate folder. */
async function createPlace(): Promise<Place> {
  if (process.env.TEST_DATABASE_URL) {
    const { databaseUrl, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL)
    onTestFinished(drop)
    return { settings: { DATABASE_URL: databaseUrl }, open: () => openDb({ databaseUrl, dataDir: null }) }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'ohmstead-survive-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await copyEmbeddedDatabase(dataDir)
  return { settings: { DATA_DIR: dataDir }, open: () => openDb({ databaseUrl: null, dataDir }) }
}

async function createControllers(place: Place, count: number): Promise<TestController[]> {
  const db = await place.open()
  try {
    return await db.transaction(async (tx) => {
      const controllers: TestController[] = []
      for (let index = 0; index < count; index++) {
        controllers.push(await createTestController(tx, await createTestLocation(tx, `Home ${index}`)))
      }
      return controllers
    })
  } finally {
    await db.close()
  }
}

/** What adding these controllers through the API would have announced to the broker. */
async function addUsers(mosquitto: TestMosquitto, controllers: readonly TestController[]): Promise<void> {
  const { url, username, password } = mosquitto
  const client = await mqtt.connectAsync(url, { username, password })
  const { set } = createDynamicSecurity(client)
  await Promise.all(
    controllers.map(({ serial, password }) =>
      set(serial, { plain: password, hashes: hashMqttPassword(password) }),
    ),
  )
  await client.endAsync()
}

async function expectEverythingOnce(place: Place, controllers: TestController[]): Promise<void> {
  const db = await place.open()
  const results = await readLoadResults(db, controllers)
  await db.close()
  const found = controllers.map((controller) => results.get(controller.id))
  expect(found).toEqual(controllers.map((controller) => expectedResult(controller.id, messagesEach)))
}

function startSenders(controllers: TestController[], port: number, confirmation: Confirmation) {
  const startTs = Date.now() - 3_600_000
  const senders: Sender[] = controllers.map((controller) => ({ controller, confirmed: 0 }))
  const finished = Promise.all(
    senders.map((sender) => runSender(sender, { port, count: messagesEach, startTs, confirmation })),
  )
  const confirmed = () => senders.reduce((sum, sender) => sum + sender.confirmed, 0)
  return { finished, confirmed }
}

describe('a server that dies under load', () => {
  it('loses nothing that it acknowledged to 200 controllers, and stores nothing twice', async () => {
    const place = await createPlace()
    const controllers = await createControllers(place, 200)
    const port = await findFreePort()
    const settings = { ...place.settings, MQTT_PORT: String(port) }
    let server: ServerProcess = await startServerProcess(settings)
    onTestFinished(() => server.kill())
    const { finished, confirmed } = startSenders(controllers, port, 'puback')
    for (const share of [0.2, 0.5, 0.7]) {
      await until(() => confirmed() > 200 * messagesEach * share, 120_000)
      await server.kill()
      server = await startServerProcess(settings)
    }
    await finished
    await server.stop()
    await expectEverythingOnce(place, controllers)
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('two servers on one PostgreSQL and one Mosquitto', () => {
  it('lose nothing that was acknowledged by ack when one of them dies, and count nothing twice', async () => {
    const place = await createPlace()
    const controllers = await createControllers(place, 100)
    const mosquitto = await startMosquitto()
    onTestFinished(() => mosquitto.stop())
    const settings = {
      ...place.settings,
      MQTT_URL: mosquitto.url,
      MQTT_USERNAME: mosquitto.username,
      MQTT_PASSWORD: mosquitto.password,
    }
    const [first, second] = await Promise.all([startServerProcess(settings), startServerProcess(settings)])
    onTestFinished(async () => {
      await Promise.all([first.kill(), second.kill()])
    })
    await addUsers(mosquitto, controllers)
    const { finished, confirmed } = startSenders(controllers, mosquitto.port, 'ack')
    await until(() => confirmed() > 100 * messagesEach * 0.3, 120_000)
    await first.kill()
    await finished
    await second.stop()
    await expectEverythingOnce(place, controllers)
  })
})
