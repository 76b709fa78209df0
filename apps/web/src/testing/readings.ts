import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { buildSeries } from '@ohmstead/network-fee/wire/build-series'
import type { PortalReadings } from '../shared/portal/portal-readings.ts'

/** Readings of whole local days: kW by index, null missing. */
export function createReadings(
  from: string,
  powersKw: (number | null)[],
  marks: Record<number, string> = {},
): PortalReadings {
  const milliWh = powersKw.map((kw) => (kw === null ? null : kw * 250_000))
  const quality = powersKw.map((kw, i) => (kw === null ? 'm' : (marks[i] ?? '.'))).join('')
  const series = buildSeries({
    first_start: localMidnightMs(from) / 1000,
    import_milli_wh: milliWh,
    export_milli_wh: null,
    quality,
  })
  return {
    series,
    quality,
    days: [{ day: from, version: 3, fetched_at: 0, complete: true }],
    problems: [],
    getProfile: () => buildLoadProfile(series),
  }
}
