import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import type { BalanceSeries } from '@ohmstead/savings/savings-model'
import type { Queryable } from '../../platform/db/db.ts'
import type { PricedLocationRow } from '../location-pricing/location-pricing-queries.ts'
import { readPricedLocation } from '../location-pricing/read-priced-location.ts'
import { type FlowSeries, readFlowQuarters } from '../telemetry/read-flow-quarters.ts'

/** The whole balance of a location with its prices: what its bills are made from, and what panels and batteries did. */
export async function readBalance(
  db: Queryable,
  row: PricedLocationRow,
  flows: readonly FlowSeries[],
  span: { fromMs: number; toMs: number },
): Promise<{ world: PricingWorld; balance: BalanceSeries }> {
  const { world, series } = await readPricedLocation(db, row, span)
  const { firstStartMs, importMilliWh, exportMilliWh, isEstimated } = series
  const toMs = firstStartMs + importMilliWh.length * quarterHourMs
  const own = await readFlowQuarters(db, row.location_id, flows, { fromMs: firstStartMs, toMs })
  return {
    world,
    balance: {
      ...{ firstStartMs, importMilliWh, exportMilliWh },
      productionMilliWh: own.production,
      chargeMilliWh: own.battery_charge,
      dischargeMilliWh: own.battery_discharge,
      isEstimated: isEstimated.map((is, at) => is | own.isEstimated[at]!),
      batterySpan: findBatterySpan(flows),
    },
  }
}

function findBatterySpan(flows: readonly FlowSeries[]): BalanceSeries['batterySpan'] {
  const batteries = flows.filter(({ flow }) => flow === 'battery_charge' || flow === 'battery_discharge')
  if (batteries.length === 0) return null
  return {
    fromMs: Math.min(...batteries.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...batteries.map(({ toMs }) => toMs)),
  }
}
