import { quarterHourMs, weekday } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { type LocalGrid, layOutGrid, localTimeAt } from '../local-grid.ts'
import type { SpotPrices } from '../pricing-world.ts'
import type { WorldLookup } from '../world-lookup.ts'

/** Days are alike in what people do on them. Public holidays are spent like Sundays. */
export type DayKind = 'workday' | 'saturday' | 'sunday'

/** A past day that a coming one may be like: its energies and its market prices by the local quarter-hour. */
export interface PastDay {
  day: number
  kind: DayKind
  isLastYear: boolean
  importMilliWh: Float64Array
  exportMilliWh: Float64Array | null
  /** In the order of the regions that were asked for. */
  prices: Float64Array[]
}

export interface PastDaysAsked {
  history: readonly QuarterHourSeries[]
  /** Nothing from here on has passed. */
  untilMs: number
  needsExport: boolean
  spot: readonly SpotPrices[]
  /** Days before it are last year's. */
  firstRecentDay: number
}

export const quartersPerDay = 96
const minutesPerQuarter = 15
/** A day that was read so far is filled in with its own mean; one that was read less says too little. */
const leastKnown = 0.95

export function kindOfDay({ world, holidaysOf }: WorldLookup, day: number, text: string): DayKind {
  const place = weekday(day)
  if (place === 7 || holidaysOf(world.countryCode).has(text)) return 'sunday'
  return place === 6 ? 'saturday' : 'workday'
}

/** The whole days that were read well enough and whose market prices are known, each once, in their order. */
export function findPastDays(
  zone: string,
  asked: PastDaysAsked,
  kindOf: (day: number) => DayKind,
): PastDay[] {
  const found = new Map<number, PastDay>()
  const passed = localTimeAt(asked.untilMs, zone).day
  for (const series of asked.history) {
    const grid = layOutGrid(series.firstStartMs, series.importMilliWh.length, zone)
    for (const { day, from, to } of splitDays(grid)) {
      if (day >= passed || found.has(day)) continue
      const past = readDay(series, grid, { from, to }, asked)
      if (past) found.set(day, { ...past, day, kind: kindOf(day), isLastYear: day < asked.firstRecentDay })
    }
  }
  return [...found.values()].sort((a, b) => a.day - b.day)
}

/** The days that begin and end on the grid. */
function splitDays({ day, count, minute }: LocalGrid): { day: number; from: number; to: number }[] {
  const days: { day: number; from: number; to: number }[] = []
  let from = 0
  for (let i = 1; i <= count; i++) {
    if (i < count && day[i] === day[from]) continue
    const isWhole =
      minute[from]! < minutesPerQuarter && (i < count || minute[i - 1]! >= 24 * 60 - minutesPerQuarter)
    if (isWhole) days.push({ day: day[from]!, from, to: i })
    from = i
  }
  return days
}

function readDay(
  series: QuarterHourSeries,
  grid: LocalGrid,
  { from, to }: { from: number; to: number },
  { needsExport, spot }: PastDaysAsked,
): Pick<PastDay, 'importMilliWh' | 'exportMilliWh' | 'prices'> | null {
  const read = (valueAt: (place: number) => number) => layOutDay(grid, from, to, valueAt)
  const importMilliWh = read((place) => series.importMilliWh[place]!)
  if (!importMilliWh) return null
  const { exportMilliWh } = series
  const fedIn = exportMilliWh && needsExport ? read((place) => exportMilliWh[place]!) : null
  if (needsExport && !fedIn) return null
  const prices: Float64Array[] = []
  for (const { firstStartMs, price } of spot) {
    const shift = Math.round((grid.firstStartMs - firstStartMs) / quarterHourMs)
    const laid = layOutDay(grid, from, to, (place) => price[place + shift] ?? Number.NaN, true)
    if (!laid) return null
    prices.push(laid)
  }
  return { importMilliWh, exportMilliWh: fedIn, prices }
}

/** A value for each quarter-hour of the clock; null if too little is known. Prices may be negative. */
function layOutDay(
  { minute }: LocalGrid,
  from: number,
  to: number,
  valueAt: (place: number) => number,
  isPrice = false,
): Float64Array | null {
  const values = new Float64Array(quartersPerDay).fill(Number.NaN)
  let sum = 0
  let known = 0
  for (let place = from; place < to; place++) {
    const value = valueAt(place)
    if (Number.isNaN(value) || (!isPrice && !(value >= 0))) continue
    sum += value
    known += 1
    const quarter = Math.floor(minute[place]! / minutesPerQuarter)
    if (Number.isNaN(values[quarter]!)) values[quarter] = value
  }
  if (known < leastKnown * (to - from)) return null
  const mean = Math.round(sum / known)
  // Missing readings, and the hour that does not exist on a day on which clocks change.
  for (let quarter = 0; quarter < quartersPerDay; quarter++)
    if (Number.isNaN(values[quarter]!)) values[quarter] = mean
  return values
}
