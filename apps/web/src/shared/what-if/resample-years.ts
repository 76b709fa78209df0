import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'

/** The saving of a change in one month of the readings, EUR. */
export interface MonthSaving {
  /** 1 to 12. */
  month: number
  isHighSeason: boolean
  /** The share of the whole month covered by readings; energy is scaled by it, power is billed by the month. */
  share: number
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
/** A few days say too little about a month to represent it. */
const leastShare = 0.3

/** The saving of a whole year and its variation; deterministic. Null without any month. */
export function resampleYears(months: readonly MonthSaving[]): YearlySaving | null {
  const usable = months.filter(({ share }) => share >= leastShare)
  const known = usable.length > 0 ? usable : months.filter(({ share }) => share > 0)
  if (known.length === 0) return null
  const calendar = Array.from({ length: 12 }, (_, place) => candidatesOf(place + 1, known))
  const random = randomSequence(seed)
  const samplesEur = Array.from({ length: resamples }, () =>
    calendar.reduce((sum, { near }) => sum + wholeMonthEur(near[Math.floor(random() * near.length)]!), 0),
  )
  return {
    meanEur: calendar.reduce((sum, { own, near }) => sum + meanMonthEur(own.length > 0 ? own : near), 0),
    samplesEur: samplesEur.sort((a, b) => a - b),
    monthsKnown: calendar.filter(({ own }) => own.length > 0).length,
  }
}

/** A month also represents its neighbours of the same season; without any, all months of the readings do. */
function candidatesOf(month: number, known: readonly MonthSaving[]) {
  const own = known.filter((one) => one.month === month)
  const isHighSeason = month >= 11 || month <= 2
  const near = known.filter((one) => one.isHighSeason === isHighSeason && distance(one.month, month) <= 1)
  const season = known.filter((one) => one.isHighSeason === isHighSeason)
  return { own, near: near.length > 0 ? near : season.length > 0 ? season : known }
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other)
  return Math.min(apart, 12 - apart)
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

/** The value below which a share of the sorted samples lies. */
export function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))]!
}
