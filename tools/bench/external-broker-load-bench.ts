import { randomBytes } from 'node:crypto'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { slotOf } from '../../apps/server/src/platform/mqtt/slot-plan.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { startMosquitto, type TestMosquitto } from '../../apps/server/src/testing/start-mosquitto.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { type ControllerLoad, type LoadPlace, measureRate, startControllerLoad } from './controller-load.ts'
import type { Figure } from './figure.ts'
import { connectRawMqtt, type RawMqttClient } from './raw-mqtt-client.ts'

// Two server processes and a Mosquitto beside one process with its embedded broker, and beside Mosquitto alone with a reader that stores
// nothing. Everything, PostgreSQL and the load included, shares the machine.

const fleet = 640
const windowOfFleet = 4
const windowOfOne = 400
const warmUpMs = 2000
const measuredMs = 6000
const takeoverPatienceMs = 60_000

export async function measureExternalBrokerLoad(databaseUrl: string | null): Promise<Figure[]> {
  if (!databaseUrl) return []
  const postgres = await createPostgresDatabase(databaseUrl)
  const { take, serials } = await createFleets(postgres.databaseUrl)
  const shared = { DATABASE_URL: postgres.databaseUrl, SECRET_KEY: randomBytes(32).toString('base64') }
  try {
    const mqttPort = await findFreePort()
    const embedded = await withServers([{ ...shared, MQTT_PORT: String(mqttPort) }], () =>
      rates({ port: mqttPort, speaker: null, confirmation: 'ack' }, take),
    )
    const figures: Figure[] = []
    for (const savesAtEveryChange of [false, true]) {
      const mosquitto = await startMosquitto(undefined, { savesAtEveryChange })
      try {
        const bare = await withReaders(mosquitto, serials, (read) =>
          rates({ ...placeOf(mosquitto), confirmation: 'puback' }, take, read),
        )
        const settings = {
          ...shared,
          MQTT_URL: mosquitto.url,
          MQTT_USERNAME: mosquitto.username,
          MQTT_PASSWORD: mosquitto.password,
        }
        const found = await withServers([settings, settings], async (servers) => {
          const both = await rates(placeOf(mosquitto), take)
          return {
            both,
            takeoverMs: savesAtEveryChange
              ? null
              : await measureTakeover(placeOf(mosquitto), take(fleet), servers),
          }
        })
        figures.push(...describe({ savesAtEveryChange, embedded, bare, both: found.both }))
        if (found.takeoverMs !== null)
          figures.push({
            figure: `a process is killed (SIGKILL) under load: until each of ${fleet} controllers has heard again that it is stored`,
            value: found.takeoverMs / 1000,
            unit: 's',
            limit: '≤ 5',
            peer: 'lease of 15 s, as before: 20 to 25 s',
            holds: found.takeoverMs <= 5000,
          })
      } finally {
        await mosquitto.stop()
      }
    }
    return figures
  } finally {
    await postgres.drop()
  }
}

interface Rates {
  ofFleet: number
  ofOne: number
}

function describe(found: {
  savesAtEveryChange: boolean
  embedded: Rates
  bare: Rates
  both: Rates
}): Figure[] {
  const { savesAtEveryChange, embedded, bare, both } = found
  const setting = savesAtEveryChange ? 'saves at every change' : 'saves once a second'
  const [least, peer] = savesAtEveryChange ? [0.9, bare] : [0.8, embedded]
  const row = (senders: string, value: number, beside: number, other: [string, number]): Figure => ({
    figure: `messages stored per second through Mosquitto (${setting}) by two processes, from ${senders}`,
    value: Math.round(value),
    unit: '1/s',
    limit: `≥ ${least} × peer`,
    peer: `${savesAtEveryChange ? 'Mosquitto alone' : 'embedded broker, one process'} ${Math.round(beside)}/s (ratio ${(value / beside).toFixed(2)}); ${other[0]} ${Math.round(other[1])}/s`,
    holds: value >= least * beside,
  })
  const others = savesAtEveryChange ? embedded : bare
  const name = savesAtEveryChange ? 'embedded' : 'Mosquitto alone'
  return [
    row(`${fleet} controllers`, both.ofFleet, peer.ofFleet, [name, others.ofFleet]),
    row('one', both.ofOne, peer.ofOne, [name, others.ofOne]),
  ]
}

const placeOf = ({ port, username, password }: TestMosquitto): LoadPlace => ({
  ...{ port, speaker: { username, password }, confirmation: 'ack' },
})

/** Each load has controllers of its own, so that none finds its readings stored already. */
async function createFleets(databaseUrl: string) {
  const db = await openDb({ databaseUrl, dataDir: null })
  await migrate(db)
  const controllers = await db.transaction(async (tx) => {
    const made: TestController[] = []
    for (let index = 0; index < fleet * 7; index++)
      made.push(await createTestController(tx, await createTestLocation(tx, `Home ${index}`)))
    return made
  })
  await db.close()
  return {
    serials: controllers.map(({ serial }) => serial),
    take: (count: number) => controllers.splice(0, count),
  }
}

async function rates(
  place: LoadPlace,
  take: (count: number) => TestController[],
  count?: () => number,
): Promise<Rates> {
  const rate = async (controllers: number, window: number) => {
    const load = await startControllerLoad(take(controllers), place)
    await load.warmUp()
    load.setWindow(window)
    const perSecond = await measureRate(count ?? load.confirmed, warmUpMs, measuredMs)
    await drain(load)
    return perSecond
  }
  return { ofFleet: await rate(fleet, windowOfFleet), ofOne: await rate(1, windowOfOne) }
}

async function drain(load: ControllerLoad): Promise<void> {
  load.setWindow(0)
  // What is under way would otherwise be counted with the next load.
  for (let before = -1; before !== load.confirmed(); ) {
    before = load.confirmed()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  load.stop()
}

async function withServers<Result>(
  settings: Record<string, string>[],
  work: (servers: ServerProcess[]) => Promise<Result>,
): Promise<Result> {
  const servers: ServerProcess[] = []
  try {
    for (const own of settings) servers.push(await startServerProcess(own))
    return await work(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Readers with persistent sessions, as many as there are slots, that store nothing and acknowledge at once. */
async function withReaders<Result>(
  { port, username, password }: TestMosquitto,
  serials: readonly string[],
  work: (count: () => number) => Promise<Result>,
): Promise<Result> {
  let received = 0
  const readers = new Map<number, RawMqttClient>()
  for (const [slot, own] of Map.groupBy(serials, (serial) => slotOf(serial))) {
    const reader = await connectRawMqtt({
      ...{ port, username, password, serial: `reader-${slot}`, isPersistent: true },
      onMessage: () => {
        received++
      },
    })
    await reader.subscribe(
      own.map((serial) => `ems/v1/${serial}/data`),
      1,
    )
    readers.set(slot, reader)
  }
  try {
    return await work(() => received)
  } finally {
    for (const [slot, reader] of readers) {
      reader.close()
      // The broker must not keep a queue for it.
      const last = await connectRawMqtt({ port, username, password, serial: `reader-${slot}` })
      last.close()
    }
  }
}

async function measureTakeover(
  place: LoadPlace,
  controllers: readonly TestController[],
  [killed]: readonly ServerProcess[],
): Promise<number> {
  const load = await startControllerLoad(controllers, place)
  await load.warmUp()
  const begin = performance.now()
  await killed!.kill()
  while (load.confirmedAt.some((at) => at < begin) && performance.now() - begin < takeoverPatienceMs)
    await new Promise((resolve) => setTimeout(resolve, 10))
  const tookMs = performance.now() - begin
  load.stop()
  return tookMs
}
