import type { CalendarMonth } from '../calendar/interval-calendar.ts'
import { findRate, type RateBook, type RateEntry } from '../rates/rate-book.ts'
import type { FeeContext } from './fee-context.ts'

/** The day from which the five blocks are billed. */
export const newSystemStart = '2024-10-01'

export interface NewSystemTariff {
  rates: RateEntry<'newSystem'> | null
  factor: RateEntry<'excessFactor'> | null
  charge: RateEntry<'excessCharge'> | null
  /** The day the rates are looked up for: another than the month's own only in a comparison asked for. */
  day: string
  isAssumed: boolean
}

/** Rates, factor and charging rule of a month, or those of another day where it is to be priced by them. */
export function findNewSystemTariff(
  month: CalendarMonth,
  { point, options, book }: FeeContext,
  pricedOn = month.firstDay,
): NewSystemTariff {
  const isBefore = pricedOn < newSystemStart
  const isAssumed = isBefore && options.newSystemBeforeStart === 'firstTable'
  const day = isAssumed ? newSystemStart : pricedOn
  return {
    rates: findNewSystemRates(point, day, book),
    factor: findRate(book.excessFactor, day),
    charge: findRate(book.excessCharge, day),
    day,
    isAssumed,
  }
}

export function findNewSystemRates(
  point: { userGroup: number; isHousehold: boolean },
  day: string,
  book: RateBook,
): RateEntry<'newSystem'> | null {
  return findRate(
    book.newSystem,
    day,
    ({ userGroup, consumers }) =>
      userGroup === point.userGroup &&
      (consumers === 'all' || (consumers === 'household') === point.isHousehold),
  )
}

/**
 * Whether excess power is charged or only told: who changed the operator's agreed power pays, who kept it does not, with
 * the exceptions of the dated rule. A connection power that nobody told counts as large, but for a household.
 */
export function isExcessCharged(
  rule: RateEntry<'excessCharge'> | null,
  setBy: 'operator' | 'user',
  point: { isHousehold: boolean; connectionPowerKw: number | null },
): boolean {
  if (rule?.neverChargedForHouseholds && point.isHousehold) return false
  if (setBy === 'user') return true
  const limit = rule?.informativeIfSetByOperatorUpToKw
  if (limit === null) return false
  if (limit === undefined) return true
  return point.connectionPowerKw === null ? !point.isHousehold : point.connectionPowerKw > limit
}
