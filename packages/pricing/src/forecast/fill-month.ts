import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { LocalGrid } from '../local-grid.ts'
import type { SpotPrices } from '../pricing-world.ts'
import type { Levels } from './draw-levels.ts'
import type { PastDay } from './past-days.ts'

/** A day of the month of which something is not known yet; places on the grid of the month. */
export interface OpenDay {
  day: number
  import: number[]
  export: number[]
  /** By region, those that have not been published. */
  prices: number[][]
}

/** A month that is filled in again and again: the same arrays, of which only what is open changes. */
export interface MonthToFill {
  series: QuarterHourSeries
  spot: SpotPrices[]
  open: OpenDay[]
  /** Quarter-hours that have passed without a reading. */
  unread: number
  /** Energies and prices of past days, times the levels of the drawn month. */
  fill(drawn: readonly PastDay[], levels: Levels): void
}

const minutesPerQuarter = 15
const margin = 4
const marginMs = margin * quarterHourMs

export interface MonthAsked {
  grid: LocalGrid
  energies: QuarterHourSeries
  untilMs: number
  needsExport: boolean
  spot: readonly SpotPrices[]
}

export function openMonth({ grid, energies, untilMs, needsExport, spot }: MonthAsked): MonthToFill {
  const endMs = grid.firstStartMs + grid.count * quarterHourMs
  const series = extend(energies, endMs)
  const shift = Math.round((grid.firstStartMs - series.firstStartMs) / quarterHourMs)
  // Hours of the market may reach beyond the month where clocks differ by parts of an hour.
  const prices = spot.map((one) => cutPrices(one, grid.firstStartMs - marginMs, endMs + marginMs))
  const passed = Math.round((untilMs - grid.firstStartMs) / quarterHourMs)
  const open = new Map<number, OpenDay>()
  let unread = 0
  const openOf = (place: number) => {
    const day = grid.day[place]!
    const known = open.get(day) ?? { day, import: [], export: [], prices: spot.map(() => []) }
    open.set(day, known)
    return known
  }
  for (let place = 0; place < grid.count; place++) {
    const isComing = place >= passed
    const isImportOpen = isComing || !(series.importMilliWh[place + shift]! >= 0)
    const isExportOpen = needsExport && (isComing || !(series.exportMilliWh![place + shift]! >= 0))
    if (isImportOpen) openOf(place).import.push(place)
    if (isExportOpen) openOf(place).export.push(place)
    if (!isComing && (isImportOpen || isExportOpen)) unread += 1
    prices.forEach(({ price }, region) => {
      if (isComing && Number.isNaN(price[place + margin]!)) openOf(place).prices[region]!.push(place)
    })
  }
  const days = [...open.values()].sort((a, b) => a.day - b.day)
  const quarterOf = (place: number) => Math.floor(grid.minute[place]! / minutesPerQuarter)
  return {
    ...{ series, spot: prices, open: days, unread },
    fill: (drawn, levels) => {
      days.forEach((one, at) => {
        const from = drawn[at]!
        for (const place of one.import) {
          series.importMilliWh[place + shift] = Math.round(
            from.importMilliWh[quarterOf(place)]! * levels.import,
          )
          series.isEstimated[place + shift] = 1
        }
        for (const place of one.export)
          series.exportMilliWh![place + shift] = Math.round(
            from.exportMilliWh![quarterOf(place)]! * levels.export,
          )
        one.prices.forEach((places, region) => {
          for (const place of places)
            prices[region]!.price[place + margin] = Math.round(
              from.prices[region]![quarterOf(place)]! * levels.price,
            )
        })
      })
    },
  }
}

/** A copy of the energies that reaches to the end of the month. */
function extend(energies: QuarterHourSeries, endMs: number): QuarterHourSeries {
  const { firstStartMs } = energies
  const count = Math.max(energies.importMilliWh.length, Math.round((endMs - firstStartMs) / quarterHourMs))
  const lay = (row: Float64Array) => {
    const laid = new Float64Array(count).fill(Number.NaN)
    laid.set(row)
    return laid
  }
  const isEstimated = new Uint8Array(count)
  isEstimated.set(energies.isEstimated)
  return {
    firstStartMs,
    importMilliWh: lay(energies.importMilliWh),
    exportMilliWh: energies.exportMilliWh && lay(energies.exportMilliWh),
    isEstimated,
  }
}

/** A copy of the market prices of a stretch of time. */
function cutPrices(prices: SpotPrices, fromMs: number, toMs: number): SpotPrices {
  const count = Math.round((toMs - fromMs) / quarterHourMs)
  const shift = Math.round((fromMs - prices.firstStartMs) / quarterHourMs)
  const price = Float64Array.from({ length: count }, (_, place) => prices.price[place + shift] ?? Number.NaN)
  const sourceOf = Uint8Array.from({ length: count }, (_, place) => prices.sourceOf[place + shift] ?? 0)
  return { ...prices, firstStartMs: fromMs, price, sourceOf }
}
