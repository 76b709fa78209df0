import type { AlarmType } from './alarm-type.ts'

/** A controller may be offline this long before it becomes an alarm; "not connected" is shown at once. */
export const connectionLostAfterMs = 5 * 60_000

/** What comes back within this time after its end flaps: it is the same alarm. */
export const flapWindowMs = 30 * 60_000

/** The reporting period assumed until a better one is learned. */
const defaultPeriodSeconds = 60
const longestPeriodSeconds = 3600

/** Whether to raise CONTROLLER_ERROR_CONNECTION. Times are epoch ms; an unknown time raises no alarm. */
export function isConnectionLost(
  controller: { isOnline: boolean; changedAt: number | null },
  now: number,
): boolean {
  return (
    !controller.isOnline &&
    controller.changedAt !== null &&
    now - controller.changedAt > connectionLostAfterMs
  )
}

/**
 * Whether a device of a connected controller gets ERROR_COMMUNICATION: its newest value is older than three of its
 * periods, by the clock that stamps it. A period shorter than the default counts as the default, since it may last only
 * while somebody is watching.
 */
export function isDeviceStale(
  device: { newestAt: number | null; periodSeconds: number | null; clockLagMs: number },
  now: number,
): boolean {
  return (
    device.newestAt !== null &&
    now - device.clockLagMs - device.newestAt > 3 * effectivePeriodSeconds(device.periodSeconds) * 1000
  )
}

/**
 * How far back (ms) current readings are stored because their clock is known to be slow. Readings from a clock that is
 * ahead, or behind by more than `keptMs`, are not stored.
 */
export function findClockLag(clock: { offsetMs: number | null; isWrong: boolean }, keptMs: number): number {
  const { offsetMs, isWrong } = clock
  return isWrong && offsetMs !== null && offsetMs < 0 && -offsetMs <= keptMs ? -offsetMs : 0
}

/** It takes two windows of ten minutes to detect a wrong clock; until then no device is blamed. */
export const clockUnknownMs = 30 * 60_000

export function effectivePeriodSeconds(periodSeconds: number | null): number {
  return Math.min(Math.max(periodSeconds ?? defaultPeriodSeconds, defaultPeriodSeconds), longestPeriodSeconds)
}

/** The learned period after one more interval between readings: slow to change, quick to accept a longer period. */
export function learnPeriodSeconds(periodSeconds: number | null, intervalSeconds: number): number {
  if (periodSeconds === null) return intervalSeconds
  const weight = intervalSeconds > periodSeconds ? 0.5 : 0.1
  return periodSeconds + weight * (intervalSeconds - periodSeconds)
}

/** OFF_GRID from the metric `grid_mode`: 2 raises, 1 (on grid) and 3 (generator) clear, anything else is ignored. */
export function offGridChange(gridMode: unknown): 'raised' | 'cleared' | null {
  if (gridMode === 2) return 'raised'
  return gridMode === 1 || gridMode === 3 ? 'cleared' : null
}

/** Alarms by type, each list newest first; types without alarms are omitted. */
export function groupAlarmsByType<Alarm extends { type: AlarmType; firstRecurrenceAt: number }>(
  alarms: readonly Alarm[],
): Partial<Record<AlarmType, Alarm[]>> {
  const sorted = alarms.toSorted((a, b) => b.firstRecurrenceAt - a.firstRecurrenceAt)
  return Object.groupBy(sorted, (alarm) => alarm.type)
}
