import { dayAt } from '@ohmstead/domain/time/days'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import type { Queryable } from '../../platform/db/db.ts'
import { buildPricingWorlds } from '../location-pricing/build-pricing-world.ts'
import type { PricedLocationRow } from '../location-pricing/location-pricing-queries.ts'
import type { MonthToForecast } from '../location-pricing/pricing-task.ts'
import { joinEnergies, readOfficial } from '../location-pricing/read-location-quarter-hours.ts'
import { energySpan } from '../location-pricing/read-priced-location.ts'
import { readGridQuartersOf } from '../telemetry/read-grid-quarters.ts'

const dayMs = 86_400_000
/** Weeks that tell what is usual now. */
const recentMs = 56 * dayMs
/** With them, all that the bill of a month reads. */
const readMs = 70 * dayMs

/** A home with what its forecast follows from. */
export interface HomeToForecast {
  row: PricedLocationRow
  home: MonthToForecast
}

interface Span {
  fromMs: number
  toMs: number
}

/** What the forecasts of homes with a plan follow from: their prices, the weeks before, and the same month of last year. */
export async function readHomes(
  db: Queryable,
  rows: readonly PricedLocationRow[],
  now: number,
): Promise<HomeToForecast[]> {
  const untilMs = Math.ceil(now / quarterHourMs) * quarterHourMs
  const recent = { fromMs: Math.floor((untilMs - readMs) / dayMs) * dayMs, toMs: untilMs }
  const before = sameMonthLastYear(now)
  const [energies, lastYear] = [await readAll(db, rows, recent), await readAll(db, rows, before)]
  const hasLastYear = lastYear.some(isRead)
  const span = { fromMs: hasLastYear ? before.fromMs : recent.fromMs, toMs: untilMs }
  const worlds = await buildPricingWorlds(db, rows, span)
  return worlds.map(({ row, world }, place) => ({
    row,
    home: toHome(row, world, { energies: energies[place]!, lastYear: lastYear[place]! }, now),
  }))
}

function toHome(
  row: PricedLocationRow,
  world: PricingWorld,
  { energies, lastYear }: { energies: QuarterHourSeries; lastYear: QuarterHourSeries },
  now: number,
): MonthToForecast {
  const today = dayAt(now, row.time_zone)
  const firstMs = localMidnightMs(`${today.slice(0, 7)}-01`, row.time_zone)
  // As a bill reads them, so that both are the same in everything.
  const { since } = energySpan({ fromMs: firstMs, toMs: now }, row.time_zone)
  return {
    world,
    energies: cut(energies, since),
    history: [cut(energies, now - recentMs), ...(isRead(lastYear) ? [lastYear] : [])],
    nowMs: now,
    todayMs: localMidnightMs(today, row.time_zone),
    // The same all through the month: what is shown moves only because something has happened.
    seed: row.location_id * 1000 + Number(today.slice(2, 4)) * 12 + Number(today.slice(5, 7)),
  }
}

/** In UTC: a few hours more or less of it decide nothing. */
function sameMonthLastYear(now: number): Span {
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear() - 1, today.getUTCMonth()]
  return { fromMs: Date.UTC(year, month, 1), toMs: Date.UTC(year, month + 1, 1) }
}

/** The energies of locations, in their order. */
async function readAll(
  db: Queryable,
  rows: readonly PricedLocationRow[],
  span: Span,
): Promise<QuarterHourSeries[]> {
  const ids = rows.map(({ location_id }) => location_id)
  const measured = await readGridQuartersOf(db, ids, span)
  const all: QuarterHourSeries[] = []
  for (const { location_id: locationId, device } of rows) {
    const official = device && (await readOfficial(db, device.id, span))
    all.push(joinEnergies(official, measured.get(locationId) ?? null, span).series)
  }
  return all
}

const isRead = ({ importMilliWh }: QuarterHourSeries) => importMilliWh.some((energy) => energy >= 0)

/** The part of a row from an instant on. */
function cut(row: QuarterHourSeries, fromMs: number): QuarterHourSeries {
  const place = Math.max(0, Math.floor((fromMs - row.firstStartMs) / quarterHourMs))
  return {
    firstStartMs: row.firstStartMs + place * quarterHourMs,
    importMilliWh: row.importMilliWh.slice(place),
    exportMilliWh: row.exportMilliWh?.slice(place) ?? null,
    isEstimated: row.isEstimated.slice(place),
  }
}
