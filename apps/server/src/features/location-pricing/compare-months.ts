import type { MonthUnderView } from '@ohmstead/contract/price-lists-preview'
import type { NamedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { entryOn } from '@ohmstead/domain/pricing/rate-plan'
import { dayAfter, dayAt } from '@ohmstead/domain/time/days'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { uniqueReasons } from '@ohmstead/pricing/price-component'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import { type PriceContext, price } from './get-bill.ts'
import { getPricedRow } from './get-pricing.ts'
import { readPricedLocation } from './read-priced-location.ts'

interface Place {
  zone: string
  now: number
}
/** Inclusive days of one month. */
interface MonthDays {
  from: string
  to: string
}

export function lastMonthOf({ zone, now }: Place): MonthDays {
  const to = dayAfter(`${dayAt(now, zone).slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** The last whole month that a list prices; the last one of all if the list prices no day of any. */
export function lastMonthPricedBy(
  priceListId: number,
  entries: readonly RatePlanEntry[],
  place: Place,
): MonthDays {
  const last = lastMonthOf(place)
  const ends = entries.flatMap((entry) =>
    entry.priceListId === priceListId && entry.validFrom <= last.to ? [entry.validTo ?? last.to] : [],
  )
  const end = ends.sort().at(-1) ?? last.to
  return end >= last.from ? last : monthOf(end)
}

/** How far back a month is looked for that a plan changes. */
const daysBack = 730

/** The last month before a day in which two plans differ; null if that is none, or long ago. */
export function lastMonthChanged(
  before: readonly RatePlanEntry[],
  after: readonly RatePlanEntry[],
  day: string,
): MonthDays | null {
  const newest = dayAfter(day, -1)
  const entries = [...before, ...after]
  // Between these days neither plan changes its list.
  const lastDays = entries.flatMap(({ validFrom, validTo }) => [dayAfter(validFrom, -1), validTo ?? newest])
  const changed = [newest, ...lastDays]
    .filter((one) => one <= newest && one >= dayAfter(day, -daysBack))
    .filter((one) => entryOn(before, one)?.priceListId !== entryOn(after, one)?.priceListId)
    .sort()
    .at(-1)
  return changed === undefined ? null : monthOf(changed)
}

function monthOf(day: string): MonthDays {
  const first = Temporal.PlainDate.from(day).with({ day: 1 })
  return { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() }
}

/** The whole days of this month; null on its first one. */
export function thisMonthOf({ zone, now }: Place): MonthDays | null {
  const today = dayAt(now, zone)
  const from = `${today.slice(0, 7)}-01`
  return from === today ? null : { from, to: dayAfter(today, -1) }
}

interface Compared {
  /** The location's. */
  zone: string
  /** Months in order. */
  months: readonly MonthDays[]
  also: NamedInTerms
  changeWorld: (world: PricingWorld) => PricingWorld
}

/** What a location paid in some months, and what it would have paid if its prices were others. */
export async function compareMonths(
  context: PriceContext,
  locationId: number,
  { zone, months, also, changeWorld }: Compared,
): Promise<MonthUnderView[]> {
  const fromMs = localMidnightMs(months[0]!.from, zone)
  const toMs = localMidnightMs(dayAfter(months.at(-1)!.to), zone)
  const span = { fromMs, toMs }
  const row = await getPricedRow(context.db, locationId)
  const { world, series } = await readPricedLocation(context.db, row, span, also)
  const changed = changeWorld(world)
  const billOf = (under: PricingWorld, period: MonthDays) =>
    price(context, span, { kind: 'bill', world: under, energies: series, period })
  const found: MonthUnderView[] = []
  for (const days of months) {
    const present = await billOf(world, days)
    const draft = await billOf(changed, days)
    found.push({
      month: days.from.slice(0, 7),
      isPart: draft.months.some(({ isPart }) => isPart),
      now: present.totals,
      nowCurrency: present.currency,
      draft: draft.totals,
      draftCurrency: draft.currency,
      isProvisional: draft.quality.isProvisional,
      missing: uniqueReasons(draft.months.flatMap(({ missing }) => missing)),
    })
  }
  return found
}
