import { randomBytes } from 'node:crypto'
import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { describeSlots, resizeSlots } from '../../apps/server/src/platform/mqtt/slot-plan.ts'
import type { ServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { startMosquitto, type TestMosquitto } from '../../apps/server/src/testing/start-mosquitto.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { findFreePort } from '../test-run/free-port.ts'
import {
  describeCosts,
  measureRates,
  type Rate,
  type Rates,
  withReaders,
  withServers,
} from './broker-rates.ts'
import { type LoadPlace, startControllerLoad } from './controller-load.ts'
import { createFleet } from './create-fleet.ts'
import type { Figure } from './figure.ts'
import { findPostmaster } from './processor-time.ts'

// Two server processes and a Mosquitto beside one process with its embedded broker, and beside Mosquitto alone with a reader that stores
// nothing. Everything, PostgreSQL and the load included, shares the machine, so what a message costs says more than the clock.

const fleet = 640
// It writes all that waits there for every message of a single sender, so a larger window measures little but that; and
// between two packets of one connection, so that more sessions carry more (docs/runbooks/scale-out.md).
const saving = { windowOfOne: 50, slots: 256 }
const takeoverPatienceMs = 60_000

export async function measureExternalBrokerLoad(databaseUrl: string | null): Promise<Figure[]> {
  if (!databaseUrl) return []
  const postgres = await createPostgresDatabase(databaseUrl)
  const db = await openDb({ databaseUrl: postgres.databaseUrl, dataDir: null })
  const shared = { DATABASE_URL: postgres.databaseUrl, SECRET_KEY: randomBytes(32).toString('base64') }
  try {
    await migrate(db)
    const controllers = await createFleet(db, fleet)
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
        ...(savesAtEveryChange && saving),
      }
      try {
        const bare = await withReaders(mosquitto, tried, (readers) =>
          measureRates({ ...tried, readers, servers: [], place: placeOf(mosquitto, 'reader') }),
        )
        const { both, takeoverMs } = await withServers([settings, settings], async (servers) => {
          if (savesAtEveryChange) await divideInto(db, saving.slots)
          return {
            both: await measureRates({ ...tried, servers, place: placeOf(mosquitto, 'ack') }),
            takeoverMs: savesAtEveryChange
              ? null
              : await measureTakeover(placeOf(mosquitto, 'ack'), controllers, servers),
          }
        })
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

function describeLoad(found: {
  savesAtEveryChange: boolean
  embedded: Rates
  bare: Rates
  both: Rates
}): Figure[] {
  const { savesAtEveryChange, embedded, bare, both } = found
  const setting = savesAtEveryChange ? `saves at every change, ${saving.slots} slots` : 'saves once a second'
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

/** As `ohmstead admin set-slots` does while processes run. */
async function divideInto(db: Db, slots: number): Promise<void> {
  await resizeSlots(db, slots)
  while ((await describeSlots(db)).plan.next) await new Promise((resolve) => setTimeout(resolve, 200))
}

const placeOf = (
  { port, username, password }: TestMosquitto,
  confirmation: LoadPlace['confirmation'],
): LoadPlace => ({ port, speaker: { username, password }, confirmation })

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
