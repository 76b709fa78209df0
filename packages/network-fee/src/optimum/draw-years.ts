/** A month of the readings from which whole years are made up. */
export interface KnownMonth {
  /** 1 to 12. */
  month: number
  isHighSeason: boolean
  /** The share of the whole month covered by readings. */
  share: number
}

/** Which months of the readings may stand for a calendar month, as places in the list. */
export interface CalendarMonthChoice {
  own: number[]
  /** Itself and its neighbours of the same season. */
  near: number[]
}

/** Twelve calendar months and what may stand for each. */
export interface YearChoice {
  calendar: CalendarMonthChoice[]
  /** Calendar months with readings, of 12. */
  monthsKnown: number
}

/** A few days say too little about a month to represent it. */
const leastShare = 0.3

/** Null without any month. */
export function chooseYear(months: readonly KnownMonth[]): YearChoice | null {
  const places = months.map((_, place) => place)
  const usable = places.filter((place) => months[place]!.share >= leastShare)
  const known = usable.length > 0 ? usable : places.filter((place) => months[place]!.share > 0)
  if (known.length === 0) return null
  const calendar = Array.from({ length: 12 }, (_, place) => choicesOf(place + 1, months, known))
  return { calendar, monthsKnown: calendar.filter(({ own }) => own.length > 0).length }
}

/** A year drawn from them: the place of a month for each of the twelve. */
export function drawYear({ calendar }: YearChoice, random: () => number): number[] {
  return calendar.map(({ near }) => near[Math.floor(random() * near.length)]!)
}

/** A month also represents its neighbours of the same season; without any, all months of the readings do. */
function choicesOf(
  month: number,
  months: readonly KnownMonth[],
  known: readonly number[],
): CalendarMonthChoice {
  const isHighSeason = month >= 11 || month <= 2
  const own = known.filter((place) => months[place]!.month === month)
  const season = known.filter((place) => months[place]!.isHighSeason === isHighSeason)
  const near = season.filter((place) => distance(months[place]!.month, month) <= 1)
  return { own, near: near.length > 0 ? near : season.length > 0 ? season : [...known] }
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other)
  return Math.min(apart, 12 - apart)
}

/** The value below which a share of the sorted samples lies. */
export function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))]!
}
