import { fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type {
  DemoController,
  DemoFleet,
  DemoFleetCommand,
  DemoFleetReport,
} from '@ohmstead/contract/demo-fleet'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import type { Deps } from '../../deps.ts'
import { addDays, localDay } from '../portal/client/portal-dates.ts'
import { readGridQuarters } from '../telemetry/read-grid-quarters.ts'
import { backUpDemo } from './back-up-demo.ts'
import { findLocationOfSerial } from './demo-price-queries.ts'
import { demoPrices } from './demo-prices.ts'
import { type DemoPlace, findDemoPlaces } from './demo-queries.ts'
import { type DemoSecret, demoDirectory } from './demo-secrets.ts'
import { demoCompanies } from './demo-world.ts'
import type { OfficialMeters } from './official-meters.ts'
import { seedDemo } from './seed-demo.ts'
import { seedDemoMoney } from './seed-demo-money.ts'
import { seedDemoPoints } from './seed-demo-points.ts'
import { seedDemoPrices } from './seed-demo-prices.ts'
import { settleDemoGroups } from './settle-demo-groups.ts'
import { watchDemoHistory } from './watch-demo-history.ts'

/** The reference controller's program for the demo; a separate process, so that only the link connects the two. */
const program = fileURLToPath(new URL('../../../../controller/src/demo-fleet.ts', import.meta.url))

/** The portal has readings of two years. */
const officialDays = 731

/** All of them share one sky, since they are within an hour of each other; the coast has another. */
const weatherSeeds: Record<string, number> = { IT: 77 }

export interface RunningDemo {
  /** Stops the controllers; call before the link is closed. */
  stop(): Promise<void>
}

/** Seeds the demo and starts its controllers; call once the server listens. The history continues as a job. */
export async function startDemo(
  deps: Deps,
  ports: { httpPort: number; mqttPort: number },
  officialMeters: OfficialMeters | null,
): Promise<RunningDemo> {
  const { db, settings } = deps
  const log = deps.log.child({ part: 'demo' })
  const secrets = await seedDemo(deps)
  // The points of the demo exist only on the demo's portal.
  if (settings.portalUrl === null) await seedDemoPoints(deps)
  await seedDemoPrices(deps, secrets)
  await seedDemoMoney(deps, secrets)
  void deps.imports.look()
  const serials = Object.values(secrets).map(({ serial }) => serial)
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  const fleet: DemoFleet = {
    mqttUrl: `mqtt://${host}:${ports.mqttPort}`,
    httpUrl: `http://${host}:${ports.httpPort}`,
    directory: demoDirectory(settings.dataDir),
    historyDays: settings.demoHistoryDays,
    controllers: buildControllers(
      secrets,
      await findDemoPlaces(db, serials),
      addDays(localDay(deps.clock.now()), -officialDays),
    ),
  }
  const child = fork(program, { execPath: process.execPath, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const send = (command: DemoFleetCommand) => child.connected && child.send(command, () => {})
  const history = watchDemoHistory(deps, (companyId) => send({ type: 'cancelHistory', companyId }))
  const stopSettling = settleDemoGroups(deps)
  const stopBackups = backUpDemo(deps, serials)
  let isStopping = false
  async function takeMeter({ serial, ...past }: DemoFleetReport & { type: 'officialMeter' }): Promise<void> {
    const location = await findLocationOfSerial(db, serial)
    const readSince = async (fromMs: number, toMs: number) =>
      location ? readGridQuarters(db, location.id, fromMs, toMs) : null
    const eimm = joinedEimm(Object.keys(secrets).find((key) => secrets[key]!.serial === serial))
    if (eimm !== undefined) officialMeters?.take(eimm, { past, readSince })
  }
  child.on('message', (report: DemoFleetReport) => {
    if (report.type === 'log') log.debug({ serial: report.serial }, report.text)
    else if (report.type === 'officialMeter')
      takeMeter(report).catch((error) =>
        log.error({ err: error }, 'an official meter could not be taken over'),
      )
    else history.take(report)
  })
  child.on('exit', (code) => {
    if (!isStopping) log.error({ code }, 'the demo controllers have ended')
    history.end()
    officialMeters?.end()
  })
  send({ type: 'start', fleet })
  return {
    async stop() {
      isStopping = true
      stopSettling()
      stopBackups()
      history.stop()
      send({ type: 'stop' })
      const kill = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await exited
      clearTimeout(kill)
    },
  }
}

/** The metering point that a location of the demo is joined with, by the key of the location. */
function joinedEimm(location: string | undefined): string | undefined {
  const point = demoPrices.find((pricing) => pricing.location === location)?.point
  return point && 'eimm' in point ? point.eimm : undefined
}

function buildControllers(
  secrets: Record<string, DemoSecret>,
  places: readonly DemoPlace[],
  officialSince: string,
): DemoController[] {
  const placeBySerial = new Map(places.map((place) => [place.serial, place]))
  return demoCompanies
    .flatMap((company) => company.locations)
    .map((location, index) => ({ location, index, secret: secrets[location.key]! }))
    .filter(({ secret }) => placeBySerial.has(secret.serial))
    .map(({ location, index, secret }) => ({
      ...secret,
      companyId: placeBySerial.get(secret.serial)!.company_id,
      isHistoryCancelled: placeBySerial.get(secret.serial)!.is_history_cancelled,
      kind: location.controllerKind,
      plantKind: location.kind,
      loadScale: location.loadScale,
      seed: 1201 + 37 * index,
      weatherSeed: weatherSeeds[location.countryCode] ?? 12,
      latitude: location.latitude,
      longitude: location.longitude,
      timeZone: location.timeZone,
      // A P1 meter keeps quarter-hours; controllers five minutes.
      stepSeconds: location.controllerKind === 'P1_WIFI' ? 900 : 300,
      officialSince: joinedEimm(location.key) === undefined ? null : localMidnightMs(officialSince),
      events: (location.events ?? []).map((event) => ({ ...event, id: `${location.key}-${event.code}` })),
    }))
}
