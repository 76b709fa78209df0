import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { PriceList } from '@ohmstead/domain/pricing/price-list-terms'
import { buildFeeContext } from '@ohmstead/network-fee/calculate-network-fee'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { buildLoadProfile, type LoadProfile } from '@ohmstead/network-fee/load-profile'
import { isLargeConsumer } from '@ohmstead/network-fee/powers/consumer-size'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { RateBook } from '@ohmstead/network-fee/rates/rate-book'
import { type GridMonth, type LocalGrid, layOutMonths } from '../local-grid.ts'
import { type SharedEnergies, takeOffShared } from '../shared-energies.ts'
import { usesPublished, type WorldLookup } from '../world-lookup.ts'
import { layOnGrid } from './lay-on-grid.ts'
import type { Bucket, Charge, LedgerMonth, Sink, Span } from './ledger-model.ts'
import { advance, type GridEnergies, type MonthState } from './month-state.ts'
import { openPublishedMonth, type PublishedMonth } from './published-month.ts'
import { buildCharges } from './segment-charges.ts'
import { splitMonth, termsOn } from './segments.ts'

/** Days are turned into instants; every edge lies on a quarter-hour. */
export interface LedgerQuestion {
  fromMs: number
  toMs: number
  /** Further instants at which buckets are cut, in any order. */
  cutsMs: readonly number[]
  currency: CurrencyCode
  /** What was shared with others, if anything. */
  shared?: SharedEnergies | undefined
}

/**
 * What bills of the same energies have in common whatever list prices them: kept from one bill to the next, and worked out
 * anew where the energies or the calendar differ.
 */
export interface LedgerGround {
  laid: { series: QuarterHourSeries; grid: LocalGrid; energies: QuarterHourSeries } | null
  load: { energies: QuarterHourSeries; book: RateBook; profile: LoadProfile } | null
  size: { series: QuarterHourSeries; isLarge: boolean } | null
}

export const emptyGround = (): LedgerGround => ({ laid: null, load: null, size: null })

/**
 * What the bill of each month grew by, bucket by bucket, up to the end of the period. Buckets begin with the month, since
 * its peaks, tiers and caps do; those before `fromMs` are worked out and left out.
 */
export function buildLedger(
  lookup: WorldLookup,
  series: QuarterHourSeries,
  question: LedgerQuestion,
  ground: LedgerGround = emptyGround(),
): LedgerMonth[] {
  const { grid, months } = layOutMonths(question.fromMs, question.toMs, lookup.zone)
  const laid = layOnce(ground, series, grid)
  const energies = { ...laid, ...takeOffShared(laid, question.shared ?? null) }
  const feeMonths = months.map((month) => ({ ...month, reduced: energies.reduced }))
  const published = openPublishedMonths(lookup, feeMonths, series, laid, ground)
  const placeOf = (ms: number) => Math.round((ms - grid.firstStartMs) / quarterHourMs)
  const edges = [question.fromMs, question.toMs, ...question.cutsMs].map(placeOf)
  const [first, end] = [edges[0]!, edges[1]!]
  return months.map((month, place) => {
    const state: MonthState = {
      ...{ lookup, grid, month, energies, currency: question.currency },
      ...{ published: published?.[place] ?? null, publishedGrowth: [] },
      ...{ peaks: { highest: [] }, peaksBefore: { highest: [] } },
      ...{ used: new Map(), spot: new Map(), measured: new Map(), exchanges: [] },
    }
    return {
      key: month.key,
      firstDay: month.firstDay,
      buckets: fillBuckets(state, edges, end)
        .filter(({ from }) => from >= first)
        .map(({ bucket }) => bucket),
    }
  })
}

function fillBuckets(state: MonthState, edges: readonly number[], end: number) {
  const { lookup, grid, month, energies } = state
  const last = Math.min(month.to, end)
  return splitMonth(lookup, grid, month, state.currency).flatMap(({ from, to, day, list }) => {
    const stops = edges.filter((edge) => edge > from && edge < Math.min(to, last))
    const places = [...new Set([from, ...stops, Math.min(to, last)])].sort((a, b) => a - b)
    if (from >= last) return []
    state.exchanges = []
    const charges: Charge[] = list
      ? buildCharges(state, termsOn(lookup, list, day), day)
      : [(_, { miss }) => miss({ kind: 'noPriceList' })]
    const needsExport = needsFeedIn(state, list)
    return places.slice(0, -1).map((start, place) => {
      const span = measureSpan(energies, start, places[place + 1]!, needsExport)
      advance(state, start, span.to)
      return { from: start, bucket: fillBucket(span, charges, state) }
    })
  })
}

