import type { CalendarMonth } from '../calendar/interval-calendar.ts'
import { findRate, type RateBook, type RateEntry } from '../rates/rate-book.ts'
import type { FeeContext } from './fee-context.ts'

/** The day from which the five blocks are billed. */
export const newSystemStart = '2024-10-01'

export interface NewSystemTariff {
  rates: RateEntry<'newSystem'> | null
  factor: RateEntry<'excessFactor'> | null
  charge: RateEntry<'excessCharge'> | null
  /** The day the rates are looked up for: the coming month's, or another in a requested comparison. */
  day: string
  /** The rates are those of another time: the first table before its start, or the last published one. */
  isAssumed: boolean
}

/** Rates, factor and charging rule of a month, or of another day if it is to be priced by them. */
export function findNewSystemTariff(
  month: CalendarMonth,
  { point, options, book }: FeeContext,
): NewSystemTariff {
  if (month.rulesDay !== null) return findComingTariff(month.rulesDay, point, book)
  const isBefore = month.firstDay < newSystemStart
  const isAssumed = isBefore && options.newSystemBeforeStart === 'firstTable'
  const day = isAssumed ? newSystemStart : month.firstDay
  return {
    rates: findNewSystemRates(point, day, book),
    factor: findRate(book.excessFactor, day),
    charge: findRate(book.excessCharge, day),
    day,
    isAssumed,
  }
}

/** A coming month whose rates are not published yet takes the last ones that are, and says so. */
function findComingTariff(day: string, point: FeeContext['point'], book: RateBook): NewSystemTariff {
  return {
    rates: findComingRates(day, point, book),
    factor: findRate(book.excessFactor, day),
    charge: findRate(book.excessCharge, day),
    day,
    isAssumed: findNewSystemRates(point, day, book) === null,
  }
}

/** The rates of a day to come, or the last published before it. */
export function findComingRates(
  day: string,
  point: RatedPoint,
  book: RateBook,
): RateEntry<'newSystem'> | null {
  return findNewSystemRates(point, day, book) ?? findLastRates(point, day, book)
}

type RatedPoint = { userGroup: number; isHousehold: boolean }

export function findNewSystemRates(
  point: RatedPoint,
  day: string,
  book: RateBook,
): RateEntry<'newSystem'> | null {
  return findRate(book.newSystem, day, (entry) => isRateOf(entry, point))
}

function findLastRates(point: RatedPoint, day: string, book: RateBook): RateEntry<'newSystem'> | null {
  return book.newSystem.findLast((entry) => entry.from <= day && isRateOf(entry, point)) ?? null
}

function isRateOf({ userGroup, consumers }: RateEntry<'newSystem'>, point: RatedPoint): boolean {
  return (
    userGroup === point.userGroup &&
    (consumers === 'all' || (consumers === 'household') === point.isHousehold)
  )
}

/**
 * Whether excess power is charged or only reported: users who changed the operator's agreed power pay, those who kept it
 * do not, with the exceptions of the dated rule. An unknown connection power counts as large, except for a household.
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
