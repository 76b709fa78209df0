import type { EnergyView } from '@ohmstead/contract/charts'
import {
  calculateSelfConsumption,
  calculateSelfSufficiency,
} from '@ohmstead/domain/energy-flow/energy-balance'
import type { Queryable } from '../../platform/db/db.ts'
import {
  type BalancePlaces,
  balanceRoles,
  findPlaces,
  groupByPlace,
  type Role,
} from '../telemetry/balance-roles.ts'
import { type BalanceSums, createSums } from '../telemetry/balance-sums.ts'
import { findSeries } from '../telemetry/energy-series-queries.ts'
import { findDevices } from '../telemetry/place-queries.ts'
import { addReadings } from '../telemetry/read-balance-sums.ts'
import { addBalance, fewestPlaces, findKept } from '../telemetry/read-energy-sums.ts'
import { type ChartRange, indicesWhere, toRangeView } from './chart-range.ts'
import type { EnergyScope } from './energy-scope.ts'
import { findStateOfCharge } from './state-of-charge.ts'

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

/** The same of whole locations, from sums that are kept of them where there are many. */
export async function getGroupEnergy(
  db: Queryable,
  locationIds: readonly number[],
  range: ChartRange,
): Promise<EnergyView & { withData: number }> {
  if (locationIds.length < fewestPlaces) return getEnergy(db, { locationIds }, range)
  const [places, kept] = await Promise.all([findPlaces(db, locationIds), findKept(db, locationIds)])
  const count = range.edges.length - 1
  const sums = createSums(count)
  const withData = await addBalance(db, sums, places, range, kept)
  return {
    ...toBalanceView(sums, places, range),
    soc: new Array<number | null>(count).fill(null),
    withData: withData.size,
  }
}

/** The same without the state of charge, which would require reading samples. */
export async function getBalance(
  db: Queryable,
  places: BalancePlaces,
  range: ChartRange,
  isWhole: boolean,
): Promise<Omit<EnergyView, 'soc'> & { withData: number }> {
  const sums = createSums(range.edges.length - 1)
  const withData = await addReadings(db, sums, places, range, { isWhole })
  return { ...toBalanceView(sums, places, range), withData: withData.length }
}

/** What a chart shows of sums. */
export function toBalanceView(
  sums: BalanceSums,
  places: BalancePlaces,
  range: ChartRange,
): Omit<EnergyView, 'soc'> {
  const count = range.edges.length - 1
  const roles = new Set([...new Set(places.values())].flatMap((list) => list.map(({ role }) => role)))
  const flowOf = (role: Role) => sums.flows[balanceRoles.indexOf(role)]!
  const flows = {
    grid_import: flowOf('grid_import'),
    grid_export: flowOf('grid_export'),
    production: flowOf('production'),
    battery_charge: flowOf('battery_charge'),
    battery_discharge: flowOf('battery_discharge'),
    ev: flowOf('ev'),
    hvac: flowOf('hvac'),
    consumption: sums.consumption,
  }
  const isKnown = (bucket: number) => Object.values(flows).some((values) => !Number.isNaN(values[bucket]))
  const [gridImport, gridExport, production] = [0, 1, 2].map(
    (flow) => (sumKnown(sums.flows[flow]!) ?? 0) - sum(sums.outside[flow]!),
  )
  return {
    ...toRangeView(range),
    ...mapFlows(flows, (values) => Array.from(values, toWh)),
    estimated: indicesWhere(count, (bucket) => sums.estimated[bucket] === 1),
    incomplete: indicesWhere(count, (bucket) => sums.incomplete[bucket] === 1 && isKnown(bucket)),
    totals: {
      ...mapFlows(flows, (values) => toWh(sumKnown(values) ?? Number.NaN)),
      // Over the same moments as the consumption: otherwise a silent inverter would look like a day without sun.
      self_consumption: calculateSelfConsumption(gridExport!, production!),
      self_sufficiency: calculateSelfSufficiency(
        gridImport!,
        (sumKnown(sums.consumption) ?? 0) - sum(sums.loads),
      ),
    },
    has: {
      grid: roles.has('grid_import'),
      production: roles.has('production'),
      battery: roles.has('battery_charge') || roles.has('battery_discharge'),
      ev: roles.has('ev'),
      hvac: roles.has('hvac'),
    },
  }
}

type Flow = Exclude<Role, 'other'> | 'consumption'
const mapFlows = <From, To>(flows: Record<Flow, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(flows).map(([flow, value]) => [flow, map(value)])) as Record<Flow, To>

function sumKnown(values: Float64Array): number | null {
  let total: number | null = null
  for (const value of values) if (!Number.isNaN(value)) total = (total ?? 0) + value
  return total
}
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)

const toWh = (mWh: number) => (Number.isNaN(mWh) ? null : mWh / 1000)
