import type { MeteringPoint } from '../metering-point.ts'
import { findRate, type RateBook } from '../rates/rate-book.ts'
import { findNewSystemRates } from '../systems/new-system-rates.ts'
import { formatDay, parseDay } from './local-time.ts'
import { firstDayAfter } from './month-key.ts'

/** Inclusive days 'YYYY-MM-DD'. */
export interface DaySpan {
  from: string
  to: string
}

type Rated = Pick<MeteringPoint, 'userGroup' | 'isHousehold'>

/** The stretches of the given days for which the five blocks of a point have a price; rates change only with a month. */
export function listTariffDays(point: Rated, { from, to }: DaySpan, book: RateBook): DaySpan[] {
  const spans: DaySpan[] = []
  let isOpen = false
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = nextMonth(day)) {
    const isPriced = isMonthPriced(point, day, book)
    if (isPriced && !isOpen) spans.push({ from: day < from ? from : day, to })
    if (!isPriced && isOpen) spans.at(-1)!.to = formatDay(parseDay(day) - 1)
    isOpen = isPriced
  }
  return spans
}

function isMonthPriced(point: Rated, day: string, book: RateBook): boolean {
  const rates = findNewSystemRates(point, day, book)
  const isRated = rates !== null && rates.powerEurPerKw !== null && rates.energyEurPerKwh !== null
  return isRated && findRate(book.excessFactor, day) !== null
}

function nextMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return firstDayAfter(year, month)
}
