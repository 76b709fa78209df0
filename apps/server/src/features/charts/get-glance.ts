import type { GlanceView } from '@ohmstead/contract/charts'
import { compareWithUsual, type DayUntil, listSameWeekdays } from '@ohmstead/domain/energy-flow/usual-day'
import { hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import { type BalanceSeries, groupByPlace } from '../telemetry/balance-roles.ts'
import { readSlotsText } from '../telemetry/bucket-energy.ts'
import { findSlotsText } from '../telemetry/energy-history-queries.ts'
import { findSeries } from '../telemetry/energy-series-queries.ts'
import { findDevices } from '../telemetry/place-queries.ts'
import { getBalance } from './get-energy.ts'
import { createSlotBalance, findPeak, type SlotBalance, sumSlots } from './slot-balance.ts'

const dayMs = 86_400_000
const dayCount = 7
/** For a location that has been silent longer, "by now" is not meaningful. */
const longestSilenceMs = hourMs
/** In the first hour a share of so little would be meaningless. */
const leastPassedMs = hourMs

/** The context of today at the top of a location: a usual day, the seven days before, and the highest power. */
export async function getGlance(
  db: Queryable,
  locationId: number,
  timeZone: string,
  now: number,
): Promise<Omit<GlanceView, 'money'>> {
  const devices = await findDevices(db, [locationId])
  const places = groupByPlace(await findSeries(db, [locationId]), devices, {})
  const series = places.get(locationId) ?? []
  const slots = await findSlotBalance(db, locationId, series, listSameWeekdays(now, timeZone))
  return {
    time_zone: timeZone,
    usual: findUsual(slots, now, timeZone),
    peak: findPeak(slots, listSameWeekdays(now, timeZone)[0]!),
    days: await findDays(db, places, now, timeZone),
  }
}

/** The slots of this day and of those it is compared with, in one query. */
async function findSlotBalance(
  db: Queryable,
  locationId: number,
  series: readonly BalanceSeries[],
  days: readonly DayUntil[],
): Promise<SlotBalance> {
  const balance = createSlotBalance(series)
  if (series.length === 0) return balance
  const hours = days.flatMap(({ from, to }) => {
    const first = Math.floor(from / hourMs)
    return Array.from({ length: Math.ceil(to / hourMs) - first }, (_, index) => (first + index) * hourMs)
  })
  const of = { locationIds: [locationId], seriesIds: series.map(({ id }) => id), hours }
  for (const text of await findSlotsText(db, of))
    for (const row of readSlotsText(text.hours)) balance.addHour(row)
  return balance
}

function findUsual(slots: SlotBalance, now: number, timeZone: string): GlanceView['usual'] {
  const { from } = listSameWeekdays(now, timeZone)[0]!
  // Up to the last moment at which today is complete, and the others up to the same time of day.
  let until = Math.floor(now / slotMs) * slotMs
  while (until > from && slots.consumptionAt(until - slotMs) === null) until -= slotMs
  if (until - from < leastPassedMs || now - until > longestSilenceMs) return null
  const [today, ...earlier] = listSameWeekdays(until, timeZone).map((span) => sumSlots(slots, span))
  const found = compareWithUsual(today!, earlier)
  return found && { until, days: found.dayCount, usual: found.usualWh, difference: found.difference }
}

async function findDays(
  db: Queryable,
  places: ReadonlyMap<number, readonly BalanceSeries[]>,
  now: number,
  timeZone: string,
): Promise<GlanceView['days']> {
  const midnights = bucketEdges(now - (dayCount + 1) * dayMs, now + 1, 86_400, timeZone).slice(1, -1)
  const edges = midnights.slice(-dayCount - 1)
  const range = { from: edges[0]!, to: edges.at(-1)!, interval: 86_400 as const, timeZone, edges }
  const { ts, consumption, production, grid_import, incomplete } = await getBalance(db, places, range, true)
  return ts.map((start, day) => ({
    start,
    end: edges[day + 1]!,
    consumption: consumption[day]!,
    production: production[day]!,
    grid_import: grid_import[day]!,
    is_incomplete: incomplete.includes(day),
  }))
}
