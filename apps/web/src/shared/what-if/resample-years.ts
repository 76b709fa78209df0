import { chooseYear, drawYear, type KnownMonth } from '@ohmstead/network-fee/optimum/draw-years'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'

/** The saving of a change in one month of the readings, EUR; energy is scaled by the share, power is billed by the month. */
export interface MonthSaving extends KnownMonth {
  energyEur: number
  powerEur: number
}

export interface YearlySaving {
  /** Twelve calendar months, each by its own readings if there are any. */
  meanEur: number
  /** Years resampled from months of the same season. */
  samplesEur: number[]
  /** Calendar months with readings, of 12. */
  monthsKnown: number
}

const resamples = 200
const seed = 1

/** The saving of a whole year and its variation; deterministic. Null without any month. */
export function resampleYears(months: readonly MonthSaving[]): YearlySaving | null {
  const year = chooseYear(months)
  if (year === null) return null
  const at = (places: readonly number[]) => places.map((place) => months[place]!)
  const random = randomSequence(seed)
  const samplesEur = Array.from({ length: resamples }, () =>
    at(drawYear(year, random)).reduce((sum, month) => sum + wholeMonthEur(month), 0),
  )
  return {
    meanEur: year.calendar.reduce(
      (sum, { own, near }) => sum + meanMonthEur(at(own.length > 0 ? own : near)),
      0,
    ),
    samplesEur: samplesEur.sort((a, b) => a - b),
    monthsKnown: year.monthsKnown,
  }
}

function wholeMonthEur({ share, energyEur, powerEur }: MonthSaving): number {
  return energyEur / share + powerEur
}

/** Sums over sums, so that a month with few days has little weight. */
function meanMonthEur(months: readonly MonthSaving[]): number {
  const sum = (part: (month: MonthSaving) => number) => months.reduce((all, month) => all + part(month), 0)
  return (
    sum(({ energyEur }) => energyEur) / sum(({ share }) => share) +
    sum(({ powerEur }) => powerEur) / months.length
  )
}
