import type { SeriesView } from '@ohmstead/contract/charts'
import { floorToSlot, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import {
  findMetric,
  isRegisterKind,
  isRegisterMetric,
  parseMetricKey,
  powerDirections,
  slowMetrics,
} from '@ohmstead/domain/telemetry/metrics'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import { type EnergyBuckets, emptyBuckets, slotsPerBucket } from '../telemetry/bucket-energy.ts'
import type { ReadingValue } from '../telemetry/controller-readings.ts'
import { findEnergy, findEnergyOfHours, seriesRefKey } from '../telemetry/energy-history.ts'
import { findSeries } from '../telemetry/energy-series-queries.ts'
import { findLatest } from '../telemetry/latest-queries.ts'
import { findDevices } from '../telemetry/place-queries.ts'
import { type ChartRange, indicesWhere } from './chart-range.ts'
import { findPredecessors, joinEnergy, joinValues } from './continue-series.ts'
import {
  findLastValues,
  findNumberBuckets,
  findSenders,
  type NumberBuckets,
} from './sample-history-queries.ts'

/** History of metrics of one location, in the requested order. A metric that was never sent has only nulls. */
export async function getSeries(
  db: Queryable,
  locationId: number,
  metricKeys: readonly string[],
  range: ChartRange,
): Promise<SeriesView[]> {
  const idOf = new Map(
    (await findSeries(db, [locationId])).map((row) => [`${row.device_key}/${row.metric}`, row.id]),
  )
  const categoryOf = new Map(
    (await findDevices(db, [locationId])).map((device) => [device.key, device.category]),
  )
  const predecessors = await findPredecessors(db, locationId)
  const plans = metricKeys.map((key) => {
    const { device, metric } = parseMetricKey(key)!
    const definition = findMetric(metric)
    return {
      key,
      device,
      kind: definition?.kind ?? null,
      unit: definition?.unit ?? '',
      isSlow: slowMetrics.includes(metric),
      keys: [device, ...(predecessors.get(device) ?? [])].map((name) => `${name}/${metric}`),
      parts: energyParts(device, metric),
    }
  })

  /** The energy series that make up a metric, with their sign; null if it must come from the samples. */
  function energyParts(device: string, metric: string): { ids: number[]; sign: 1 | -1 }[] | null {
    if (isRegisterMetric(metric)) {
      const ids = idsOf(device, metric)
      return ids.length === 0 ? [] : [{ ids, sign: 1 }]
    }
    const category = categoryOf.get(device) ?? guessCategory(device)
    // A hybrid inverter's power also goes below zero, which its production does not show.
    if (metric !== 'power' || range.interval < 300 || category === 'HYBRID_INVERTER') return null
    const parts = powerDirections[category].map((direction) => ({
      ids: idsOf(device, direction.metric),
      sign: direction.sign,
    }))
    return parts.every((part) => part.ids.length > 0) ? parts : null
  }

  function idsOf(device: string, metric: string): number[] {
    const devices = [device, ...(predecessors.get(device) ?? [])]
    return devices.flatMap((name) => idOf.get(`${name}/${metric}`) ?? [])
  }

  const seriesIds = [...new Set(plans.flatMap(({ parts }) => parts?.flatMap((part) => part.ids) ?? []))]
  const energy = await findEnergyAt(db, locationId, seriesIds, range)
  const fromSamples = plans.filter(({ parts }) => parts === null).flatMap(({ keys }) => keys)
  const controllerIds = fromSamples.length > 0 ? await findSenders(db, locationId, fromSamples) : []
  const latest = fromSamples.length > 0 ? await findLatest(db, [locationId]) : new Map()
  const slots = slotsPerBucket(range.edges)
  const series: SeriesView[] = []
  for (const { key, keys, device, kind, unit, isSlow, parts } of plans) {
    if (parts) {
      const buckets = parts.map(({ ids }) =>
        joinEnergy(
          ids.map((seriesId) => energy.get(seriesRefKey({ locationId, seriesId }))),
          slots.length,
        ),
      )
      const view = isRegisterKind(kind)
        ? toIncrease(buckets[0], slots)
        : toPower(
            buckets,
            parts.map((part) => part.sign),
            slots,
          )
      // A meter that is read once an hour has no outage in between.
      const isSure = isSlow && range.interval >= 3600
      series.push({ metric: key, device, kind: kind!, unit, ...view, ...(isSure && { estimated: [] }) })
      continue
    }
    const last: ReadingValue = latest.get(locationId)?.values[key]?.[1] ?? null
    const isState = kind === 'state' || (kind === null && last !== null && typeof last !== 'number')
    const view = isState
      ? toStates(joinValues(await readEach(keys, (of, name) => findLastValues(db, of, name))))
      : toNumbers(await readEach(keys, (of, name) => findNumberBuckets(db, of, name)))
    series.push({
      metric: key,
      device,
      kind: kind ?? (isState ? 'state' : 'gauge'),
      unit,
      estimated: [],
      incomplete: [],
      ...view,
    })
  }
  return series

  async function readEach<Found>(
    keys: readonly string[],
    read: (
      of: { locationId: number; controllerIds: readonly number[]; edges: readonly number[] },
      key: string,
    ) => Promise<Found>,
  ): Promise<Found[]> {
    const found: Found[] = []
    for (const name of keys) found.push(await read({ locationId, controllerIds, edges: range.edges }, name))
    return found
  }
}

async function findEnergyAt(db: Queryable, locationId: number, seriesIds: number[], range: ChartRange) {
  const of = { locationIds: [locationId], seriesIds }
  if (range.interval >= 300) return findEnergy(db, of, range)
  const slotEdges = bucketEdges(range.from, range.to, 300, range.timeZone)
  const slots = await findEnergyOfHours(db, of, slotEdges)
  return new Map(
    [...slots].map(([key, buckets]) => [key, spreadOverMinutes(buckets, slotEdges, range.edges)]),
  )
}

/** Energy is known per 5 minutes: below that, a slot is spread evenly over its minutes, which preserves every sum. */
function spreadOverMinutes(
  slots: EnergyBuckets,
  slotEdges: readonly number[],
  edges: readonly number[],
): EnergyBuckets {
  const minutes = emptyBuckets(edges.length - 1)
  let slot = 0
  for (let minute = 0; minute + 1 < edges.length; minute++) {
    while (edges[minute]! >= slotEdges[slot + 1]!) slot++
    const mWh = slots.mWh[slot]!
    if (mWh === null) continue
    const start = slotEdges[slot]!
    const length = slotEdges[slot + 1]! - start
    const upTo = (edge: number) => Math.floor((mWh * (edge - start)) / length)
    minutes.mWh[minute] = upTo(edges[minute + 1]!) - upTo(edges[minute]!)
    minutes.estimated[minute] = slots.estimated[slot]!
    // A one-minute bucket contains the start of a slot or none, so completeness is copied.
    const isFirst = floorToSlot(edges[minute]!) === edges[minute]
    minutes.completeSlots[minute] = isFirst ? slots.completeSlots[slot]! : 0
    minutes.knownSlots[minute] = isFirst ? slots.knownSlots[slot]! : 0
  }
  return minutes
}

function marks(parts: readonly (EnergyBuckets | undefined)[], slots: readonly number[]) {
  const known = parts.filter((part) => part !== undefined)
  return {
    estimated: indicesWhere(slots.length, (bucket) => {
      for (const part of known) if (part.estimated[bucket] === 1) return true
      return false
    }),
    incomplete: indicesWhere(slots.length, (bucket) => {
      for (const part of known)
        if (part.completeSlots[bucket]! < slots[bucket]! && part.mWh[bucket] !== null) return true
      return false
    }),
  }
}

/** In the unit of the register, which is kept in thousandths. */
function toIncrease(buckets: EnergyBuckets | undefined, slots: readonly number[]) {
  const values = buckets
    ? buckets.mWh.map((mWh) => (mWh === null ? null : mWh / 1000))
    : new Array<number | null>(slots.length).fill(null)
  return { values, ...marks([buckets], slots) }
}

/** The mean power over the slots that have energy; unknown if one of the directions is. */
function toPower(
  parts: readonly (EnergyBuckets | undefined)[],
  signs: readonly (1 | -1)[],
  slots: readonly number[],
) {
  const values: (number | null)[] = []
  for (let bucket = 0; bucket < slots.length; bucket++) {
    let mWh: number | null = 0
    let known = 0
    for (const [index, part] of parts.entries()) {
      const value: number | null = part?.mWh[bucket] ?? null
      mWh = mWh === null || value === null ? null : mWh + signs[index]! * value
      known = Math.max(known, part?.knownSlots[bucket] ?? 0)
    }
    values.push(mWh === null || known === 0 ? null : (mWh * 3600) / (known * slotMs))
  }
  return { values, ...marks(parts, slots) }
}

function toNumbers(found: readonly NumberBuckets[]) {
  const join = (name: keyof NumberBuckets) => joinValues(found.map((buckets) => buckets[name]))
  return { values: join('mean'), min: join('min'), max: join('max') }
}

function toStates(values: readonly ReadingValue[]) {
  const asNumber = (value: ReadingValue) =>
    typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null
  return { values: values.map(asNumber), states: [...values] }
}
