import type { EnergyView } from '@ohmstead/contract/telemetry'
import {
  calculateConsumption,
  calculateSelfConsumption,
  calculateSelfSufficiency,
  type HasFlows,
} from '@ohmstead/domain/energy-flow/energy-balance'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import type { Queryable } from '../../platform/db/db.ts'
import { type EnergyBuckets, emptyBuckets, slotsPerBucket } from './bucket-energy.ts'
import { type ChartRange, indicesWhere, toRangeView } from './chart-range.ts'
import { findEnergy, seriesRefKey } from './energy-history.ts'
import { findSeries, type SeriesRow } from './energy-series-queries.ts'
import { type DeviceRow, findDevices } from './place-queries.ts'
import { findStateOfCharge } from './state-of-charge.ts'

const measured = [
  'grid_import',
  'grid_export',
  'production',
  'battery_charge',
  'battery_discharge',
  'ev',
  'hvac',
] as const
type MeasuredFlow = (typeof measured)[number]
type Role = MeasuredFlow | 'other'

/** What an energy series is in the balance; null for one that is part of another (a tariff's register). */
function roleOf(metric: string, category: DeviceCategory): Role | null {
  switch (metric) {
    case 'energy_import':
      return 'grid_import'
    case 'energy_export':
      return 'grid_export'
    case 'energy_production':
      return 'production'
    case 'energy_charge':
      return 'battery_charge'
    case 'energy_discharge':
      return 'battery_discharge'
    case 'energy_consumption':
      return category === 'EV_CHARGER' ? 'ev' : category === 'HVAC' ? 'hvac' : 'other'
    default:
      return null
  }
}

export interface EnergyScope {
  locationIds: readonly number[]
  /** Which devices count; all of them where left out. */
  includes?: (device: DeviceRow) => boolean
}

/**
 * The balance of locations, or of some devices, per bucket in Wh. Where there is a grid meter, consumption is what
 * flowed in minus what flowed out; without one it is the sum of the loads that are measured.
 */
export async function getEnergy(
  db: Queryable,
  scope: EnergyScope,
  range: ChartRange,
): Promise<EnergyView & { withData: number }> {
  const allSeries = await findSeries(db, scope.locationIds)
  const devices = await findDevices(db, scope.locationIds)
  const deviceOf = new Map(devices.map((device) => [`${device.location_id} ${device.key}`, device]))
  const roles = new Map<string, Role>()
  const used: SeriesRow[] = []
  for (const series of allSeries) {
    const device = deviceOf.get(`${series.location_id} ${series.device_key}`)
    if (scope.includes && !(device && scope.includes(device))) continue
    const role = roleOf(series.metric, device?.category ?? guessCategory(series.device_key))
    if (!role) continue
    roles.set(seriesRefKey({ locationId: series.location_id, seriesId: series.id }), role)
    used.push(series)
  }
  const energy = await findEnergy(
    db,
    {
      locationIds: [...new Set(used.map((series) => series.location_id))],
      seriesIds: [...new Set(used.map((series) => series.id))],
    },
    range,
  )
  const count = range.edges.length - 1
  const slots = slotsPerBucket(range.edges)
  const sums = new Map<Role, EnergyBuckets>()
  for (const role of roles.values()) if (!sums.has(role)) sums.set(role, emptyBuckets(count))
  const estimated = new Uint8Array(count)
  const incomplete = new Uint8Array(count)
  const locationsWithData = new Set<string>()
  for (const [key, role] of roles) {
    const buckets = energy.get(key)
    const sum = sums.get(role)!
    if (buckets) locationsWithData.add(key.split(' ')[0]!)
    for (let bucket = 0; bucket < count; bucket++) {
      const mWh = buckets?.mWh[bucket] ?? null
      if (mWh !== null) sum.mWh[bucket] = (sum.mWh[bucket] ?? 0) + mWh
      if (buckets?.estimated[bucket]) estimated[bucket] = 1
      if ((buckets?.completeSlots[bucket] ?? 0) < slots[bucket]!) incomplete[bucket] = 1
    }
  }
  const has = {
    grid: sums.has('grid_import'),
    production: sums.has('production'),
    battery: sums.has('battery_charge') || sums.has('battery_discharge'),
    ev: sums.has('ev'),
    hvac: sums.has('hvac'),
  }
  const flowAt = (bucket: number) => flowsOf((role) => sums.get(role)?.mWh[bucket] ?? null, has)
  const flows = Array.from({ length: count }, (_, bucket) => flowAt(bucket))
  const totals = flowsOf((role) => sumKnown(sums.get(role)?.mWh ?? []), has)
  const isKnown = (bucket: number) => Object.values(flows[bucket]!).some((value) => value !== null)
  return {
    ...toRangeView(range),
    ...perFlow((flow) => flows.map((at) => toWh(at[flow]))),
    estimated: indicesWhere(count, (bucket) => estimated[bucket] === 1),
    incomplete: indicesWhere(count, (bucket) => incomplete[bucket] === 1 && isKnown(bucket)),
    totals: {
      ...perFlow((flow) => toWh(totals[flow])),
      self_consumption: has.grid ? calculateSelfConsumption(totals.grid_export, totals.production) : null,
      self_sufficiency: has.grid ? calculateSelfSufficiency(totals.grid_import, totals.consumption) : null,
    },
    has,
    soc: await findStateOfCharge(db, scope, devices, range),
    withData: locationsWithData.size,
  }
}

type Flows = Record<MeasuredFlow | 'consumption', number | null>

function flowsOf(value: (role: Role) => number | null, has: HasFlows): Flows {
  const flows = Object.fromEntries(measured.map((flow) => [flow, value(flow)])) as Record<
    MeasuredFlow,
    number | null
  >
  const consumption = has.grid
    ? calculateConsumption(
        {
          gridImport: flows.grid_import,
          gridExport: flows.grid_export,
          production: flows.production,
          batteryCharge: flows.battery_charge,
          batteryDischarge: flows.battery_discharge,
        },
        has,
      )
    : sumKnown([flows.ev, flows.hvac, value('other')])
  return { ...flows, consumption }
}

const perFlow = <Value>(of: (flow: keyof Flows) => Value) =>
  Object.fromEntries([...measured, 'consumption' as const].map((flow) => [flow, of(flow)])) as Record<
    keyof Flows,
    Value
  >

function sumKnown(values: readonly (number | null)[]): number | null {
  let sum: number | null = null
  for (const value of values) if (value !== null) sum = (sum ?? 0) + value
  return sum
}

const toWh = (mWh: number | null) => (mWh === null ? null : mWh / 1000)
