import { randomBytes } from 'node:crypto'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { slotOf } from '../../apps/server/src/platform/mqtt/slot-plan.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { startMosquitto, type TestMosquitto } from '../../apps/server/src/testing/start-mosquitto.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { type ControllerLoad, type LoadPlace, startControllerLoad } from './controller-load.ts'
import type { Figure } from './figure.ts'
import {
  findPostmaster,
  ownSeconds,
  secondsOf,
  secondsWithChildren,
  startProcessorClock,
} from './processor-time.ts'
import { connectRawMqtt, type RawMqttClient } from './raw-mqtt-client.ts'

// Two server processes and a Mosquitto beside one process with its embedded broker, and beside Mosquitto alone with a reader that stores
// nothing. Everything, PostgreSQL and the load included, shares the machine, so what a message costs says more than the clock.

const fleet = 640
const windowOfFleet = 4
const windowOfOne = 400
// It writes all that waits there for every message of a single sender, so a larger window measures little but that.
const windowOfOneSaved = 50
const warmUpMs = 1000
const measuredMs = 5000
const takeoverPatienceMs = 60_000

export async function measureExternalBrokerLoad(databaseUrl: string | null): Promise<Figure[]> {
  if (!databaseUrl) return []
  const postgres = await createPostgresDatabase(databaseUrl)
  const db = await openDb({ databaseUrl: postgres.databaseUrl, dataDir: null })
  const shared = { DATABASE_URL: postgres.databaseUrl, SECRET_KEY: randomBytes(32).toString('base64') }
  try {
    const controllers = await createFleet(db)
    const postmaster = await findPostmaster(db)
    const mqttPort = await findFreePort()
    const embedded = await withServers([{ ...shared, MQTT_PORT: String(mqttPort) }], (servers) =>
      measureRates({
        ...{ controllers, servers, postmaster, mosquitto: null },
        place: { port: mqttPort, speaker: null, confirmation: 'ack' },
      }),
    )
    const figures: Figure[] = []
    for (const savesAtEveryChange of [false, true]) {
      const mosquitto = await startMosquitto(undefined, { savesAtEveryChange })
      const settings = {
        ...shared,
        MQTT_URL: mosquitto.url,
        MQTT_USERNAME: mosquitto.username,
        MQTT_PASSWORD: mosquitto.password,
      }
      const tried = {
        ...{ controllers, postmaster, mosquitto },
        ...(savesAtEveryChange && { windowOfOne: windowOfOneSaved }),
      }
      try {
        const bare = await withReaders(mosquitto, controllers, (count) =>
          measureRates({ ...tried, count, servers: [], place: placeOf(mosquitto, 'puback') }),
        )
        const { both, takeoverMs } = await withServers([settings, settings], async (servers) => ({
          both: await measureRates({ ...tried, servers, place: placeOf(mosquitto, 'ack') }),
          takeoverMs: savesAtEveryChange
            ? null
            : await measureTakeover(placeOf(mosquitto, 'ack'), controllers, servers),
        }))
        figures.push(...describeLoad({ savesAtEveryChange, embedded, bare, both }))
        if (takeoverMs !== null)
          figures.push({
            figure: `a process is killed (SIGKILL) under load: until each of ${fleet} controllers has heard again that it is stored`,
            value: takeoverMs / 1000,
            unit: 's',
            limit: '≤ 5',
            peer: 'lease of 15 s, as before: 20 to 25 s',
            holds: takeoverMs <= 5000,
          })
      } finally {
        await mosquitto.stop()
      }
    }
    return figures
  } finally {
    await db.close()
    await postgres.drop()
  }
}

interface Rate {
  perSecond: number
  /** Time of a processor per message, in µs, by who used it. */
  costs: Record<'server' | 'PostgreSQL' | 'Mosquitto' | 'load', number>
}

interface Rates {
  ofFleet: Rate
  ofOne: Rate
}

