import { learnPeriodSeconds, offGridChange } from '@ohmstead/domain/alarms/alarm-rules'
import { slowMetrics } from '@ohmstead/domain/telemetry/metrics'
import { clearAlarm, raiseAlarm } from '../../alarms/alarm-queries.ts'
import type { KnownController } from '../controller-cache.ts'
import type { LinkContext } from '../link-context.ts'
import { notifyLive } from '../link-notices.ts'
import type { DecodedMessage } from './decode-batch.ts'

/** What follows from stored readings: the periods of the devices, and OFF_GRID by `grid_mode`. Live ones only. */
export async function noteReadings(context: LinkContext, stored: readonly DecodedMessage[]): Promise<void> {
  for (const { queued, message, controller } of stored) {
    if (queued.kind === 'history') noteSlowMeters(controller, message.samples)
    if (queued.kind !== 'data' || message.step !== null) continue
    const newest = message.samples.reduce<(typeof message.samples)[number] | null>(
      (best, sample) => (best === null || sample.ts >= best.ts ? sample : best),
      null,
    )
    if (!newest) continue
    notePaces(controller, newest.values, newest.ts)
    for (const key in newest.values) {
      if (key.endsWith('/grid_mode'))
        await noteGridMode(context, controller, key, newest.values[key], newest.ts)
    }
  }
}

function notePaces(controller: KnownController, values: Record<string, unknown>, ts: number): void {
  let last = ''
  for (const key in values) {
    const name = key.slice(0, key.indexOf('/'))
    if (name === last) continue
    last = name
    const pace = controller.paces.get(name)
    if (!pace || (pace.newestAt !== null && ts <= pace.newestAt)) continue
    // A gap is an outage, not a period.
    const seconds = pace.newestAt === null ? null : (ts - pace.newestAt) / 1000
    if (seconds !== null && seconds <= 3600)
      pace.periodSeconds = learnPeriodSeconds(pace.periodSeconds, seconds)
    pace.newestAt = ts
    pace.isDirty = true
  }
}

/** What is behind a meter is read at its own time, long before it is sent; it has no period that anybody knows. */
function noteSlowMeters(controller: KnownController, samples: DecodedMessage['message']['samples']): void {
  for (const { ts, values } of samples) {
    for (const key in values) {
      const slash = key.indexOf('/')
      if (!slowMetrics.includes(key.slice(slash + 1))) continue
      const pace = controller.paces.get(key.slice(0, slash))
      if (!pace || (pace.newestAt !== null && ts <= pace.newestAt)) continue
      pace.newestAt = ts
      pace.isDirty = true
    }
  }
}

async function noteGridMode(
  context: LinkContext,
  controller: KnownController,
  key: string,
  mode: unknown,
  ts: number,
): Promise<void> {
  if (controller.gridModes.get(key) === mode) return
  const change = offGridChange(mode)
  const deviceId = controller.paces.get(key.slice(0, key.indexOf('/')))?.deviceId ?? null
  const { id: controllerId, locationId } = controller
  if (change && locationId !== null) {
    const alarm = {
      locationId,
      controllerId,
      deviceId,
      type: 'OFF_GRID' as const,
      code: '',
      text: null,
      at: ts,
    }
    try {
      await context.db.transaction(async (tx) => {
        const isChanged = change === 'raised' ? await raiseAlarm(tx, alarm) : await clearAlarm(tx, alarm)
        if (isChanged) await notifyLive(tx, { t: 'alarms', l: [locationId] })
      })
    } catch (error) {
      // The readings are stored; the next one retries the alarm.
      context.log.warn({ err: error, serial: controller.serial }, 'an alarm could not be written')
      return
    }
  }
  controller.gridModes.set(key, mode)
}
