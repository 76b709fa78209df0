import {
  announceClosing,
  type DayEnergy,
  type DayToStore,
  replaceDays,
  setClosedUntil,
} from '../../apps/server/src/features/telemetry/energy-day-queries.ts'
import { addHours, type HourToStore } from '../../apps/server/src/features/telemetry/energy-hour-queries.ts'
import { findSeries } from '../../apps/server/src/features/telemetry/energy-series-queries.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import type { Db, Queryable } from '../../apps/server/src/platform/db/db.ts'
import type { DeviceCategory } from '../../packages/domain/src/fleet/device-category.ts'
import { hourMs, slotMs, slotsPerHour } from '../../packages/domain/src/telemetry/energy-slot.ts'
import { bucketEdges } from '../../packages/domain/src/time/buckets.ts'
import { flows, type Home, hoursMWh, slotMWh } from './home-model.ts'

// The readings of a fleet, by the writers of the product: recent ones as samples, before them energy by the hour, and
// before these the sums of days, as a server has them that has kept no samples of that time.

const timeZone = 'Europe/Ljubljana'
const categories: Record<string, DeviceCategory> = {
  grid: 'GRID',
  pv: 'SOLAR_POWER_PLANT',
  bat: 'BATTERY',
  ev: 'EV_CHARGER',
}
const hoursAtOnce = 15_000
/** A power without readings for most of a year is no work: its energy is unknown. */
const mostHours = { controller: 100_000, all: 1_000_000 }

export interface FleetSpan {
  /** A local midnight: the first day that has energy. */
  start: number
  /** From here on every home has the energy of its hours. */
  hoursFrom: number
  /** From here on it has samples; a full hour. */
  samplesFrom: number
  now: number
}

/** The first reading of each home, which says since when it has any. It declares the series as well. */
export async function storeFirstReadings(
  db: Db,
  homes: readonly Home[],
  { start }: FleetSpan,
): Promise<void> {
  await storeReadings(
    db,
    homes.map((home) => ({
      locationId: home.id,
      controllerId: home.id,
      devices: devicesOf(home),
      samples: [{ ts: start, stepSeconds: 300, values: readAt(home, () => 0) }],
    })),
  )
}

/** Sums of days and hours before the samples, for homes that have their first reading. `keepsAllHours`: from the start on. */
export async function storePast(
  db: Db,
  homes: readonly Home[],
  span: FleetSpan,
  keepsAllHours: (home: Home) => boolean,
): Promise<void> {
  const ids = await findSeriesIds(db, homes)
  let hours: HourToStore[] = []
  for (const home of homes) {
    const from = keepsAllHours(home) ? span.start : span.hoursFrom
    for (const { flow, seriesId } of ids.get(home.id)!)
      for (let hour = from; hour < span.samplesFrom; hour += hourMs) {
        hours.push(buildHour(home, { flow, seriesId, hour }, span))
        if (hours.length < hoursAtOnce) continue
        await addHours(db, hours)
        hours = []
      }
  }
  if (hours.length > 0) await addHours(db, hours)
  await db.transaction((tx) => storeDays(tx, homes, ids, span), { priority: 'job' })
}

/** One day of samples every five minutes. */
export async function storeSampleDay(
  db: Db,
  homes: readonly Home[],
  { start }: FleetSpan,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await storeReadings(
    db,
    homes.map((home) => ({
      locationId: home.id,
      controllerId: home.id,
      devices: devicesOf(home),
      samples: Array.from({ length: (to - from) / slotMs }, (_, slot) => {
        const ts = from + slot * slotMs
        const hour = Math.floor((ts - start) / hourMs)
        return { ts, stepSeconds: 300, values: readAt(home, (flow) => slotMWh(home, flow, hour) ?? 0) }
      }),
    })),
    mostHours,
  )
}

type SeriesIds = Map<number, { flow: number; seriesId: number }[]>

async function findSeriesIds(db: Queryable, homes: readonly Home[]): Promise<SeriesIds> {
  const rows = await findSeries(
    db,
    homes.map(({ id }) => id),
  )
  const ids: SeriesIds = new Map()
  for (const { location_id, id, device_key, metric } of rows) {
    const flow = flows.findIndex((known) => known.device === device_key && known.metric === metric)
    const list = ids.get(location_id) ?? []
    list.push({ flow, seriesId: id })
    ids.set(location_id, list)
  }
  return ids
}

const complete = (1 << slotsPerHour) - 1

function buildHour(
  home: Home,
  { flow, seriesId, hour }: { flow: number; seriesId: number; hour: number },
  { start }: FleetSpan,
): HourToStore {
  const mWh = slotMWh(home, flow, (hour - start) / hourMs)
  return {
    locationId: home.id,
    seriesId,
    hour,
    slots: Array<number | null>(slotsPerHour).fill(mWh),
    estimated: 0,
    complete,
  }
}

/** The days that end before the samples begin; those after are summed up as on any server. */
async function storeDays(
  tx: Queryable,
  homes: readonly Home[],
  ids: SeriesIds,
  { start, samplesFrom }: FleetSpan,
): Promise<void> {
  const midnights = bucketEdges(start, samplesFrom + 1, 86_400, timeZone).slice(0, -1)
  const days: DayToStore[] = []
  for (const home of homes)
    for (let day = 0; day + 1 < midnights.length; day++) {
      const [from, to] = [midnights[day]!, midnights[day + 1]!]
      const [fromHour, toHour] = [(from - start) / hourMs, (to - start) / hourMs]
      const slots = (to - from) / slotMs
      const energy: DayEnergy = {}
      for (const { flow, seriesId } of ids.get(home.id)!)
        energy[seriesId] = [hoursMWh(home, flow, fromHour, toHour), slots, slots, 0]
      days.push({ locationId: home.id, start: from, end: to, energy })
    }
  if (days.length === 0) return
  const until = midnights.at(-1)!
  const locationIds = homes.map(({ id }) => id)
  await announceClosing(tx, locationIds, until)
  await replaceDays(tx, locationIds, start, until, days)
  await setClosedUntil(tx, locationIds, until, timeZone)
}

const devicesOf = ({ kind }: Home) =>
  Object.fromEntries(
    kind.devices.map((key) => [key, { key, category: categories[key]!, metrics: ['power'] }]),
  )

/** The powers in W of what flows in five minutes, and the charge of a battery. */
function readAt({ kind }: Home, mWhOf: (flow: number) => number): Record<string, number> {
  const watts = (flow: number) => (mWhOf(flow) * slotsPerHour) / 1000
  const values: Record<string, number> = {}
  for (const device of kind.devices) {
    if (device === 'grid') values['grid/power'] = watts(0) - watts(1)
    else if (device === 'pv') values['pv/power'] = watts(2)
    else if (device === 'ev') values['ev/power'] = watts(5)
    else {
      values['bat/power'] = watts(4) - watts(3)
      values['bat/soc'] = 60
    }
  }
  return values
}
