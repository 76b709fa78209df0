import { randomBytes } from 'node:crypto'
import mqtt from 'mqtt'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { slotOf } from '../../apps/server/src/platform/mqtt/slot-plan.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { startMosquitto } from '../../apps/server/src/testing/start-mosquitto.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { type Figure, median } from './figure.ts'

// Through Mosquitto: one controller catches up on history, two thousand messages at once, while another one of the same
// slot, read over the same session, sends live.

const rounds = 8
const historyMessages = 2000
const livePauseMs = 50
const minute = 60_000

export async function measureExternalBroker(databaseUrl: string | null): Promise<Figure[]> {
  // Several processes, the reason for an external broker, share a PostgreSQL.
  if (!databaseUrl) return []
  const postgres = await createPostgresDatabase(databaseUrl)
  const db = await openDb({ databaseUrl: postgres.databaseUrl, dataDir: null })
  await migrate(db)
  const [late, live] = await createOfOneSlot(db)
  await db.close()
  const { url, username, password, stop } = await startMosquitto()
  const server = await startServerProcess({
    ...{ MQTT_URL: url, MQTT_USERNAME: username, MQTT_PASSWORD: password },
    ...{ DATABASE_URL: postgres.databaseUrl, SECRET_KEY: randomBytes(32).toString('base64') },
  })
  try {
    const { historyPerSecond, waits } = await run({ url, username, password }, late, live)
    const sorted = waits.sort((a, b) => a - b)
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1]!
    return [
      {
        figure: 'history of one controller through Mosquitto, messages stored per second',
        value: Math.round(historyPerSecond),
        unit: '1/s',
        limit: '≥ 1,000',
        peer: 'one message at a time, as before: 9 to 22',
        holds: historyPerSecond >= 1000,
      },
      {
        figure: 'live of another controller of the same slot meanwhile: publish → ack, p99',
        value: p99,
        unit: 'ms',
        limit: '≤ 250',
        peer: `median ${median(sorted).toFixed(1)} ms of ${sorted.length}`,
        holds: p99 <= 250,
      },
    ]
  } finally {
    await server.stop()
    await stop()
    await postgres.drop()
  }
}

async function createOfOneSlot(db: Db): Promise<[TestController, TestController]> {
  const first = await createTestController(db, await createTestLocation(db, 'Late'))
  const locationId = await createTestLocation(db, 'Live')
  for (;;) {
    const second = await createTestController(db, locationId)
    if (slotOf(second.serial) === slotOf(first.serial)) return [first, second]
  }
}

/** Publishes as the cloud itself, which may write everywhere, so that no passwords have to be set. */
async function run(
  { url, username, password }: { url: string; username: string; password: string },
  late: TestController,
  live: TestController,
): Promise<{ historyPerSecond: number; waits: number[] }> {
  // A sender each, as controllers are: on one connection the live readings would wait behind the history at the broker.
  const connect = () => mqtt.connectAsync(url, { username, password, protocolVersion: 4 })
  const [client, historian] = [await connect(), await connect()]
  const newest = new Map<string, number>()
  const waiting = new Set<() => void>()
  client.on('message', (topic, payload) => {
    newest.set(topic.split('/')[2]!, (JSON.parse(payload.toString()) as { seq: number }).seq)
    for (const wake of waiting) wake()
    waiting.clear()
  })
  await client.subscribeAsync(`ems/v1/+/ack`, { qos: 1 })
  const acknowledged = async (serial: string, seq: number, patienceMs: number) => {
    const end = performance.now() + patienceMs
    while ((newest.get(serial) ?? -1) < seq && performance.now() < end) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve)
        setTimeout(resolve, 200)
      })
    }
    return (newest.get(serial) ?? -1) >= seq
  }
  const send = (serial: string, kind: string, seq: number, ts: number) => {
    const samples = [{ ts, values: { 'grid/power': seq % 3000, 'grid/energy_import': 1000 + ts / 1e6 } }]
    const sender = serial === late.serial ? historian : client
    return sender.publishAsync(`ems/v1/${serial}/${kind}`, JSON.stringify({ v: 1, seq, samples }), { qos: 1 })
  }
  let seq = 0
  do await send(live.serial, 'data', ++seq, Date.now())
  while (!(await acknowledged(live.serial, seq, 500)))
  await send(late.serial, 'data', 0, Date.now())
  await acknowledged(late.serial, 0, 5000)
  const begin = performance.now()
  let isOver = false
  const waits: number[] = []
  const sendLive = async () => {
    while (!isOver) {
      const sent = performance.now()
      await send(live.serial, 'data', ++seq, Date.now())
      await acknowledged(live.serial, seq, 60_000)
      waits.push(performance.now() - sent)
      await new Promise((resolve) => setTimeout(resolve, livePauseMs))
    }
  }
  const sending = sendLive()
  const start = Date.now() - rounds * historyMessages * minute - 3_600_000
  for (let sent = 0; sent < rounds * historyMessages; sent += historyMessages) {
    const round = Array.from({ length: historyMessages }, (_, index) =>
      send(late.serial, 'history', sent + index + 1, start + (sent + index) * minute),
    )
    await Promise.all(round)
    await acknowledged(late.serial, sent + historyMessages, 300_000)
  }
  const historyPerSecond = (rounds * historyMessages * 1000) / (performance.now() - begin)
  isOver = true
  await sending
  await Promise.all([client.endAsync(true), historian.endAsync(true)])
  return { historyPerSecond, waits }
}
