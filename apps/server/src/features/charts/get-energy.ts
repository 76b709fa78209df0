import type { EnergyView } from '@ohmstead/contract/charts'
import {
  calculateSelfConsumption,
  calculateSelfSufficiency,
} from '@ohmstead/domain/energy-flow/energy-balance'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import type { Queryable } from '../../platform/db/db.ts'
import { balanceFlows, createBalancePlace, findBalanceFlow, watchBalance } from '../telemetry/balance-gaps.ts'
import { slotsPerBucket } from '../telemetry/bucket-energy.ts'
import { findEnergy, seriesRefKey } from '../telemetry/energy-history.ts'
import { findSeries, type SeriesRow } from '../telemetry/energy-series-queries.ts'
import { type DeviceRow, findDevices } from '../telemetry/place-queries.ts'
import { type ChartRange, indicesWhere, toRangeView } from './chart-range.ts'
import { addConsumption, type PlaceSeries } from './consumption.ts'
import type { EnergyScope } from './energy-scope.ts'
import { findStateOfCharge } from './state-of-charge.ts'

const measured = [...balanceFlows, 'ev', 'hvac'] as const
type MeasuredFlow = (typeof measured)[number]
type Role = MeasuredFlow | 'other'

/** The role of an energy series in the balance; null for one that is part of another (a tariff's register). */
function findRole(metric: string, category: DeviceCategory): Role | null {
  if (metric !== 'energy_consumption') return findBalanceFlow(metric)
  return category === 'EV_CHARGER' ? 'ev' : category === 'HVAC' ? 'hvac' : 'other'
}

export interface BalanceSeries {
  id: number
  metric: string
  role: Role
}

/**
 * The balance of locations, or of some devices, per bucket in Wh. With a grid meter, consumption is
 * inflow minus outflow while every part is known; without one it is the sum of the measured loads.
 * Totals are the sums of the buckets, however the range is divided.
 */
export async function getEnergy(
  db: Queryable,
  scope: EnergyScope,
  range: ChartRange,
): Promise<EnergyView & { withData: number }> {
  const devices = await findDevices(db, scope.locationIds)
  const places = groupByPlace(await findSeries(db, scope.locationIds), devices, scope)
  const balance = await getBalance(db, places, range, !scope.includes)
  return { ...balance, soc: await findStateOfCharge(db, scope, devices, range) }
}

/** The same without the state of charge, which would require reading samples. */
export async function getBalance(
  db: Queryable,
  places: ReadonlyMap<number, readonly BalanceSeries[]>,
  range: ChartRange,
  isWhole: boolean,
): Promise<Omit<EnergyView, 'soc'> & { withData: number }> {
  const watch = watchBalance(
    [...places].map(([id, series]) => createBalancePlace(id, series, isWhole)),
    range.edges,
  )
  const energy = await findEnergy(
    db,
    {
      locationIds: [...places.keys()],
      seriesIds: [...new Set([...places.values()].flat().map((series) => series.id))],
    },
    range,
    watch,
  )
  const count = range.edges.length - 1
  const slots = slotsPerBucket(range.edges)
  const unknown = () => new Array<number | null>(count).fill(null)
  const sums = new Map<Role, (number | null)[]>()
  const consumption = unknown()
  const balanced = { gridImport: 0, gridExport: 0, production: 0, consumption: 0 }
  const estimated = new Uint8Array(count)
  const incomplete = new Uint8Array(count)
  let withData = 0
  for (const [locationId, list] of places) {
    const known: PlaceSeries[] = []
    for (const { id, role } of list) {
      const sum = sums.get(role) ?? unknown()
      sums.set(role, sum)
      const buckets = energy.get(seriesRefKey({ locationId, seriesId: id }))
      if (buckets) known.push({ role, buckets })
      for (let bucket = 0; bucket < count; bucket++) {
        const mWh = buckets?.mWh[bucket] ?? null
        if (mWh !== null) sum[bucket] = (sum[bucket] ?? 0) + mWh
        if (buckets?.estimated[bucket]) estimated[bucket] = 1
        if ((buckets?.completeSlots[bucket] ?? 0) < slots[bucket]!) incomplete[bucket] = 1
      }
    }
    if (known.length > 0) withData++
    const hasGrid = list.some(({ role }) => role === 'grid_import')
    addConsumption({ known, hasGrid, gap: watch.gaps.get(locationId) }, consumption, balanced)
  }
  const has = {
    grid: sums.has('grid_import'),
    production: sums.has('production'),
    battery: sums.has('battery_charge') || sums.has('battery_discharge'),
    ev: sums.has('ev'),
    hvac: sums.has('hvac'),
  }
  const flows = { ...perFlow((flow) => sums.get(flow) ?? unknown()), consumption }
  const isKnown = (bucket: number) => Object.values(flows).some((values) => values[bucket] !== null)
  return {
    ...toRangeView(range),
    ...mapFlows(flows, (values) => values.map(toWh)),
    estimated: indicesWhere(count, (bucket) => estimated[bucket] === 1),
    incomplete: indicesWhere(count, (bucket) => incomplete[bucket] === 1 && isKnown(bucket)),
    totals: {
      ...mapFlows(flows, (values) => toWh(sumKnown(values))),
      // Over the same moments as the consumption: otherwise a silent inverter would look like a day without sun.
      self_consumption: calculateSelfConsumption(balanced.gridExport, balanced.production),
      self_sufficiency: calculateSelfSufficiency(balanced.gridImport, balanced.consumption),
    },
    has,
    withData,
  }
}

/** The series that are part of the balance, by location. */
export function groupByPlace(
  allSeries: readonly SeriesRow[],
  devices: readonly DeviceRow[],
  scope: Pick<EnergyScope, 'includes'>,
): Map<number, BalanceSeries[]> {
  const deviceOf = new Map(devices.map((device) => [`${device.location_id} ${device.key}`, device]))
  const places = new Map<number, BalanceSeries[]>()
  for (const { location_id: locationId, id, metric, device_key: key } of allSeries) {
    const device = deviceOf.get(`${locationId} ${key}`)
    if (scope.includes && !(device && scope.includes(device))) continue
    const role = findRole(metric, device?.category ?? guessCategory(key))
    if (!role) continue
    const list = places.get(locationId)
    if (list) list.push({ id, metric, role })
    else places.set(locationId, [{ id, metric, role }])
  }
  return places
}

const perFlow = <Value>(of: (flow: MeasuredFlow) => Value) =>
  Object.fromEntries(measured.map((flow) => [flow, of(flow)])) as Record<MeasuredFlow, Value>

type Flow = MeasuredFlow | 'consumption'
const mapFlows = <From, To>(flows: Record<Flow, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(flows).map(([flow, value]) => [flow, map(value)])) as Record<Flow, To>

function sumKnown(values: readonly (number | null)[]): number | null {
  let sum: number | null = null
  for (const value of values) if (value !== null) sum = (sum ?? 0) + value
  return sum
}

const toWh = (mWh: number | null) => (mWh === null ? null : mWh / 1000)
