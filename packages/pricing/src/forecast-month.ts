import {
  addExact,
  compareExact,
  type DecimalText,
  formatExact,
  parseExact,
} from '@ohmstead/domain/money/exact'
import { namedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import { formatDay, localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { bill } from './bill.ts'
import type { Bill, BillTotals } from './bill-model.ts'
import { isDraw, prepareDraw, type TooFewDays } from './forecast/draw-days.ts'
import { drawLevels, measureSpread } from './forecast/draw-levels.ts'
import { openMonth } from './forecast/fill-month.ts'
import { findPastDays, kindOfDay, type PastDay } from './forecast/past-days.ts'
import { type LocalGrid, layOutMonths, localTimeAt } from './local-grid.ts'
import { type MissingPrice, uniqueReasons } from './price-component.ts'
import type { PricingWorld } from './pricing-world.ts'
import { listOn, prepareWorld, type WorldLookup } from './world-lookup.ts'

/** Nine in ten months are above `low` and nine in ten below `high`; `middle` is as likely too low as too high. */
export interface MoneyRange {
  low: DecimalText
  middle: DecimalText
  high: DecimalText
}

/** What the forecast stands on. */
export interface ForecastBasis {
  /** Past days to draw from: of recent weeks, and of the same month last year. */
  recentDays: number
  lastYearDays: number
  /** Days of the month of which something was drawn. */
  drawnDays: number
  /** Quarter-hours that have passed without a reading, which are drawn as well. */
  unreadQuarterHours: number
  draws: number
}

export type NoForecast =
  | ({ reason: 'tooFewDays' } & TooFewDays)
  | { reason: 'unknownPrices'; missing: MissingPrice[] }

export interface MonthForecast {
  /** 'YYYY-MM' */
  month: string
  currency: Bill['currency']
  untilMs: number
  /** The bill of the days so far; null in the first quarter-hour of a month. */
  soFar: Bill | null
  /** Of the whole month; null with a reason. */
  whole: { payable: MoneyRange; importCost: MoneyRange; feedIn: MoneyRange } | null
  /** What was to pay in each drawn month, ascending; empty without a forecast. */
  payables: DecimalText[]
  none: NoForecast | null
  basis: ForecastBasis
}

export interface ForecastAsked {
  /** The present. */
  nowMs: number
  /** 'YYYY-MM', of the present if absent; of a month that is over everything that was read has passed. */
  month?: string
  /** Past energies to draw from; they may overlap, and the earlier of two decides. */
  history: readonly QuarterHourSeries[]
  seed: number
}

/**
 * P10, P50 and P90. The quantiles of draws from some weeks are too narrow; further ones hold what they say, as a t-value
 * of seven degrees of freedom does (the expanded percentile interval of Hesterberg).
 */
const draws = 41
const [lowPlace, middlePlace, highPlace] = [1, 20, 39]
/** Days longer ago are last year's. */
const recentDays = 62

/**
 * The bill of the current month: so far, and of the whole month with a range. Days to come, and quarter-hours that nobody
 * read, are drawn from past days of their kind, energy and market prices of a day together, and each drawn month is billed
 * whole, so that peaks, tiers, caps and monthly amounts come out as an invoice has them. Market prices that are published
 * are used as they are. The energies reach back to the first of the month, as for a bill.
 */
export function forecastMonth(
  world: PricingWorld,
  energies: QuarterHourSeries,
  { nowMs, month: asked, history, seed }: ForecastAsked,
): MonthForecast {
  const lookup = prepareWorld(world)
  const passedMs = Math.floor(nowMs / quarterHourMs) * quarterHourMs
  const fromMs = asked === undefined ? passedMs : localMidnightMs(`${asked}-01`, lookup.zone)
  const { grid, months } = layOutMonths(fromMs, fromMs + 1, lookup.zone)
  const { key, firstDay } = months[0]!
  const untilMs = Math.min(passedMs, grid.firstStartMs + grid.count * quarterHourMs)
  const today = localTimeAt(untilMs - 1, lookup.zone).day
  const lastDay = formatDay(grid.day[grid.count - 1]!)
  const soFar =
    untilMs > grid.firstStartMs
      ? bill(world, energies, { from: firstDay, to: formatDay(today), untilMs })
      : null
  const regions = regionsOf(lookup, grid)
  const spot = regions.flatMap((code) => world.spot[code] ?? [])
  const needsExport = isFedIn(energies, history)
  const month = openMonth({ grid, energies, untilMs, needsExport, spot })
  const kindOf = (day: number) => kindOfDay(lookup, day, formatDay(day))
  const past = findPastDays(
    lookup.zone,
    { history, untilMs, needsExport, spot, firstRecentDay: today - recentDays },
    kindOf,
  )
  const coming = month.open.map(({ day }) => ({ day, kind: kindOf(day) }))
  const found = prepareDraw(past, coming)
  const basis = describeBasis(past, coming.length, month.unread)
  const answer = { month: key, untilMs, soFar, basis, whole: null, payables: [] }
  const drawnWorld = { ...world, spot: { ...world.spot } }
  regions.forEach((code) => {
    const place = spot.indexOf(world.spot[code]!)
    if (place >= 0) drawnWorld.spot[code] = month.spot[place]!
  })
  const question = { from: firstDay, to: lastDay, ...(soFar && { currency: soFar.currency }) }
  const currency = soFar?.currency ?? bill(world, energies, question).currency
  if (!isDraw(found)) return { ...answer, currency, none: { reason: 'tooFewDays', ...found } }
  const random = randomSequence(seed)
  const spread = measureSpread(past)
  const bills: BillTotals[] = []
  for (let draw = 0; draw < (coming.length === 0 ? 1 : draws); draw++) {
    month.fill(found.draw(random, coming), drawLevels(spread, random))
    const { totals, months } = bill(drawnWorld, month.series, question)
    if (totals.payable === null) {
      const missing = uniqueReasons(months.flatMap((one) => one.missing))
      return { ...answer, currency, none: { reason: 'unknownPrices', missing } }
    }
    bills.push(totals)
  }
  return { ...answer, currency, ...describeBills(bills), none: null }
}

/** The regions whose market prices the lists of the month follow. */
function regionsOf(lookup: WorldLookup, { day }: LocalGrid): readonly string[] {
  const lists = [...new Set(day)].flatMap((one) => listOn(lookup, formatDay(one)) ?? [])
  return namedInTerms([...new Set(lists)].map(({ terms }) => terms)).regions
}

/** Whether what is fed in is read at all. */
function isFedIn(energies: QuarterHourSeries, history: readonly QuarterHourSeries[]): boolean {
  if (energies.exportMilliWh === null) return false
  return [energies, ...history.slice(0, 1)].some(({ exportMilliWh }) =>
    exportMilliWh?.some((energy) => energy >= 0),
  )
}

function describeBasis(past: readonly PastDay[], drawnDays: number, unread: number): ForecastBasis {
  const lastYearDays = past.filter(({ isLastYear }) => isLastYear).length
  return {
    recentDays: past.length - lastYearDays,
    lastYearDays,
    drawnDays,
    unreadQuarterHours: unread,
    draws,
  }
}

/** Cost and feed-in of the middle are those of the one bill in the middle, so that both make what is to pay in it. */
function describeBills(bills: readonly BillTotals[]): Pick<MonthForecast, 'whole' | 'payables'> {
  const byPayable = bills.toSorted((a, b) => compareAmounts(a.payable!, b.payable!))
  const payables = byPayable.map(({ payable }) => payable!)
  const middle = byPayable[Math.min(middlePlace, bills.length - 1)]!
  const range = (of: (totals: BillTotals) => DecimalText) =>
    rangeOf(bills.map(of).sort(compareAmounts), of(middle))
  return {
    payables,
    whole: {
      payable: rangeOf(payables, middle.payable!),
      importCost: range(importCostOf),
      feedIn: range(({ feedIn }) => feedIn!),
    },
  }
}

const compareAmounts = (a: DecimalText, b: DecimalText) => compareExact(parseExact(a), parseExact(b))

/** As cost charts have it: with VAT, before what is fed in is deducted. */
function importCostOf({ net, vat }: BillTotals): DecimalText {
  const sum = addExact(parseExact(net!), parseExact(vat!))
  return formatExact(sum, sum.scale)
}

/** Of all that are alike if nothing was drawn; the middle is within it. */
function rangeOf(sorted: readonly DecimalText[], middle: DecimalText): MoneyRange {
  const at = (place: number) => sorted[Math.min(place, sorted.length - 1)]!
  const [low, high] = [at(lowPlace), at(highPlace)]
  return {
    low: compareAmounts(middle, low) < 0 ? middle : low,
    middle,
    high: compareAmounts(middle, high) > 0 ? middle : high,
  }
}