function describeLoad(found: {
  savesAtEveryChange: boolean
  embedded: Rates
  bare: Rates
  both: Rates
}): Figure[] {
  const { savesAtEveryChange, embedded, bare, both } = found
  const setting = savesAtEveryChange ? 'saves at every change' : 'saves once a second'
  const peers: [string, Rates][] = [
    ['embedded broker, one process', embedded],
    ['Mosquitto alone', bare],
  ]
  if (savesAtEveryChange) peers.reverse()
  const [least, peer] = savesAtEveryChange ? [0.9, bare] : [0.8, embedded]
  const row = (senders: string, rateOf: (rates: Rates) => Rate): Figure => {
    const { perSecond, costs } = rateOf(both)
    const beside = peers.map(([name, rates]) => {
      const rate = rateOf(rates)
      const ratio = rates === peer ? ` (ratio ${(perSecond / rate.perSecond).toFixed(2)})` : ''
      return `${name} ${Math.round(rate.perSecond)}/s${ratio}, ${describeCosts(rate.costs)}`
    })
    return {
      figure: `messages stored per second through Mosquitto (${setting}) by two processes, from ${senders}`,
      value: Math.round(perSecond),
      unit: '1/s',
      limit: `≥ ${least} × peer`,
      peer: `a message costs ${describeCosts(costs)}; ${beside.join('; ')}`,
      holds: perSecond >= least * rateOf(peer).perSecond,
    }
  }
  return [row(`${fleet} controllers`, (rates) => rates.ofFleet), row('one', (rates) => rates.ofOne)]
}

function describeCosts(costs: Rate['costs']): string {
  const used = Object.entries(costs).filter(([, microseconds]) => microseconds >= 0.5)
  const sum = used.reduce((total, [, microseconds]) => total + microseconds, 0)
  const parts = used.map(([name, microseconds]) => `${name} ${Math.round(microseconds)}`)
  return `${Math.round(sum)} µs of a core (${parts.join(', ')})`
}

const placeOf = (
  { port, username, password }: TestMosquitto,
  confirmation: LoadPlace['confirmation'],
): LoadPlace => ({ port, speaker: { username, password }, confirmation })

export async function createFleet(db: Db): Promise<TestController[]> {
  await migrate(db)
  return db.transaction(async (tx) => {
    const made: TestController[] = []
    for (let index = 0; index < fleet; index++)
      made.push(await createTestController(tx, await createTestLocation(tx, `Home ${index}`)))
    return made
  })
}

interface Tried {
  controllers: readonly TestController[]
  place: LoadPlace
  servers: readonly ServerProcess[]
  postmaster: number
  mosquitto: TestMosquitto | null
  windowOfOne?: number
  /** What counts, instead of the senders' confirmed messages. */
  count?: () => number
}

async function measureRates(tried: Tried): Promise<Rates> {
  const ofFleet = await measureRateOf(tried, tried.controllers, windowOfFleet)
  const ofOne = await measureRateOf(tried, tried.controllers.slice(0, 1), tried.windowOfOne ?? windowOfOne)
  return { ofFleet, ofOne }
}

export async function measureRateOf(
  { place, servers, postmaster, mosquitto, count }: Tried,
  controllers: readonly TestController[],
  window: number,
): Promise<Rate> {
  const load = await startControllerLoad(controllers, place)
  await load.warmUp()
  load.setWindow(window)
  const counted = count ?? load.confirmed
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  await wait(warmUpMs)
  const clock = startProcessorClock({
    server: () => servers.reduce((sum, { pid }) => sum + secondsOf(pid), 0),
    PostgreSQL: () => (servers.length > 0 ? secondsWithChildren(postmaster) : 0),
    Mosquitto: () => (mosquitto ? secondsOf(mosquitto.pid()) : 0),
    load: ownSeconds,
  })
  const [before, begin] = [counted(), performance.now()]
  await wait(measuredMs)
  const messages = Math.max(1, counted() - before)
  const perSecond = (messages * 1000) / (performance.now() - begin)
  const costs = clock()
  for (const part of Object.keys(costs) as (keyof typeof costs)[]) costs[part] *= 1e6 / messages
  await drain(load)
  return { perSecond, costs }
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

export async function withServers<Result>(
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
export async function withReaders<Result>(
  { port, username, password }: TestMosquitto,
  controllers: readonly TestController[],
  work: (count: () => number) => Promise<Result>,
): Promise<Result> {
  let received = 0
  const readers = new Map<number, RawMqttClient>()
  for (const [slot, own] of Map.groupBy(controllers, ({ serial }) => slotOf(serial))) {
    const reader = await connectRawMqtt({
      ...{ port, username, password, serial: `reader-${slot}`, isPersistent: true },
      onMessage: () => {
        received++
      },
    })
    await reader.subscribe(
      own.map(({ serial }) => `ems/v1/${serial}/data`),
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
