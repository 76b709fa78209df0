import { chooseYear, drawYear, type KnownMonth, quantileOf } from '@ohmstead/network-fee/optimum/draw-years'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import { assessInvestment, type InvestmentResult } from '@ohmstead/optimizer/assess-investment'

/** What something saved in a whole month, in its currency. */
export interface MonthSaved {
  /** 'YYYY-MM' */
  month: string
  saved: number
  /** The share of the month that was compared. */
  share: number
}

export interface PaybackQuestion {
  /** What of the price is not paid back yet. */
  openAmount: number
  /** 'YYYY-MM-DD' */
  today: string
  lifeEnds: string
  /** Share of the saving that is lost with each year of age. */
  fadePerYear: number
  /** Known whole months, in order; the last two years of them count. */
  months: readonly MonthSaved[]
  /** The calendar month that the last whole month is. */
  lastMonth: string
}

export interface PaybackAnswer {
  verdict: 'reached' | 'sure' | 'maybe' | 'never' | 'tooEarly'
  /** Days on which it is expected, in a good and in a poor year; null if not within its life. */
  early: string | null
  late: string | null
}

const monthsOfPace = 12
const monthsOfRange = 24
const draws = 200
const seed = 1

/**
 * When a price will have been paid back at the pace of the last months: years are made up from them, and one in ten saves
 * less than the poor, one in ten more than the good one. Money to come is not discounted, prices stay as they are, and
 * what ages saves less.
 */
export function assessPayback(question: PaybackQuestion): PaybackAnswer {
  const none = { early: null, late: null }
  if (question.openAmount <= 0) return { verdict: 'reached', ...none }
  const years = drawYears(question)
  if (years === null) return { verdict: 'tooEarly', ...none }
  const low = assess(question, quantileOf(years, 0.1))
  const high = assess(question, quantileOf(years, 0.9))
  const verdict = low.paybackYears !== null ? 'sure' : high.paybackYears !== null ? 'maybe' : 'never'
  return { verdict, early: dayOf(high, question.today), late: dayOf(low, question.today) }
}

/** What years drawn from the last months saved, sorted; null as long as one of the last twelve is unknown. */
function drawYears({ months, lastMonth }: PaybackQuestion): number[] | null {
  if (!isPaceKnown(months, lastMonth)) return null
  const last = months.slice(-monthsOfRange)
  const known: KnownMonth[] = last.map(({ month, share }) => {
    const calendarMonth = Number(month.slice(5))
    return { month: calendarMonth, isHighSeason: calendarMonth >= 11 || calendarMonth <= 2, share }
  })
  const year = chooseYear(known)
  if (year === null) return null
  const random = randomSequence(seed)
  const worthOf = (place: number) => last[place]!.saved / last[place]!.share
  return Array.from({ length: draws }, () =>
    drawYear(year, random).reduce((sum, place) => sum + worthOf(place), 0),
  ).sort((a, b) => a - b)
}

/** Whether the twelve months up to the last one are all known. */
export function isPaceKnown(months: readonly Pick<MonthSaved, 'month'>[], lastMonth: string): boolean {
  const known = new Set(months.map(({ month }) => month))
  const last = Temporal.PlainYearMonth.from(lastMonth)
  return Array.from({ length: monthsOfPace }, (_, back) => last.subtract({ months: back })).every((month) =>
    known.has(month.toString()),
  )
}

function assess(
  { openAmount, today, lifeEnds, fadePerYear }: PaybackQuestion,
  saving: number,
): InvestmentResult {
  const { years } = Temporal.PlainDate.from(today).until(lifeEnds, { largestUnit: 'year' })
  const lifetimeYears = Math.max(0, years)
  const investment = {
    ...{ priceEur: openAmount, subsidyEur: 0, operatingEur: 0, replacements: [], lifetimeYears, fadePerYear },
    ...{ discountRate: 0, priceGrowth: 0 },
  }
  return assessInvestment(investment, saving)
}

/** Within its year by what is saved in it, never after its end. */
function dayOf({ paybackYears, cumulativeEur }: InvestmentResult, today: string): string | null {
  if (paybackYears === null) return null
  const [before, after] = [cumulativeEur[paybackYears - 1]!, cumulativeEur[paybackYears]!]
  const first = Temporal.PlainDate.from(today)
  const from = first.add({ years: paybackYears - 1 })
  const { days } = from.until(first.add({ years: paybackYears }))
  return from.add({ days: Math.min(days, Math.ceil((-before / (after - before)) * days)) }).toString()
}
