import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { slotOf, usualSlots } from '../../apps/server/src/platform/mqtt/slot-plan.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import type { TestMosquitto } from '../../apps/server/src/testing/start-mosquitto.ts'
import { type ControllerLoad, type LoadPlace, startControllerLoad } from './controller-load.ts'
import { ownSeconds, secondsOf, secondsWithChildren, startProcessorClock } from './processor-time.ts'
import { connectRawMqtt, type RawMqttClient } from './raw-mqtt-client.ts'

// How many messages a second go through a broker, from many controllers and from one, and what each costs.

const windowOfFleet = 4
const windowOfOne = 400
// Another one each time: its readings, five minutes a message, would come to the future, where they are refused.
let nextOne = 0
const warmUpMs = 1000
const measuredMs = 5000
/** More than the pause between two rounds of summing up. */
const calmSecondsWanted = 7

export interface Rate {
  perSecond: number
  /** Time of a processor per message, in µs, by who used it. */
  costs: Record<'server' | 'PostgreSQL' | 'Mosquitto' | 'load', number>
}

export interface Rates {
  ofFleet: Rate
  ofOne: Rate
}

export function describeCosts(costs: Rate['costs']): string {
  const used = Object.entries(costs).filter(([, microseconds]) => microseconds >= 0.5)
  const sum = used.reduce((total, [, microseconds]) => total + microseconds, 0)
  const parts = used.map(([name, microseconds]) => `${name} ${Math.round(microseconds)}`)
  return `${Math.round(sum)} µs of a core (${parts.join(', ')})`
}

/** Whoever reads, and whom it tells of each message. */
export interface Readers {
  noteRead(serial: string): void
}

export interface Tried {
  controllers: readonly TestController[]
  place: LoadPlace
  servers: readonly ServerProcess[]
  postmaster: number
  mosquitto: TestMosquitto | null
  windowOfOne?: number
  readers?: Readers
}

export async function measureRates(tried: Tried): Promise<Rates> {
  const ofFleet = await measureRateOf(tried, tried.controllers, windowOfFleet)
  const ofOne = await measureRateOf(
    tried,
    tried.controllers.slice(nextOne, ++nextOne),
    tried.windowOfOne ?? windowOfOne,
  )
  return { ofFleet, ofOne }
}

export async function measureRateOf(
  { place, servers, postmaster, mosquitto, readers }: Tried,
  controllers: readonly TestController[],
  window: number,
): Promise<Rate> {
  const load = await startControllerLoad(controllers, place)
  if (readers) readers.noteRead = load.noteRead
  await load.warmUp()
  load.setWindow(window)
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  await wait(warmUpMs)
  const clock = startProcessorClock({
    server: () => servers.reduce((sum, { pid }) => sum + secondsOf(pid), 0),
    PostgreSQL: () => (servers.length > 0 ? secondsWithChildren(postmaster) : 0),
    Mosquitto: () => (mosquitto ? secondsOf(mosquitto.pid()) : 0),
    load: ownSeconds,
  })
  const [before, begin] = [load.confirmed(), performance.now()]
  await wait(measuredMs)
  const messages = Math.max(1, load.confirmed() - before)
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

/** At their start they sum up the days that ended while none was there, which is no cost of the messages to come. */
async function untilAtRest(servers: readonly ServerProcess[]): Promise<void> {
  const used = () => servers.reduce((sum, { pid }) => sum + secondsOf(pid), 0)
  let calmSeconds = 0
  for (let before = used(); calmSeconds < calmSecondsWanted; ) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const now = used()
    calmSeconds = now - before < 0.1 ? calmSeconds + 1 : 0
    before = now
  }
}

export async function withServers<Result>(
  settings: Record<string, string>[],
  work: (servers: ServerProcess[]) => Promise<Result>,
): Promise<Result> {
  const servers: ServerProcess[] = []
  try {
    for (const own of settings) servers.push(await startServerProcess(own))
    await untilAtRest(servers)
    return await work(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Readers with persistent sessions, as many as there are slots, that store nothing and acknowledge at once. */
export async function withReaders<Result>(
  { port, username, password }: TestMosquitto,
  { controllers, slots = usualSlots.count }: { controllers: readonly TestController[]; slots?: number },
  work: (readers: Readers) => Promise<Result>,
): Promise<Result> {
  const listeners: Readers = { noteRead: () => {} }
  const readers = new Map<number, RawMqttClient>()
  for (const [slot, own] of Map.groupBy(controllers, ({ serial }) =>
    slotOf(serial, { first: 0, count: slots }),
  )) {
    const reader = await connectRawMqtt({
      ...{ port, username, password, serial: `reader-${slot}`, isPersistent: true },
      onMessage: (topic) => listeners.noteRead(topic.split('/')[2]!),
    })
    await reader.subscribe(
      own.map(({ serial }) => `ems/v1/${serial}/data`),
      1,
    )
    readers.set(slot, reader)
  }
  try {
    return await work(listeners)
  } finally {
    for (const [slot, reader] of readers) {
      reader.close()
      // The broker must not keep a queue for it.
      const last = await connectRawMqtt({ port, username, password, serial: `reader-${slot}` })
      last.close()
    }
  }
}
