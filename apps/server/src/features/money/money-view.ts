import type { BudgetView, MoneyView } from '@ohmstead/contract/money'
import { stateOfBudget } from '@ohmstead/domain/alarms/budget-rules'
import {
  addExact,
  type DecimalText,
  formatExact,
  parseExact,
  roundExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import type { MonthForecast } from '@ohmstead/pricing/forecast-month'
import type { BillCaveat } from '../location-pricing/bill-caveats.ts'
import type { PricedLocationRow } from '../location-pricing/location-pricing-queries.ts'
import type { ForecastAnswer } from '../location-pricing/pricing-task.ts'
import type { BudgetRow } from './budget-queries.ts'

type Sums = MoneyView['today']

export function toMoneyView(
  row: PricedLocationRow,
  answer: ForecastAnswer,
  budget: BudgetRow | undefined,
  caveats: BillCaveat[],
): MoneyView {
  const { soFar, whole, none, today } = answer
  const { intervals, estimated, missing, isProvisional } = soFar?.quality ?? noQuality
  const share = (count: number) => (intervals === 0 ? 0 : count / intervals)
  return {
    time_zone: row.time_zone,
    month: answer.month,
    until: answer.untilMs,
    currency: answer.currency,
    today: toSums(
      today?.importCost?.text ?? null,
      today?.exportRevenue?.text ?? null,
      currencyDecimals[answer.currency],
    ),
    month_so_far: {
      ...sumsOfBill(soFar),
      isProvisional,
      estimatedShare: share(estimated),
      missingShare: share(missing),
    },
    forecast: whole && { payable: whole.payable, importCost: whole.importCost, exportRevenue: whole.feedIn },
    noForecast: toNoForecast(none),
    basis: answer.basis,
    missing: answer.missing,
    caveats,
    budget: budget ? toBudgetView(budget, answer) : null,
  }
}

const noQuality = { intervals: 0, estimated: 0, missing: 0, isProvisional: false }

function toNoForecast(none: MonthForecast['none']): MoneyView['noForecast'] {
  if (none === null) return null
  if (none.reason === 'unknownPrices') return { reason: none.reason, kind: null, known: 0, needed: 0 }
  const { reason, kind, known, needed } = none
  return { reason, kind, known, needed }
}

/** What is to pay is the difference of the two as they are shown, so that nobody reads 4.00 − 0.00 = 3.99. */
function toSums(importCost: DecimalText | null, exportRevenue: DecimalText | null, decimals: number): Sums {
  const shown = (amount: DecimalText) => roundExact(parseExact(amount), decimals)
  const payable =
    importCost === null || exportRevenue === null
      ? null
      : formatExact(subtractExact(shown(importCost), shown(exportRevenue)))
  return { importCost, exportRevenue, payable }
}

/** What is to pay is rounded as the bill has it. */
function sumsOfBill(bill: ForecastAnswer['soFar']): Sums {
  const { net, vat, feedIn } = bill?.exact ?? { net: null, vat: null, feedIn: null }
  return {
    importCost: net === null || vat === null ? null : formatExact(addExact(parseExact(net), parseExact(vat))),
    exportRevenue: feedIn,
    payable: bill?.totals.payable ?? null,
  }
}

export function toBudgetView(budget: BudgetRow, answer: ForecastAnswer): BudgetView {
  const { amount, currency, version, set_at: setAt, set_by: setBy } = budget
  return { amount, currency, version, setAt, setBy, state: stateOf(budget, answer) }
}

function stateOf({ amount, currency }: BudgetRow, answer: ForecastAnswer): BudgetView['state'] {
  return currency === answer.currency ? stateOfBudget(amount, monthAgainstBudget(answer)) : 'unknown'
}

export const monthAgainstBudget = ({ soFar, payables }: ForecastAnswer) => ({
  payable: soFar?.totals.payable ?? null,
  isProvisional: soFar?.quality.isProvisional ?? true,
  payables,
})
