import { type Days, findDaysSoFar, type ReadingsReach } from '@ohmstead/domain/portal/so-far'
import { dayAt } from '@ohmstead/domain/time/days'
import { portalTimeZone } from './portal-selection.ts'

/** From the first reading to the end of the last one. */
export interface KnownTime {
  fromMs: number
  toMs: number
}

/**
 * The days that an answer rests on while the chosen ones are read in part. It follows the readings in steps: one that is
 * outdated, and begins later than the data available by now, is partial as well.
 */
export function findShownSoFar(
  { known }: { known: KnownTime | null },
  range: Days,
  readings: ReadingsReach,
  isOutdated: boolean,
): Days | null {
  if (!known) return null
  const shown = { from: localDayOf(known.fromMs), to: localDayOf(known.toMs - 1) }
  const isBehind =
    isOutdated && range.from < shown.from && readings.from !== null && readings.from < shown.from
  return isBehind || findDaysSoFar(range, readings) ? shown : null
}

const localDayOf = (ms: number) => dayAt(ms, portalTimeZone)
