import { findOffsets, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { layOutGrid } from '../local-grid.ts'
import type { SpotPrices } from '../pricing-world.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const daysPerYear = 365.25
const daysPerWeek = 7
/** Clocks change before it, on the nights on which they do. */
const morning = 180

/** Whole weeks, as near to so many years as they come: a Monday stays a Monday, and of the same season. */
export function shiftDaysOf(yearsBack: number): number {
  return daysPerWeek * Math.round((daysPerYear * yearsBack) / daysPerWeek)
}

/**
 * Market prices of years ago laid on a later stretch of time: each quarter-hour has the price of the same local time on
 * the same weekday of that season. Where clocks changed on another day, an hour is used twice or not at all.
 */
export function laySpotOfYear(
  prices: SpotPrices,
  yearsBack: number,
  { fromMs, toMs, zone }: { fromMs: number; toMs: number; zone: string },
): SpotPrices {
  const firstStartMs = Math.floor(fromMs / quarterHourMs) * quarterHourMs
  const count = Math.ceil((toMs - firstStartMs) / quarterHourMs)
  const { day, minute } = layOutGrid(firstStartMs, count, zone)
  const shift = shiftDaysOf(yearsBack)
  const offsetAt = offsetsOf(fromMs - (shift + 2) * dayMs, toMs - (shift - 2) * dayMs, zone)
  const price = new Float64Array(count).fill(Number.NaN)
  const sourceOf = new Uint8Array(count)
  let last = Number.NaN
  let offsets = { night: 0, later: 0 }
  for (let i = 0; i < count; i++) {
    const localMs = (day[i]! - shift) * dayMs
    if (day[i] !== last) {
      offsets = { night: offsetAt(localMs), later: offsetAt(localMs + dayMs / 2) }
      last = day[i]!
    }
    const offsetMs = minute[i]! < morning ? offsets.night : offsets.later
    const atMs = localMs + minute[i]! * minuteMs - offsetMs
    const place = Math.floor((atMs - prices.firstStartMs) / quarterHourMs)
    const known = prices.price[place]
    if (known === undefined) continue
    price[i] = known
    sourceOf[i] = prices.sourceOf[place]!
  }
  return { ...prices, firstStartMs, price, sourceOf }
}

/** The share of a stretch's quarter-hours whose price is known. */
export function knownShareOf({ price, firstStartMs }: SpotPrices, fromMs: number, toMs: number): number {
  const [first, end] = [fromMs, toMs].map((ms) => Math.round((ms - firstStartMs) / quarterHourMs))
  let known = 0
  for (let i = first!; i < end!; i++) if (!Number.isNaN(price[i] ?? Number.NaN)) known++
  return end! > first! ? known / (end! - first!) : 0
}

/** The offset that is in force at a local time. */
function offsetsOf(fromMs: number, toMs: number, zone: string): (localMs: number) => number {
  const spans = findOffsets(fromMs, toMs, zone)
  return (localMs) =>
    spans.findLast(({ fromMs: since, offsetMs }) => localMs - offsetMs >= since)?.offsetMs ??
    spans[0]!.offsetMs
}
