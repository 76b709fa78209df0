import { type Exact, formatExact, roundExact, subtractExact, zero } from '@ohmstead/domain/money/exact'
import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { costsOfExchanges, type ExchangeCost } from '@ohmstead/pricing/costs-of-exchanges'
import { type PriceSeries, priceSeries } from '@ohmstead/pricing/price-series'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import { compareQuarters, countLeftOut } from './balance-quarters.ts'
import { contentAt, inferBattery } from './battery-figures.ts'
import { cutBalance, cutPrices, cutQuarters, type Places } from './cut-balance.ts'
import { type Coalition, runCoalitions } from './run-coalitions.ts'
import {
  type BalanceSeries,
  type BatteryFigures,
  type BucketSavings,
  type PeriodSavings,
  type PerPart,
  type SavingPart,
  savingParts,
} from './savings-model.ts'
import { splitFairly } from './split-fairly.ts'

/** A calendar month or a part of it. */
export interface SavingsPeriod {
  fromMs: number
  toMs: number
  /** Readings from here on tell what the battery is like. */
  sinceMs: number
  /** A simulated battery starts here: some days before, so that it does not matter how. Not after the first of the month. */
  runFromMs: number
  /** Ascending, from `fromMs` to `toMs`, for savings of shorter stretches. */
  edgesMs?: readonly number[]
}

export interface SavingsQuestion {
  periods: readonly SavingsPeriod[]
  /** Of every period; by default that of the last list in force in each. */
  currency?: CurrencyCode
  /** The battery's figures where somebody knows them better than its readings show. */
  battery?: BatteryFigures | null
}

const provisionalBelow = 0.95
/** Of stretches within a month, whose amounts are not rounded like an invoice. */
const bucketDecimals = 6

/** What panels, battery and control saved in each period against the same loads without them. */
export function calculateSavings(
  world: PricingWorld,
  balance: BalanceSeries,
  { periods, currency, battery }: SavingsQuestion,
): PeriodSavings[] {
  const endMs = balance.firstStartMs + balance.importMilliWh.length * quarterHourMs
  const needsPrices = balance.productionMilliWh !== null && balance.chargeMilliWh !== null
  const prices = needsPrices ? priceSeries(world, balance.firstStartMs, endMs) : null
  return periods.map((period) => {
    const placeOf = (ms: number) => Math.round((ms - balance.firstStartMs) / quarterHourMs)
    const to = placeOf(period.toMs)
    const since = cutBalance(balance, { from: Math.max(placeOf(period.sinceMs), 0), to })
    const runs = { from: Math.max(placeOf(period.runFromMs), 0), to }
    return savingsOf(world, since, { period, currency, battery, prices: cutPrices(prices, runs) })
  })
}

interface Asked {
  period: SavingsPeriod
  currency: CurrencyCode | undefined
  battery: BatteryFigures | null | undefined
  prices: Pick<PriceSeries, 'importPrice' | 'exportPrice'>
}

function savingsOf(world: PricingWorld, since: BalanceSeries, asked: Asked): PeriodSavings {
  const { period, prices } = asked
  const seen = compareQuarters(since)
  const inferred = inferBattery(seen)
  const figures = inferred && (asked.battery ?? inferred)
  const runFrom = Math.max(0, Math.round((period.runFromMs - since.firstStartMs) / quarterHourMs))
  const runs = { from: runFrom, to: since.importMilliWh.length }
  const series = cutBalance(since, runs)
  const quarters = cutQuarters(seen, runs)
  const span = {
    from: Math.max(0, Math.round((period.fromMs - series.firstStartMs) / quarterHourMs)),
    to: Math.round((period.toMs - series.firstStartMs) / quarterHourMs),
  }
  const hasSolar = someIn(quarters.production, span)
  const initialKwh = figures ? contentAt(seen, figures, runFrom) : 0
  const coalitions = runCoalitions({ series, quarters, figures, hasSolar, prices, initialKwh })
  const priced = priceCoalitions(world, coalitions, { ...period, currency: asked.currency })
  const { currency, costOf } = priced
  const decimals = currencyDecimals[currency]
  const present = savingParts.filter((part) => coalitions.some(({ parts }) => parts.includes(part)))
  const compared = countIn(quarters.isCompared, span)
  const quarterHours = span.to - span.from
  const all = costOf(present)
  const isKnown = compared > 0 && coalitions.every(({ parts }) => costOf(parts).payable !== null)
  const baseline = isKnown ? costOf([]).payable : null
  const actual = isKnown ? all.payable : null
  return {
    fromMs: period.fromMs,
    toMs: period.toMs,
    currency,
    baseline: textOf(baseline, decimals),
    actual: textOf(actual, decimals),
    saved: baseline && actual && formatExact(subtractExact(baseline, actual), decimals),
    parts: isKnown ? split(present, (parts) => costOf(parts).payable!, decimals) : unknownParts,
    coalitions: coalitions.map(({ parts, isSimulated }) => ({
      parts,
      cost: isKnown ? textOf(costOf(parts).payable, decimals) : null,
      isSimulated,
    })),
    buckets: splitBuckets(present, costOf, Math.max(0, (period.edgesMs?.length ?? 0) - 1)),
    has: { solar: hasSolar, battery: figures !== null },
    figures,
    quarterHours,
    compared,
    estimated: countIn(
      quarters.isCompared.map((is, i) => is & series.isEstimated[i]!),
      span,
    ),
    leftOut: countLeftOut(quarters, span.from, span.to),
    isProvisional: compared < provisionalBelow * quarterHours,
    missing: all.missing,
  }
}

