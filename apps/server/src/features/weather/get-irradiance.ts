import type { IrradianceView } from '@ohmstead/contract/weather'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import type { Deps } from '../../deps.ts'
import { addDays } from '../portal/client/portal-dates.ts'
import { listMonths, monthAfter, packMonth, unpackMonth } from './weather-month.ts'
import { findWeatherMonths, upsertWeatherMonth, type WeatherCell } from './weather-queries.ts'

const hourMs = 3_600_000
const cellsPerDegree = 20
/** An incomplete month may have grown since. */
const openMonthMs = 6 * hourMs

export interface IrradianceQuestion {
  latitude: number
  longitude: number
  /** Local days, both included. */
  fromDay: string
  toDay: string
}

/** The weather of a cell and of local days; missing months are fetched once for everybody. */
export async function getIrradiance(
  deps: Pick<Deps, 'db' | 'clock' | 'weather'>,
  { latitude, longitude, fromDay, toDay }: IrradianceQuestion,
  beforeFetching: () => Promise<void>,
): Promise<IrradianceView> {
  const { db, weather } = deps
  const cell = {
    latitudeCell: Math.round(latitude * cellsPerDegree),
    longitudeCell: Math.round(longitude * cellsPerDegree),
  }
  const fromMs = localMidnightMs(fromDay)
  const toMs = localMidnightMs(addDays(toDay, 1))
  const months = listMonths(fromMs, toMs)
  const kept = await findWeatherMonths(db, cell, weather.source, months)
  const isFresh = (row: (typeof kept)[number]) =>
    row.is_complete || deps.clock.now() - row.fetched_at < openMonthMs
  const known = new Set(kept.filter(isFresh).map(({ month }) => month))
  const today = new Date(deps.clock.now()).toISOString().slice(0, 10)
  const missing = months.filter((month) => !known.has(month) && month <= today)
  if (missing.length > 0) {
    await beforeFetching()
    await fetchMonths(deps, cell, missing)
  }
  const rows = missing.length > 0 ? await findWeatherMonths(db, cell, weather.source, months) : kept
  const byMonth = new Map(rows.map((row) => [row.month, row]))
  const hours = (toMs - fromMs) / hourMs
  const answer = {
    source: weather.source,
    attribution:
      weather.source === 'open-meteo'
        ? { text: 'Open-Meteo.com (CC BY 4.0), ERA5 © Copernicus', url: 'https://open-meteo.com/' }
        : null,
    ...centreOf(cell),
    elevation_m: rows[0]?.elevation_m ?? null,
    step_seconds: 3600 as const,
    time: Array.from({ length: hours }, (_, hour) => fromMs / 1000 + hour * 3600),
  }
  const found = { globalWm2: filled(hours), diffuseWm2: filled(hours), directWm2: filled(hours) }
  const air = { airC: filled(hours), windMs: filled(hours) }
  for (const month of months) {
    const row = byMonth.get(month)
    if (!row) continue
    const first = (Date.parse(month) - fromMs) / hourMs
    for (const [name, values] of Object.entries(unpackMonth(row.hours))) {
      const target = { ...found, ...air }[name as keyof typeof found | keyof typeof air]
      values.forEach((value, at) => {
        if (first + at >= 0 && first + at < hours) target[first + at] = value
      })
    }
  }
  const { globalWm2: ghi, diffuseWm2: dhi, directWm2: dni } = found
  return { ...answer, ghi, dhi, dni, temperature: air.airC, wind: air.windMs }
}

const filled = (count: number): (number | null)[] => Array(count).fill(null)

const centreOf = ({ latitudeCell, longitudeCell }: WeatherCell) => ({
  latitude: latitudeCell / cellsPerDegree,
  longitude: longitudeCell / cellsPerDegree,
})

const underWay = new Map<string, Promise<void>>()

/** Concurrent callers cause one request: consecutive months are one, and so are identical ones. */
async function fetchMonths(
  { db, clock, weather }: Pick<Deps, 'db' | 'clock' | 'weather'>,
  cell: WeatherCell,
  months: string[],
): Promise<void> {
  const [first, last] = [months[0]!, months.at(-1)!]
  const key = JSON.stringify([cell, weather.source, first, last])
  const fetching =
    underWay.get(key) ??
    (async () => {
      const hours = await weather.getHours(centreOf(cell), first, monthAfter(last))
      for (const month of months) {
        const { packed, isComplete } = packMonth(hours, month)
        const row = { month, elevation_m: hours.elevationM, hours: packed, is_complete: isComplete }
        await upsertWeatherMonth(db, cell, weather.source, row, clock.now())
      }
    })().finally(() => underWay.delete(key))
  underWay.set(key, fetching)
  await fetching
}
