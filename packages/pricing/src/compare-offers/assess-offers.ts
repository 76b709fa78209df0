import { chooseYear, drawYear, quantileOf, type YearChoice } from '@ohmstead/network-fee/optimum/draw-years'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import type { MonthFigure } from './month-figures.ts'
import type { OfferSureness } from './offer-comparison.ts'

export const draws = 200
const seed = 1

/** What a list costs month by month: at the prices of the readings' time first, then at those of earlier market years. */
export interface OfferFigures {
  key: string
  /** One row for each market year; all alike unless the list follows the market. */
  byMarket: readonly (readonly MonthFigure[])[]
}

export interface AssessedOffers {
  monthsKnown: number
  /** Months of both seasons, and half of the year: fewer say nothing about how years differ. */
  hasEnoughMonths: boolean
  /** Of twelve calendar months, at the prices of the readings' time. */
  yearly: Map<string, number>
  sureness: Map<string, OfferSureness>
}

/**
 * The same years drawn for all: for each calendar month one of the readings' months of that season, and for each year the
 * market prices of one of the years that are known. All offers have the same months and market years. Null without any.
 */
export function assessOffers(
  offers: readonly OfferFigures[],
  todayKey: string | null,
  decimals: number,
): AssessedOffers | null {
  const months = offers[0]?.byMarket[0]
  const year = months ? chooseYear(months) : null
  if (!year) return null
  const random = randomSequence(seed)
  const markets = offers[0]!.byMarket.length
  const totals = offers.map(() => new Float64Array(draws))
  for (let draw = 0; draw < draws; draw++) {
    const market = Math.floor(random() * markets)
    const places = drawYear(year, random)
    offers.forEach(({ byMarket }, at) => {
      totals[at]![draw] = places.reduce((sum, place) => sum + byMarket[market]![place]!.whole, 0)
    })
  }
  const today = offers.findIndex(({ key }) => key === todayKey)
  const least = Float64Array.from({ length: draws }, (_, draw) =>
    Math.min(...totals.map((own) => own[draw]!)),
  )
  const text = (amount: number) => amountText(amount, decimals)
  return {
    monthsKnown: year.monthsKnown,
    hasEnoughMonths: year.monthsKnown >= enoughMonths && hasBothSeasons(year),
    yearly: new Map(offers.map(({ key, byMarket }) => [key, meanYear(byMarket[0]!, year)])),
    sureness: new Map(
      offers.map(({ key }, at) => [key, describe(totals[at]!, least, totals[today] ?? null, text)]),
    ),
  }
}

const enoughMonths = 6

/** January and July have months of their own season to stand for them. */
function hasBothSeasons({ calendar }: YearChoice): boolean {
  const isKnown = (months: readonly number[]) => months.some((month) => calendar[month - 1]!.own.length > 0)
  return isKnown([11, 12, 1, 2]) && isKnown([3, 4, 5, 6, 7, 8, 9, 10])
}

/** Two lists may cost the same to the last digit, but not as sums of binary numbers. */
const same = 1e-6

function describe(
  own: Float64Array,
  least: Float64Array,
  today: Float64Array | null,
  text: (amount: number) => string,
): OfferSureness {
  const regrets = [...own].map((total, draw) => Math.max(0, total - least[draw]!)).sort((a, b) => a - b)
  const countOf = (values: readonly number[]) => values.filter((value) => value <= same).length / draws
  const differences = today && [...own].map((total, draw) => total - today[draw]!).sort((a, b) => a - b)
  return {
    cheapestShare: countOf(regrets),
    difference: differences && {
      low: text(quantileOf(differences, 0.1)),
      middle: text(quantileOf(differences, 0.5)),
      high: text(quantileOf(differences, 0.9)),
      savingShare: differences.filter((value) => value < -same).length / draws,
    },
    regret: {
      mean: text(regrets.reduce((sum, one) => sum + one, 0) / draws),
      high: text(quantileOf(regrets, 0.9)),
    },
  }
}

/** Each calendar month by its own readings if there are any. */
function meanYear(months: readonly MonthFigure[], { calendar }: YearChoice): number {
  return calendar.reduce((sum, { own, near }) => {
    const places = own.length > 0 ? own : near
    return sum + places.reduce((all, place) => all + months[place]!.whole, 0) / places.length
  }, 0)
}

/** An estimate as a text, never "-0.00". */
export function amountText(amount: number, decimals: number): string {
  const text = amount.toFixed(decimals)
  return Number(text) === 0 ? (0).toFixed(decimals) : text
}
