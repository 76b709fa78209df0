import { dayAfter } from '../time/days.ts'
import type { RatePlanEntry } from './price-list-terms.ts'

/** Local days 'YYYY-MM-DD', both inclusive; `to` is null until further notice. */
export interface DaySpan {
  from: string
  to: string | null
}

type Dated = Pick<RatePlanEntry, 'validFrom' | 'validTo'>

/** Two entries, by their places in the list, and the days that both would price. */
export interface EntryOverlap extends DaySpan {
  first: number
  second: number
}

/** Every pair of entries that would price the same day. */
export function findOverlaps(entries: readonly Dated[]): EntryOverlap[] {
  return entries.flatMap((one, first) =>
    entries.slice(first + 1).flatMap((other, offset) => {
      const days = intersect(spanOf(one), spanOf(other))
      return days ? [{ first, second: first + 1 + offset, ...days }] : []
    }),
  )
}

/** The days of `within` that no entry prices, in order. */
export function findGaps(entries: readonly Dated[], within: DaySpan): DaySpan[] {
  const gaps: DaySpan[] = []
  // The first day that is not yet known to be priced; null once everything is.
  let open: string | null = within.from
  for (const { validFrom, validTo } of inOrder(entries)) {
    if (open === null || (within.to !== null && validFrom > within.to)) break
    if (validTo !== null && validTo < open) continue
    if (validFrom > open) gaps.push({ from: open, to: dayAfter(validFrom, -1) })
    open = validTo === null ? null : dayAfter(validTo)
  }
  if (open !== null && (within.to === null || open <= within.to)) gaps.push({ from: open, to: within.to })
  return gaps
}

/** The days of a plan without a price: from its first entry on, or from today if that begins later. */
export function findPlanGaps(entries: readonly Dated[], today: string, to: string): DaySpan[] {
  const begin = inOrder(entries)[0]?.validFrom
  return begin === undefined ? [] : findGaps(entries, { from: begin < today ? begin : today, to })
}

/** The entry that prices a day; undefined in a gap. */
export function entryOn<Entry extends Dated>(entries: readonly Entry[], day: string): Entry | undefined {
  return entries.find((entry) => holdsOn(entry, day))
}

/** Whether something with these days holds on a day. */
export function holdsOn({ validFrom, validTo }: Dated, day: string): boolean {
  return validFrom <= day && (validTo === null || day <= validTo)
}

/** Whether every day of `inner` is one of `outer`: a list can be used only while it is valid. */
export function liesWithin(inner: Dated, outer: Dated): boolean {
  return (
    outer.validFrom <= inner.validFrom &&
    (outer.validTo === null || (inner.validTo !== null && inner.validTo <= outer.validTo))
  )
}

/** The plan with a list in force from a day on: what held then ends the day before, what began later is replaced. */
export function replaceFrom(
  entries: readonly RatePlanEntry[],
  priceListId: number,
  day: string,
  validTo: string | null,
): RatePlanEntry[] {
  const kept = entries
    .filter(({ validFrom }) => validFrom < day)
    .map((entry) =>
      entry.validTo === null || entry.validTo >= day ? { ...entry, validTo: dayAfter(day, -1) } : entry,
    )
  return [...inOrder(kept), { priceListId, validFrom: day, validTo }]
}

/** The plan with the entry at `index` cut in two: the second part begins on `day`. Unchanged if it does not hold then. */
export function splitEntry(entries: readonly RatePlanEntry[], index: number, day: string): RatePlanEntry[] {
  const entry = entries[index]
  if (!entry || entry.validFrom >= day || !holdsOn(entry, day)) return [...entries]
  return entries.flatMap((one, place) =>
    place === index
      ? [
          { ...one, validTo: dayAfter(day, -1) },
          { ...one, validFrom: day },
        ]
      : [one],
  )
}

export function inOrder<Entry extends Dated>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((one, other) =>
    one.validFrom < other.validFrom ? -1 : Number(one.validFrom > other.validFrom),
  )
}

const spanOf = ({ validFrom, validTo }: Dated): DaySpan => ({ from: validFrom, to: validTo })

function intersect(one: DaySpan, other: DaySpan): DaySpan | null {
  const from = one.from > other.from ? one.from : other.from
  const to = earlier(one.to, other.to)
  return to === null || from <= to ? { from, to } : null
}

const earlier = (one: string | null, other: string | null) =>
  one === null ? other : other === null || one < other ? one : other
