import type { SavingsMonthView, SavingsView, savingsEndpoints } from '@ohmstead/contract/savings'
import { addExact, type DecimalText, formatExact, parseExact, zero } from '@ohmstead/domain/money/exact'
import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { type Interval, monthInterval } from '@ohmstead/domain/time/intervals'
import { passedBy } from '@ohmstead/pricing/bill'
import { uniqueReasons } from '@ohmstead/pricing/price-component'
import { type BucketSavings, type PeriodSavings, savingParts } from '@ohmstead/savings/savings-model'
import { AppError } from '../../platform/app-error.ts'
import type { Context } from '../../route.ts'
import { getChartRange, indicesWhere, toRangeView } from '../charts/chart-range.ts'
import { getPricedRow } from '../location-pricing/get-pricing.ts'
import { findFlowSeries } from '../telemetry/read-flow-quarters.ts'
import { listMonths } from './savings-months.ts'
import { calculate, type MonthSavings, workOutSavings } from './work-out-savings.ts'

const dayMs = 86_400_000
/** Days of more than two months are too many for a picture. */
const mostDaysMs = 62 * dayMs
/** Shorter stretches than a month are worked out each time. */
const longestByDayMs = 400 * dayMs

/** What panels, battery and control saved, in the buckets of a chart. */
export async function getSavings(context: Context<typeof savingsEndpoints.savings>): Promise<SavingsView> {
  const { db, deps, params, query } = context
  const row = await getPricedRow(db, params.locationId)
  const range = getChartRange({ ...query, interval: chooseSavingsInterval(query) }, row.time_zone)
  const isByMonth = range.interval === monthInterval
  if (!isByMonth && range.to - range.from > longestByDayMs)
    throw new AppError('invalid_request', { fields: { interval: 'too_many_intervals' } })
  const flows = await findFlowSeries(db, params.locationId)
  const own = flows.filter(({ flow }) => flow !== 'grid_import' && flow !== 'grid_export')
  const now = deps.clock.now()
  const since = own.length > 0 ? Math.min(...own.map(({ fromMs }) => fromMs)) : null
  // Before its first reading nothing can be compared.
  const fromMs = Math.max(range.from, since ?? Number.POSITIVE_INFINITY)
  const toMs = passedBy(range.from, range.to, now)
  const hasPassed = range.from < now && toMs > fromMs
  const months = hasPassed ? listMonths(fromMs, toMs, row.time_zone, now) : []
  const found = isByMonth
    ? await workOutSavings(context, { row, flows }, months)
    : (await calculate(context, { row, flows }, months, range.edges)).map((savings, at) => ({
        ...{ asked: months[at]!, savings },
      }))
  const count = range.edges.length - 1
  const bucketsOf = isByMonth ? bucketsByMonth(found, range.edges) : bucketsWithin(found, range.edges)
  const known = found.flatMap(({ savings }) => savings ?? [])
  return {
    ...toRangeView(range),
    currency: currencyOf(known),
    ...columnsOf(Array.from({ length: count }, (_, at) => bucketsOf(at).savings)),
    ...sumMonths(known),
    months: found.map(toMonthView),
    estimated: indicesWhere(count, (at) => bucketsOf(at).of.some(({ estimated }) => estimated > 0)),
    incomplete: indicesWhere(count, (at) =>
      bucketsOf(at).of.some(({ compared, quarterHours }) => compared < quarterHours),
    ),
    has: {
      solar: own.some(({ flow }) => flow === 'production'),
      battery: own.some(({ flow }) => flow !== 'production'),
    },
    since,
    missing: uniqueReasons(known.flatMap(({ missing }) => missing)),
  }
}

/** A day at least: within a day a battery only moves energy from one hour to another. */
function chooseSavingsInterval({
  from,
  to,
  interval,
}: {
  from: number
  to: number
  interval: number
}): Interval {
  if (interval === 0) return to - from <= mostDaysMs ? 86_400 : monthInterval
  return interval >= monthInterval ? monthInterval : 86_400
}

interface Bucket {
  savings: BucketSavings | null
  of: readonly PeriodSavings[]
}

