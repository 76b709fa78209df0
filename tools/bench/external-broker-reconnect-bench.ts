import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { makeAuthority } from '../../apps/server/src/testing/make-certificates.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { startMosquitto } from '../../apps/server/src/testing/start-mosquitto.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { createFleet } from './create-fleet.ts'
import type { Figure } from './figure.ts'
import { ownSeconds, secondsOf, startProcessorClock } from './processor-time.ts'
import { connectRawMqtt, type RawMqttClient } from './raw-mqtt-client.ts'

// 5,000 controllers come back at once, as after a restart of the broker: each connects, subscribes to two topics, says that it is
// online and sends a reading.

const fleet = 5000
// As many as would be on their way at once; a machine that makes the load has no time for more.
const atOnce = 200
const limitSeconds = 20
const patienceMs = 120_000

export async function measureReconnect(databaseUrl: string | null): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'ohmstead-reconnect-'))
  const postgres = databaseUrl ? await createPostgresDatabase(databaseUrl) : null
  const openPlace = () =>
    openDb({ databaseUrl: postgres?.databaseUrl ?? null, dataDir: join(directory, 'data') })
  try {
    const db = await openPlace()
    await migrate(db)
    const controllers = await createFleet(db, fleet)
    await db.close()
    const [port, tlsPort] = [await findFreePort(), await findFreePort()]
    const certificates = makeAuthority(directory, 'bench').sign('localhost')
    const settings = {
      DATA_DIR: join(directory, 'data'),
      ...(postgres && {
        DATABASE_URL: postgres.databaseUrl,
        SECRET_KEY: randomBytes(32).toString('base64'),
      }),
    }
    const onServer = async (where: string, own: { port: number; secureContext?: SecureContext }) => {
      // Each time a start of its own: the ends of the sessions before are no part of it.
      const server = await startServerProcess({
        ...settings,
        MQTT_PORT: String(port),
        MQTT_TLS_PORT: String(tlsPort),
        MQTT_TLS_CERT_FILE: certificates.cert,
        MQTT_TLS_KEY_FILE: certificates.key,
      })
      try {
        const took = await reconnect(controllers, { ...own, speaker: null, pids: [server.pid] })
        return rowOf(`${where}, ${postgres ? 'postgres' : 'embedded'}`, took)
      } finally {
        await server.stop()
      }
    }
    // One for all, since this process stands for 5,000 that have time for it.
    const secureContext = createSecureContext({ ca: readFileSync(certificates.ca) })
    const figures = [
      await onServer('embedded broker', { port }),
      await onServer('embedded broker over TLS', { port: tlsPort, secureContext }),
    ]
    if (!postgres) return figures
    const mosquitto = await startMosquitto()
    const { url, username, password } = mosquitto
    const external = { ...settings, MQTT_URL: url, MQTT_USERNAME: username, MQTT_PASSWORD: password }
    const servers = [await startServerProcess(external), await startServerProcess(external)]
    try {
      const took = await reconnect(controllers, {
        port: mosquitto.port,
        speaker: { username, password },
        pids: [...servers.map(({ pid }) => pid), mosquitto.pid()],
      })
      figures.push(rowOf('Mosquitto (saves once a second) and two processes', took))
    } finally {
      await Promise.all(servers.map((each) => each.stop()))
      await mosquitto.stop()
    }
    return figures
  } finally {
    await postgres?.drop()
    rmSync(directory, { recursive: true, force: true })
  }
}

const rowOf = (
  where: string,
  { seconds, used, refusals, connectedSeconds }: Awaited<ReturnType<typeof reconnect>>,
): Figure => ({
  figure: `${fleet.toLocaleString('en')} controllers reconnect: until each has heard that a reading is stored, ${where}`,
  value: seconds,
  unit: 's',
  limit: `≤ ${limitSeconds}`,
  peer: `the last was connected after ${connectedSeconds.toFixed(1)} s; time of a core: servers and broker ${used.broker.toFixed(1)} s, load ${used.load.toFixed(1)} s${[...refusals].map(([message, count]) => `; ${count} times ${message}`).join('')}`,
  holds: seconds <= limitSeconds,
})

async function reconnect(
  controllers: readonly TestController[],
  place: {
    port: number
    secureContext?: SecureContext
    speaker: { username: string; password: string } | null
    pids: number[]
  },
) {
  const clients: RawMqttClient[] = []
  const clock = startProcessorClock({
    broker: () => place.pids.reduce((sum, pid) => sum + secondsOf(pid), 0),
    load: ownSeconds,
  })
  const begin = performance.now()
  let connectedMs = 0
  let confirmed = 0
  const waiting = [...controllers]
  async function connectSome(): Promise<void> {
    for (let controller = waiting.pop(); controller; controller = waiting.pop()) {
      const { serial, password } = controller
      let isConfirmed = false
      const client = await insist({
        port: place.port,
        ...(place.secureContext && { secureContext: place.secureContext }),
        serial: place.speaker ? `load-${serial}` : serial,
        username: place.speaker?.username ?? serial,
        password: place.speaker?.password ?? password,
        onMessage: (topic) => {
          if (!topic.endsWith('/ack') || isConfirmed) return
          isConfirmed = true
          confirmed++
        },
      })
      clients.push(client)
      await client.subscribe([`ems/v1/${serial}/ack`, `ems/v1/${serial}/cmd`], 1)
      client.publish(`ems/v1/${serial}/status`, `{"v":1,"online":true,"ts":${Date.now()}}`, true)
      client.publish(
        `ems/v1/${serial}/data`,
        `{"v":1,"seq":1,"samples":[{"ts":${Date.now()},"values":{"grid/power":500}}]}`,
      )
    }
  }
  const refusals = new Map<string, number>()
  /** A controller that is turned away comes again. */
  async function insist(own: Parameters<typeof connectRawMqtt>[0]): Promise<RawMqttClient> {
    for (;;) {
      try {
        return await connectRawMqtt(own)
      } catch (error) {
        if (performance.now() - begin > patienceMs) throw error
        const { message } = error as Error
        refusals.set(message, (refusals.get(message) ?? 0) + 1)
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, connectSome))
  connectedMs = performance.now() - begin
  while (confirmed < controllers.length && performance.now() - begin < patienceMs)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const seconds = (performance.now() - begin) / 1000
  const used = clock()
  for (const client of clients) client.close()
  return { seconds, used, refusals, connectedSeconds: connectedMs / 1000 }
}
