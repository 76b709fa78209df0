import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { compareQuarters } from '@ohmstead/savings/balance-quarters'
import { inferBattery } from '@ohmstead/savings/battery-figures'
import type { Queryable } from '../../platform/db/db.ts'
import { type FlowSeries, findFlowSeries, readFlowQuarters } from '../telemetry/read-flow-quarters.ts'
import type { BatteryToRun } from './run-battery.ts'

const isOfBattery = ({ flow }: FlowSeries) => flow === 'battery_charge' || flow === 'battery_discharge'

/** Whether a location has a battery with readings. */
export async function hasOwnBattery(db: Queryable, locationId: number): Promise<boolean> {
  return (await findFlowSeries(db, locationId)).some(isOfBattery)
}

/**
 * A location's own battery as its readings show it, and what the place would have taken without it. Null if it has none, or
 * did nothing. Quarter-hours in which a part of the balance is unknown stay unknown for every offer alike.
 */
export async function readOwnBattery(
  db: Queryable,
  locationId: number,
  { firstStartMs, importMilliWh, exportMilliWh, isEstimated }: QuarterHourSeries,
): Promise<BatteryToRun | null> {
  const flows = await findFlowSeries(db, locationId)
  if (!flows.some(isOfBattery)) return null
  const toMs = firstStartMs + importMilliWh.length * quarterHourMs
  const own = await readFlowQuarters(db, locationId, flows, { fromMs: firstStartMs, toMs })
  const quarters = compareQuarters({
    ...{ firstStartMs, importMilliWh, exportMilliWh, isEstimated, batterySpan: null },
    productionMilliWh: own.production,
    chargeMilliWh: own.battery_charge,
    dischargeMilliWh: own.battery_discharge,
  })
  const figures = inferBattery(quarters)
  return (
    figures && {
      ...{ capacityKwh: figures.capacityKwh, chargeKw: figures.chargeKw, dischargeKw: figures.dischargeKw },
      roundTrip: figures.roundTrip,
      netMilliWh: quarters.load.map((load, i) => load - quarters.production[i]!),
    }
  )
}
