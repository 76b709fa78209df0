import { randomBytes } from 'node:crypto'
import { createSerial } from '@ohmstead/domain/fleet/serial'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { readSettings } from '../../settings.ts'
import { openTestDb } from '../../testing/test-db.ts'
import type { Link } from './link.ts'
import {
  connectController,
  createTestController,
  createTestLocation,
  noFinisher,
  type TestController,
  until,
} from './link-test-kit.ts'
import { createSecret, hashSecret } from './secret-hash.ts'
import { startLink } from './start-link.ts'

let db: Db
let closeDb: () => Promise<void>
let link: Link
let controllers: TestController[]
let guessed = 0
const answers: string[] = []

const connect = (controller: { serial: string; password: string }) =>
  connectController(link.mqttPort!, controller)

/** Each forged serial with a forged password, all from the address that every controller has behind a proxy. */
function guess(count: number): void {
  guessed += count
  for (let index = 0; index < count; index++)
    connect({ serial: createSerial(randomBytes(15)), password: createSecret() }).catch(({ message }) =>
      answers.push(message),
    )
}

const isTurnedAway = (answer: string) => answer.includes('Server unavailable')

/** Until somebody was rejected without a check; by then the queue is over-full. */
async function fillTheLine(): Promise<void> {
  await until(() => {
    // More than fit, and no more than a slow machine answers before it has to give up sessions.
    if (guessed - answers.length < 400) guess(40)
    return answers.some(isTurnedAway)
  })
  guess(200)
}

/** Connects at the first attempt, while who has to wait in the full queue would be turned away. */
async function connectPastTheLine(controller: { serial: string; password: string }): Promise<void> {
  const client = await connect(controller)
  expect(client.connected).toBe(true)
  await client.endAsync()
}

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  closeDb = opened.close
  const locationId = await createTestLocation(db)
  controllers = [await createTestController(db, locationId), await createTestController(db, locationId)]
  link = await startLink({
    db,
    clock: Date,
    log: pino({ level: 'silent' }),
    settings: readSettings({ MQTT_PORT: '0' }),
    metrics: new Registry(),
    finisher: noFinisher,
  })
})
afterAll(async () => {
  await link.close()
  await closeDb()
})

describe('while forged serials fill the queue of their address', () => {
  it('a controller not seen since the start is accepted at its first attempt', async () => {
    await fillTheLine()
    await connectPastTheLine(controllers[0]!)
  })

  it('so is one whose credentials have just been changed', async () => {
    const controller = controllers[1]!
    const session = await connect(controller)
    const heard = new Promise<void>((resolve) => session.once('close', () => resolve()))
    const password = createSecret()
    await db.run(
      sql`update controller set mqtt_password_hash = ${hashSecret(password)} where id = ${controller.id}`,
    )
    await link.announceCredentials(controller.serial)
    await heard
    await fillTheLine()
    await connectPastTheLine({ ...controller, password })
  })
})
