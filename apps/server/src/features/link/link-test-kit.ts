import { randomBytes } from 'node:crypto'
import { createSerial } from '@ohmstead/domain/fleet/serial'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { linkChannel, notifyLink } from './link-notices.ts'
import { sweepLink } from './link-sweep.ts'
import { hashMqttPassword } from './mqtt-password.ts'
import { createSecret, hashSecret } from './secret-hash.ts'

export interface TestController {
  id: number
  serial: string
  password: string
  token: string
  locationId: number | null
}

export async function createTestLocation(db: Queryable, name = 'Home'): Promise<number> {
  const country = await db.row<{ id: number }>(sql`select id from country where code = 'SI'`)
  const company = await db.row<{ id: number }>(
    sql`insert into company (name, country_id) values (${`${name} Ltd`}, ${country!.id}) returning id`,
  )
  const group = await db.row<{ id: number }>(
    sql`insert into location_group (company_id, name) values (${company!.id}, 'All') returning id`,
  )
  const location = await db.row<{ id: number }>(
    sql`insert into location (company_id, location_group_id, name, country_code, time_zone)
        values (${company!.id}, ${group!.id}, ${name}, 'SI', 'Europe/Ljubljana') returning id`,
  )
  return location!.id
}

export async function createTestController(
  db: Queryable,
  locationId: number | null,
): Promise<TestController> {
  const serial = createSerial(randomBytes(15))
  const password = createSecret()
  const token = createSecret()
  const { own, rabbitmq, mosquitto } = hashMqttPassword(password)
  const row = await db.row<{ id: number }>(
    sql`insert into controller (unit_id, kind, location_id, mqtt_password_hash, mqtt_password_rabbitmq,
          mqtt_password_mosquitto, http_token_hash)
        values (${serial}, 'CONTROLLER', ${locationId}, ${own}, ${rabbitmq}, ${mosquitto}, ${hashSecret(token)})
        returning id`,
  )
  return { id: row!.id, serial, password, token, locationId }
}

/** For a separate link, without recomputation of late energy. */
export const noFinisher = { wake: () => {} }

/** Resolves when connected, rejects when refused. */
export async function connectController(
  port: number,
  controller: { serial: string; password: string },
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    clientId: controller.serial,
    username: controller.serial,
    password: controller.password,
    reconnectPeriod: 0,
    ...options,
  })
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  client.on('error', () => {})
  return client
}

export const topicOf = (controller: { serial: string }, kind: string) => `ems/v1/${controller.serial}/${kind}`

export async function publish(
  client: MqttClient,
  controller: { serial: string },
  kind: string,
  message: unknown,
): Promise<void> {
  const payload = typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)
  await client.publishAsync(topicOf(controller, kind), payload, { qos: 1 })
}

/** Waits for a condition that another part brings about. */
export async function until<Value>(
  read: () => Promise<Value | null | undefined | false> | Value | null | undefined | false,
  patienceMs = 120_000,
): Promise<Value> {
  const end = Date.now() + patienceMs
  for (;;) {
    const value = await read()
    if (value) return value
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Resolves when the link of this process has heard every notice that was sent before: they come in order. */
export async function awaitNotices(db: Db): Promise<void> {
  const own = randomBytes(8).toString('hex')
  const heard = Promise.withResolvers<void>()
  const stop = await db.listen(linkChannel, (payload) => {
    if (payload.includes(own)) heard.resolve()
  })
  await notifyLink(db, { t: 'ready', serial: own })
  await heard.promise
  await stop()
}

/** Sweeps as if it had been swept all along: the minutes between would be an absence of the cloud, after which nobody is missed. */
export async function sweepOnTime(db: Db, now: number): Promise<void> {
  await db.run(sql`delete from platform_watch`)
  await sweepLink(db, now, 400)
}

export async function findStored(db: Db, controller: TestController) {
  return db.rows<{ ts: number; values: Record<string, unknown> }>(
    sql`select ts, values from sample where location_id = ${controller.locationId} and controller_id = ${controller.id} order by ts`,
  )
}

export async function findRefusals(db: Db, controller: TestController): Promise<Record<string, number>> {
  const rows = await db.rows<{ reason: string; count: number }>(
    sql`select reason, count from link_refusal where controller_id = ${controller.id}`,
  )
  return Object.fromEntries(rows.map((row) => [row.reason, row.count]))
}