const unknownParts: PerPart<null> = { solar: null, battery: null, control: null }

type CostOf = (parts: readonly SavingPart[]) => ExchangeCost

/** Coalitions with the same exchange share its bill. */
function priceCoalitions(
  world: PricingWorld,
  coalitions: readonly Coalition[],
  question: SavingsPeriod & { currency: CurrencyCode | undefined },
): { currency: CurrencyCode; costOf: CostOf } {
  const { fromMs, toMs, edgesMs, currency: asked } = question
  const exchanges = [...new Set(coalitions.map(({ exchange }) => exchange))]
  const { currency, costs } = costsOfExchanges(world, exchanges, {
    ...{ fromMs, toMs },
    ...(edgesMs && { edgesMs }),
    ...(asked && { currency: asked }),
  })
  const keyOf = (parts: readonly SavingPart[]) => savingParts.filter((part) => parts.includes(part)).join('+')
  const byKey = new Map(
    coalitions.map(({ parts, exchange }) => [keyOf(parts), costs[exchanges.indexOf(exchange)]!]),
  )
  return { currency, costOf: (parts) => byKey.get(keyOf(parts))! }
}

/** What parts that are not there saved is nothing. */
function split(
  present: readonly SavingPart[],
  costOf: (parts: readonly SavingPart[]) => Exact,
  decimals: number,
): PerPart<string> {
  const rounded = (parts: readonly SavingPart[]) => roundExact(costOf(parts), decimals)
  const found = splitFairly(present, (parts) => subtractExact(rounded([]), rounded(parts)), decimals)
  const of = (part: SavingPart) => formatExact(found.get(part) ?? zero, decimals)
  return { solar: of('solar'), battery: of('battery'), control: of('control') }
}

function splitBuckets(present: readonly SavingPart[], costOf: CostOf, count: number): BucketSavings[] {
  const sets = subsetsOf(present)
  return Array.from({ length: count }, (_, place) => {
    const isKnown = sets.every((parts) => costOf(parts).buckets[place] !== null)
    if (!isKnown) return { baseline: null, actual: null, parts: unknownParts }
    const at = (parts: readonly SavingPart[]) => costOf(parts).buckets[place]!
    return {
      baseline: formatExact(at([]), bucketDecimals),
      actual: formatExact(at(present), bucketDecimals),
      parts: split(present, at, bucketDecimals),
    }
  })
}

const subsetsOf = (parts: readonly SavingPart[]): SavingPart[][] =>
  Array.from({ length: 2 ** parts.length }, (_, set) => parts.filter((_, place) => set & (1 << place)))

const textOf = (amount: Exact | null, decimals: number) => amount && formatExact(amount, decimals)

const countIn = (marks: Uint8Array, { from, to }: Places) =>
  marks.subarray(from, to).reduce((sum, mark) => sum + mark, 0)

const someIn = (row: Float64Array, { from, to }: Places) =>
  row.subarray(from, to).some((energy) => energy > 0)