/** Buckets of a month are months, or the parts of them at both ends. */
function bucketsByMonth(found: readonly MonthSavings[], edges: readonly number[]): (at: number) => Bucket {
  const byPlace = new Map(found.map(({ asked, savings }) => [placeOf(edges, asked.fromMs), savings]))
  return (at) => {
    const savings = byPlace.get(at) ?? null
    return { savings, of: savings ? [savings] : [] }
  }
}

const placeOf = (edges: readonly number[], ms: number) => edges.findLastIndex((edge) => edge <= ms)

function bucketsWithin(found: readonly MonthSavings[], edges: readonly number[]): (at: number) => Bucket {
  const byPlace = new Map<number, Bucket>()
  for (const { savings } of found) {
    if (!savings) continue
    const starts = [savings.fromMs, ...edges.filter((edge) => edge > savings.fromMs && edge < savings.toMs)]
    savings.buckets.forEach((bucket, place) => {
      byPlace.set(placeOf(edges, starts[place]!), { savings: bucket, of: [savings] })
    })
  }
  return (at) => byPlace.get(at) ?? { savings: null, of: [] }
}

const columnsOf = (buckets: readonly (BucketSavings | null)[]) => ({
  baseline: buckets.map((bucket) => bucket?.baseline ?? null),
  actual: buckets.map((bucket) => bucket?.actual ?? null),
  solar: buckets.map((bucket) => bucket?.parts.solar ?? null),
  battery: buckets.map((bucket) => bucket?.parts.battery ?? null),
  control: buckets.map((bucket) => bucket?.parts.control ?? null),
})

const currencyOf = (known: readonly PeriodSavings[]): CurrencyCode => known.at(-1)?.currency ?? 'EUR'

/** The sums of what months say; months in another currency than the last are in none. */
function sumMonths(known: readonly PeriodSavings[]): Pick<SavingsView, 'totals' | 'coalitions'> {
  const currency = currencyOf(known)
  const months = known.filter((month) => month.currency === currency && month.saved !== null)
  const sum = (of: (month: PeriodSavings) => DecimalText | null) =>
    months.length === 0
      ? null
      : formatExact(
          months.map((month) => parseExact(of(month)!)).reduce(addExact, zero),
          currencyDecimals[currency],
        )
  const ofPart = (part: (typeof savingParts)[number]) => sum(({ parts }) => parts[part])
  const all = savingParts.filter((part) =>
    months.some(({ coalitions }) => coalitions.at(-1)!.parts.includes(part)),
  )
  const sets = Array.from({ length: 2 ** all.length }, (_, set) => all.filter((_, at) => set & (1 << at)))
  return {
    totals: {
      baseline: sum(({ baseline }) => baseline),
      actual: sum(({ actual }) => actual),
      saved: sum(({ saved }) => saved),
      solar: ofPart('solar'),
      battery: ofPart('battery'),
      control: ofPart('control'),
    },
    coalitions: sets.map((parts) => ({
      parts,
      cost: sum((month) => coalitionOf(month, parts).cost),
      isSimulated: months.some((month) => coalitionOf(month, parts).isSimulated),
    })),
  }
}

/** A part that was not there in a month changes nothing in it. */
function coalitionOf({ coalitions }: PeriodSavings, parts: readonly string[]) {
  const there = new Set(coalitions.at(-1)!.parts)
  const wanted = parts.filter((part) => there.has(part as never)).join('+')
  return coalitions.find((one) => one.parts.join('+') === wanted)!
}

function toMonthView({ asked, savings }: MonthSavings): SavingsMonthView {
  const { month, fromMs: from, toMs: to, isWhole } = asked
  const head = { month, from, to, isPart: !isWhole, isWorkedOut: savings !== null }
  if (savings === null)
    return {
      ...head,
      ...{ currency: 'EUR', baseline: null, actual: null, saved: null, solar: null, battery: null },
      ...{ control: null, coalitions: [], figures: null, quarterHours: 0, compared: 0, estimated: 0 },
      ...{ leftOut: { grid: 0, solar: 0, battery: 0, contradictory: 0 }, isProvisional: true },
    }
  const { currency, baseline, actual, saved, parts, coalitions, figures } = savings
  const { quarterHours, compared, estimated, leftOut, isProvisional } = savings
  return {
    ...{ ...head, currency, baseline, actual, saved, ...parts, coalitions, figures },
    ...{ quarterHours, compared, estimated, leftOut, isProvisional },
  }
}
