import { type Days, findDaysSoFar, type ReadingsReach } from '@ohmstead/domain/portal/so-far'
import { portalTimeZone } from '../../../shared/portal/portal-selection.ts'
import type { ReadingsSummary } from './summarise-readings.ts'

/**
 * The days that the picture shows while the chosen ones are read in part. It follows the readings in steps: one that is
 * out of date, and begins later than what is there by now, is a part as well.
 */
export function findShownSoFar(
  { known }: Pick<ReadingsSummary, 'known'>,
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

const localDayOf = (ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(portalTimeZone).toPlainDate().toString()