function fillBucket(
  span: Span & { quality: Bucket['quality'] },
  charges: Charge[],
  { grid, exchanges }: MonthState,
): Bucket {
  const bucket: Bucket = {
    fromMs: grid.firstStartMs + span.from * quarterHourMs,
    toMs: grid.firstStartMs + span.to * quarterHourMs,
    postings: [],
    missing: [],
    exchanges,
    quality: span.quality,
  }
  const sink: Sink = {
    post: (line, quantity, money) => {
      bucket.postings.push({ line, quantity, money })
    },
    miss: (reason) => {
      bucket.missing.push(reason)
    },
  }
  for (const charge of charges) charge(span, sink)
  return bucket
}

/** Feed-in that is paid for has to be read too, in a month in which it is read at all. */
function needsFeedIn({ energies, month }: MonthState, list: PriceList | null): boolean {
  if (!list?.terms.hasExportPrice || !list.terms.sell) return false
  const fedIn = energies.exportMilliWh?.subarray(month.from, month.to)
  return fedIn?.some((energy) => !Number.isNaN(energy)) ?? false
}

function measureSpan(energies: GridEnergies, from: number, to: number, needsExport: boolean) {
  const { importMilliWh, exportMilliWh, suppliedMilliWh, soldMilliWh, isEstimated } = energies
  const quality = { intervals: to - from, measured: 0, estimated: 0, missing: 0 }
  const span = { from, to, importMilliWh: 0, suppliedMilliWh: 0, soldMilliWh: 0, quality }
  for (let i = from; i < to; i++) {
    const energy = importMilliWh[i]!
    if (soldMilliWh !== null && soldMilliWh[i]! > 0) span.soldMilliWh += soldMilliWh[i]!
    if (!Number.isNaN(energy)) {
      span.importMilliWh += energy
      span.suppliedMilliWh += suppliedMilliWh[i]!
    }
    if (Number.isNaN(energy) || (needsExport && Number.isNaN(exportMilliWh![i]!))) quality.missing += 1
    else if (isEstimated[i]) quality.estimated += 1
    else quality.measured += 1
  }
  return span
}

/** The network fee of the months; null if no list rests on it or it cannot be known. */
function openPublishedMonths(
  lookup: WorldLookup,
  months: (GridMonth & Pick<GridEnergies, 'reduced'>)[],
  series: QuarterHourSeries,
  laid: QuarterHourSeries,
  ground: LedgerGround,
): PublishedMonth[] | null {
  const { world, book } = lookup
  const lists = world.entries.flatMap(({ priceListId }) => world.priceLists[priceListId] ?? [])
  if (world.countryCode !== 'SI' || world.point === null || laid.isEstimated.length === 0) return null
  if (!lists.some(({ terms }) => usesPublished(terms))) return null
  const options = { levies: true, vat: false }
  const point = { ...world.point, isLargeConsumer: world.point.isLargeConsumer ?? sizeOnce(ground, series) }
  const context = buildFeeContext({ point, energyPrices: null, options, rates: book })
  const profile = loadOnce(ground, laid, book)
  return months.map((month, place) => openPublishedMonth(profile, profile.months[place]!, context, month))
}

function layOnce(ground: LedgerGround, series: QuarterHourSeries, grid: LocalGrid): QuarterHourSeries {
  const { laid } = ground
  if (laid?.series === series && laid.grid === grid) return laid.energies
  const energies = layOnGrid(series, grid)
  ground.laid = { series, grid, energies }
  return energies
}

function loadOnce(ground: LedgerGround, energies: QuarterHourSeries, book: RateBook): LoadProfile {
  if (ground.load?.energies !== energies || ground.load.book !== book)
    ground.load = { energies, book, profile: buildLoadProfile(energies, book) }
  return ground.load.profile
}

function sizeOnce(ground: LedgerGround, series: QuarterHourSeries): boolean {
  if (ground.size?.series !== series) ground.size = { series, isLarge: isOfLarge(series) }
  return ground.size.isLarge
}

/** Judged by all energies that are known, so that a period is billed alike however it is cut. */
function isOfLarge({ importMilliWh }: QuarterHourSeries): boolean {
  let milliWh = 0
  let known = 0
  for (const energy of importMilliWh) {
    if (!(energy >= 0)) continue
    milliWh += energy
    known += 1
  }
  return isLargeConsumer(milliWh, known)
}
