import type { BatteryProblem } from '@ohmstead/optimizer/battery-problem'
import type { BatteryRun } from '@ohmstead/optimizer/battery-run'
import type { LoadCase } from './load-case.ts'

/** How a battery works, whatever its size. */
export interface BatteryKind {
  /** From the grid into the store and back, 0 to 1. */
  roundTrip: number
  /** Constant consumption of its electronics, W. */
  standbyW: number
  /** The minimum benefit of a use per kilowatt-hour that enters or leaves the store, EUR. */
  wearEurPerKwh: number
}

/** The readings from the battery's point of view; it starts empty, and the rest at the end is worth nothing. */
export function buildProblem(
  { netKwh, biller, feedInEurPerKwh }: LoadCase,
  { roundTrip, wearEurPerKwh }: BatteryKind,
): BatteryProblem {
  const efficiency = Math.sqrt(roundTrip)
  return {
    stepHours: 0.25,
    netLoadKwh: netKwh,
    importEurPerKwh: biller.importEurPerKwh,
    exportEurPerKwh: new Float64Array(netKwh.length).fill(feedInEurPerKwh),
    battery: {
      capacityKwh: 0,
      chargeKw: 0,
      dischargeKw: 0,
      chargeEfficiency: efficiency,
      dischargeEfficiency: efficiency,
      lossPerHour: 0,
      wearEurPerKwh,
    },
    initialKwh: 0,
    finalValueEurPerKwh: 0,
    minimumFinalKwh: 0,
  }
}

/**
 * Both registers with a battery: import and export within the same quarter-hour stay, and the standby
 * of the battery comes from its surplus before it comes from the grid.
 */
export function exchangeOf(
  { importKwh, exportKwh }: Pick<LoadCase, 'importKwh' | 'exportKwh'>,
  run: Pick<BatteryRun, 'importKwh' | 'exportKwh'>,
  { standbyW }: Pick<BatteryKind, 'standbyW'>,
): { importKwh: Float64Array; exportKwh: Float64Array } {
  const standbyKwh = standbyW / 4000
  const taken = new Float64Array(importKwh.length)
  const given = new Float64Array(importKwh.length)
  for (let i = 0; i < taken.length; i++) {
    const both = Math.min(importKwh[i]!, exportKwh[i]!)
    const fromSurplus = Math.min(standbyKwh, run.exportKwh[i]!)
    taken[i] = run.importKwh[i]! + both + standbyKwh - fromSurplus
    given[i] = run.exportKwh[i]! + both - fromSurplus
  }
  return { importKwh: taken, exportKwh: given }
}
