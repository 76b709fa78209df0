import type { InvestmentView, PaybackView } from '@ohmstead/contract/savings-investments'
import {
  addExact,
  compareExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
  toNumber,
  zero,
} from '@ohmstead/domain/money/exact'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { dayAt } from '@ohmstead/domain/time/days'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { assessPayback, isPaceKnown } from '@ohmstead/savings/assess-payback'
import type { SavingPart } from '@ohmstead/savings/savings-model'
import type { PriceContext } from '../location-pricing/get-bill.ts'
import { getPricedRow } from '../location-pricing/get-pricing.ts'
import { findFlowSeries } from '../telemetry/read-flow-quarters.ts'
import { listMonths } from './savings-months.ts'
import { type MonthSavings, workOutSavings } from './work-out-savings.ts'

/** How long things usually last, in years, and how much less they save with each year of age. */
const usual: Record<InvestmentView['kind'], { lifeYears: number; fadePerYear: number }> = {
  solar: { lifeYears: 25, fadePerYear: 0.005 },
  battery: { lifeYears: 15, fadePerYear: 0.02 },
  control: { lifeYears: 10, fadePerYear: 0 },
  other: { lifeYears: 15, fadePerYear: 0 },
}
const monthsOfPace = 12

/** How far each kind of what was bought has paid back, in each currency. */
export async function assessPaybacks(
  context: PriceContext,
  locationId: number,
  investments: readonly InvestmentView[],
): Promise<PaybackView[]> {
  if (investments.length === 0) return []
  const { db, deps } = context
  const row = await getPricedRow(db, locationId)
  const flows = await findFlowSeries(db, locationId)
  const own = flows.filter(({ flow }) => flow !== 'grid_import' && flow !== 'grid_export')
  const sinceMs = own.length > 0 ? Math.min(...own.map(({ fromMs }) => fromMs)) : Number.POSITIVE_INFINITY
  const now = deps.clock.now()
  const nowMs = Math.floor(now / quarterHourMs) * quarterHourMs
  const timeZone = row.time_zone
  const groups = Map.groupBy(investments, ({ kind, currency }) => `${kind} ${currency}`)
  const lists = [...groups.values()].map((bought) => {
    const boughtMs = localMidnightMs(bought[0]!.boughtOn, timeZone)
    const fromMs = Math.max(boughtMs, sinceMs)
    const hasPart = bought[0]!.kind !== 'other' && fromMs < nowMs
    return { bought, fromMs, months: hasPart ? listMonths(fromMs, nowMs, timeZone, now) : [] }
  })
  // Months that several kinds have in common are worked out once.
  const keyOf = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => `${fromMs} ${toMs}`
  const all = new Map(lists.flatMap(({ months }) => months.map((month) => [keyOf(month), month])))
  const asked = [...all.values()].sort((a, b) => a.toMs - b.toMs || a.fromMs - b.fromMs)
  const found = new Map(
    (await workOutSavings(context, { row, flows }, asked)).map((month) => [keyOf(month.asked), month]),
  )
  const today = dayAt(now, timeZone)
  return lists.map(({ bought, fromMs, months }) =>
    toPayback(
      bought,
      months.map((month) => found.get(keyOf(month))!),
      {
        today,
        savedSince: months.length > 0 ? dayAt(fromMs, timeZone) : null,
      },
    ),
  )
}

function toPayback(
  bought: readonly InvestmentView[],
  months: readonly MonthSavings[],
  { today, savedSince }: { today: string; savedSince: string | null },
): PaybackView {
  const { kind, currency, boughtOn } = bought[0]!
  const decimals = currencyDecimals[currency]
  const price = bought
    .map((one) => subtractExact(parseExact(one.price), parseExact(one.subsidy)))
    .reduce(addExact, zero)
  const known = kind === 'other' ? [] : months.flatMap((month) => savedIn(month, kind, currency) ?? [])
  const saved = known.map((month) => month.saved).reduce(addExact, zero)
  const lastMonth = Temporal.PlainDate.from(today).subtract({ months: 1 }).toPlainYearMonth().toString()
  const whole = known.filter(({ isWhole }) => isWhole)
  const life = lifeOf(bought)
  const isOtherCurrency =
    known.length === 0 && months.some(({ savings }) => savings && savings.currency !== currency)
  const answer = assessPayback({
    openAmount: toNumber(subtractExact(price, saved)),
    ...{ today, lifeEnds: life.ends, fadePerYear: usual[kind].fadePerYear, lastMonth },
    months: whole.map((month) => ({ ...month, saved: toNumber(month.saved) })),
  })
  const isPriced = compareExact(price, zero) > 0
  return {
    ...{ kind, currency, boughtOn, savedSince, ...answer },
    price: formatExact(price, decimals),
    saved: known.length > 0 ? formatExact(saved, decimals) : null,
    share: known.length > 0 && isPriced ? toNumber(saved) / toNumber(price) : null,
    monthsKnown: known.length,
    monthsUnknown: months.filter(({ savings }) => savings !== null).length - known.length,
    monthsDue: months.filter(({ savings }) => savings === null).length,
    isProvisional: months.some(({ savings }) => savings?.isProvisional),
    pace: isPaceKnown(whole, lastMonth) ? formatExact(sumOf(whole.slice(-monthsOfPace)), decimals) : null,
    verdict: kind === 'other' ? 'notSeparable' : isOtherCurrency ? 'otherCurrency' : answer.verdict,
    lifeEnds: life.ends,
    isLifeAssumed: life.isAssumed,
  }
}

interface KnownMonth {
  month: string
  saved: Exact
  share: number
  isWhole: boolean
}

const sumOf = (months: readonly KnownMonth[]) => months.map(({ saved }) => saved).reduce(addExact, zero)

function savedIn({ asked, savings }: MonthSavings, part: SavingPart, currency: string): KnownMonth | null {
  const saved = savings?.parts[part]
  if (!savings || saved == null || savings.currency !== currency) return null
  const share = savings.compared / savings.quarterHours
  return { month: asked.month, saved: parseExact(saved), share, isWhole: asked.isWhole }
}

/** Until the last of them is at its end. */
function lifeOf(bought: readonly InvestmentView[]): { ends: string; isAssumed: boolean } {
  const ends = bought.map(({ kind, boughtOn, lifeYears }) =>
    Temporal.PlainDate.from(boughtOn)
      .add({ years: lifeYears ?? usual[kind].lifeYears })
      .toString(),
  )
  return { ends: ends.sort().at(-1)!, isAssumed: bought.some(({ lifeYears }) => lifeYears === null) }
}
