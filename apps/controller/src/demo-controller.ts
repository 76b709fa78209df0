import type { DemoController, DemoFleet, OfficialMeter } from '@ohmstead/contract/demo-fleet'
import { startController } from './controller.ts'
import { fillGap } from './fill-gap.ts'
import { type LinkStore, openLinkStore } from './link/link-store.ts'
import { createP1Meter } from './p1/p1-meter.ts'
import { calculateDayNumber, calculateLocalDay } from './plant/local-day.ts'
import { readOfficialMeter } from './plant/official-meter.ts'
import type { PlantConfig } from './plant/plant-config.ts'
import { createPlantConfig, type PlantKind, plantKinds } from './plant/plant-presets.ts'
import { preparePast, replayPast } from './replay-past.ts'

export interface DemoRun {
  totalDays: number
  doneDays: number
  /** What the operator's meter has counted until the first start, if it is wanted. */
  officialMeter: OfficialMeter | null
  /** Sends the rest of the past, newest day first; false when cancelled. */
  sendHistory(watch: { onDay(): void; isCancelled(): boolean }): Promise<boolean>
  close(): Promise<void>
}

/** Meters check every ten seconds; controllers once a minute unless somebody is watching. */
const p1PeriodMs = 10_000
export function startDemoController(options: {
  controller: DemoController
  fleet: DemoFleet
  file: string
  log(text: string): void
}): DemoRun {
  const { controller, fleet, log } = options
  const { serial, stepSeconds, timeZone } = controller
  const config = createDemoPlant(controller)
  const store = openLinkStore(options.file)
  const now = Date.now()
  const isP1 = controller.kind === 'P1_WIFI'
  const firstDay = calculateLocalDay(timeZone, calculateDayNumber(timeZone, now) - fleet.historyDays)
  fillGap(store, config, now, stepSeconds)
  const past = preparePast(store, config, {
    fromMs: fleet.historyDays > 0 ? firstDay.startMs : now,
    untilMs: now,
    stepMs: stepSeconds * 1000,
    order: 'newest',
  })
  const meter = isP1
    ? createP1Meter({
        httpUrl: fleet.httpUrl,
        serial,
        token: controller.httpToken,
        telegram: { style: 'slovenian', timeZone, serial: `SIM-${controller.seed}` },
        log,
      })
    : undefined
  const running = startController({
    serial,
    kind: controller.kind,
    address: { url: fleet.mqttUrl, user: serial, password: controller.mqttPassword },
    config,
    store,
    clock: { now: () => Date.now() },
    log,
    backOffMs: [500, 10_000],
    ...(!isP1 && { tunnelDirectory: `${options.file}-tunnel` }),
    ...(meter && { deliver: meter, periodMs: p1PeriodMs }),
  })
  void sendEvents(running.link, store, controller, now).catch((error: Error) => log(error.message))
  return {
    totalDays: past.history.days.length,
    doneDays: past.plan.done,
    officialMeter:
      controller.officialSince === null
        ? null
        : readOfficialMeter(config, controller.officialSince, past.plan),
    sendHistory: (watch) => replayPast(running.link, store, config, past, watch),
    async close() {
      await running.close()
      store.close()
    },
  }
}

function createDemoPlant(controller: DemoController): PlantConfig {
  const kind = plantKinds.find((known): known is PlantKind => known === controller.plantKind)
  if (!kind) throw new Error(`no plant of the kind ${controller.plantKind}`)
  const { seed, weatherSeed, latitude, longitude, timeZone, loadScale } = controller
  const place = { seed, weatherSeed, latitude, longitude, timeZone }
  return { ...createPlantConfig(kind, place, loadScale), hasUtilityMeter: controller.kind === 'P1_WIFI' }
}

/** The few faults of the demo, sent once in the life of a controller. */
async function sendEvents(
  link: ReturnType<typeof startController>['link'],
  store: LinkStore,
  controller: DemoController,
  now: number,
): Promise<void> {
  if (store.readDocument<boolean>('eventsSent') || controller.events.length === 0) return
  await link.whenOnline()
  for (const { minutesAgo, clearedMinutesAgo, ...event } of controller.events) {
    const at = (minutes: number) => now - minutes * 60_000
    link.sendEvent({ ...event, ts: at(minutesAgo), state: 'raised' })
    if (clearedMinutesAgo !== null)
      link.sendEvent({ ...event, id: `${event.id}-c`, ts: at(clearedMinutesAgo), state: 'cleared' })
  }
  store.writeDocument('eventsSent', true)
}
