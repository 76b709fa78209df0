import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { createSession } from '../../apps/server/src/features/auth/session.ts'
import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { type EventReader, openLive } from '../../apps/server/src/testing/read-events.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { openBenchDatabase } from './bench-database.ts'
import { createFleet } from './create-fleet.ts'
import type { Figure } from './figure.ts'
import { connectRawMqtt, type RawMqttClient } from './raw-mqtt-client.ts'

// From a controller's message that raises an alarm to the event that the bell of an open page follows, and to the request at
// the push service of its owner's browser: 200 alarms in a minute at 200 of 5,000 homes, which all send their readings
// every ten seconds meanwhile.

const homes = 5000
const alarms = 200
const minuteMs = 60_000
const everyMs = 10_000

export async function measureAlarmNotices(url: string | null): Promise<Figure[]> {
  if (!url) return []
  const bench = await openBenchDatabase(url, Date.now())
  const pushedAt = new Map<number, number>()
  const pushService = createServer((request, response) => {
    pushedAt.set(Number(request.url!.slice(1)), performance.now())
    request.resume().on('end', () => response.writeHead(201).end())
  })
  await new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve))
  const { port: pushPort } = pushService.address() as AddressInfo
  const [port, mqttPort] = [await findFreePort(), await findFreePort()]
  const controllers = await createFleet(bench.db, homes)
  const tokens = await insertOwners(bench.db, controllers.slice(0, alarms), pushPort)
  await bench.script('vacuum analyze')
  const server = await startServerProcess({
    ...{ DATABASE_URL: bench.url!, PORT: String(port), MQTT_PORT: String(mqttPort) },
    NOTICES_TO_PRIVATE_NETWORKS: 'true',
  })
  const clients: RawMqttClient[] = []
  const streams: EventReader[] = []
  let publishing: NodeJS.Timeout | undefined
  try {
    for (const { serial, password } of controllers)
      clients.push(await connectRawMqtt({ port: mqttPort, serial, password }))
    for (const [index, token] of tokens.entries())
      streams.push(
        await openLive(`http://127.0.0.1:${port}`, `ohmstead=${token}`, [controllers[index]!.locationId!]),
      )
    const from = performance.now()
    let sent = 0
    publishing = setInterval(() => {
      const due = Math.floor(((performance.now() - from) * homes) / everyMs)
      for (; sent < due; sent++) {
        const { serial } = controllers[sent % homes]!
        clients[sent % homes]!.publish(`ems/v1/${serial}/data`, readingsAt(Date.now()))
      }
    }, 5)
    // Every home has sent once: its devices are known.
    await new Promise((resolve) => setTimeout(resolve, everyMs + 5000))
    const closeStreams = () => {
      for (const stream of streams) stream.close()
    }
    setTimeout(closeStreams, minuteMs + 60_000).unref()
    const raisedAt: number[] = []
    const bells = await Promise.all(
      streams.map(async (stream, index) => {
        await new Promise((resolve) => setTimeout(resolve, (index * minuteMs) / alarms))
        const { serial } = controllers[index]!
        raisedAt[index] = performance.now()
        clients[index]!.publish(`ems/v1/${serial}/event`, alarmAt(Date.now()))
        await stream.next('alarms', ({ count }) => count === 1)
        return performance.now() - raisedAt[index]!
      }),
    )
    const end = performance.now() + 30_000
    while (pushedAt.size < alarms && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const pushes = [...pushedAt].map(([index, at]) => at - raisedAt[index]!)
    const beside = `${alarms} alarms in a minute at 5,000 homes with ${homes / (everyMs / 1000)} messages/s; load ${os.loadavg()[0]!.toFixed(0)}`
    return [
      figureOf('alarm at a controller → bell of an open page, p99, postgres', bells, 1000, beside),
      figureOf(
        'alarm at a controller → request at the push service, p99, postgres',
        pushes,
        3000,
        `${pushes.length} pushes; ${beside}`,
      ),
    ]
  } finally {
    clearInterval(publishing)
    for (const stream of streams) stream.close()
    for (const client of clients) client.close()
    await server.stop()
    pushService.close()
    await bench.close()
  }
}

function figureOf(figure: string, times: readonly number[], limitMs: number, beside: string): Figure {
  const sorted = [...times].sort((one, other) => one - other)
  const value = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
  return {
    ...{ figure, value, unit: 'ms', limit: `≤ ${limitMs}` },
    peer: `median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms; ${beside}`,
    holds: times.length === alarms && value <= limitMs,
  }
}

/** Of each home a person with an open page and a browser that is told; returns their sessions. */
async function insertOwners(
  db: Db,
  controllers: readonly TestController[],
  pushPort: number,
): Promise<string[]> {
  const browser = createECDH('prime256v1')
  const key = browser.generateKeys('base64url')
  const tokens: string[] = []
  for (const [index, { locationId }] of controllers.entries()) {
    const { id: userId } = (await db.row<{ id: number }>(sql`
      insert into app_user (email, email_verified_at) values (${`owner${index}@ohmstead.test`}, now()) returning id`))!
    await db.run(sql`insert into user_role (user_id, role) values (${userId}, 'ROLE_USER_BASIC')`)
    await db.run(sql`update location set owner_id = ${userId} where id = ${locationId}`)
    await db.run(sql`insert into notice_setting (user_id, mail) values (${userId}, false)`)
    await db.run(sql`
      insert into push_device (user_id, endpoint, p256dh, auth, created_at)
      values (${userId}, ${`http://127.0.0.1:${pushPort}/${index}`}, ${key}, ${randomBytes(16).toString('base64url')}, now())`)
    const session = { userId, staySignedIn: true, userAgent: null, address: '127.0.0.1', now: Date.now() }
    tokens.push(await createSession(db, session))
  }
  return tokens
}

const readingsAt = (ts: number) =>
  JSON.stringify({
    v: 1,
    samples: [
      { ts, values: { 'grid/power': 1500, 'grid/energy_import': Math.floor(ts / 2400), 'pv/power': 800 } },
    ],
  })
const alarmAt = (ts: number) =>
  JSON.stringify({ v: 1, ts, state: 'raised', type: 'ERROR', code: 'bench', text: 'Fan blocked' })
