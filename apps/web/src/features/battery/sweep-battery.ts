import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { BatteryProblem } from '@ohmstead/optimizer/battery-problem'
import type { BatteryRun } from '@ohmstead/optimizer/battery-run'
import {
  type BatteryControl,
  type BatterySize,
  batteryControls,
  sweepEachSize,
} from '@ohmstead/optimizer/sweep-battery-sizes'
import type { PortalReadings } from '../portal/worker/portal-readings.ts'
import {
  type BilledMonths,
  billMonths,
  buildLoadCase,
  type CaseQuality,
  type CaseQuestion,
  compareMonths,
  type LoadCase,
} from '../what-if/load-case.ts'
import { resampleYears, type YearlySaving } from '../what-if/resample-years.ts'

/** How a battery works, whatever its size. */
export interface BatteryKind {
  /** Out of the store over into it, 0 to 1. */
  roundTrip: number
  /** What its electronics take all the time, W. */
  standbyW: number
  /** A use is only worth it from so much a kilowatt-hour that enters or leaves the store, EUR. */
  wearEurPerKwh: number
}

export interface SweepQuestion extends CaseQuestion {
  kind: BatteryKind
  sizes: BatterySize[]
}

export interface SizeResult extends BatterySize {
  /** Against no battery with its own best agreed powers. */
  yearly: Record<BatteryControl, YearlySaving>
  fullCyclesPerYear: Record<BatteryControl, number>
  powersKw: Record<BatteryControl, BlockPowers | null>
}

export interface SweepAnswer {
  sizes: SizeResult[]
  /** What a year costs without a battery, EUR: with the powers in use (null if unknown), and with the best ones. */
  todayEur: number | null
  bestPowersEur: number
  /** The best powers without a battery; null where the operator's are kept. */
  powersKw: BlockPowers | null
  monthsKnown: number
  hasExport: boolean
  quality: CaseQuality
}

/**
 * Batteries of several sizes, each run in three ways through the whole bill. Null without readings. Between two sizes
 * others get their turn, so that it can be stopped.
 */
export async function sweepBattery(
  { series }: PortalReadings,
  question: SweepQuestion,
  report: (progress: number) => void,
): Promise<SweepAnswer | null> {
  const found = buildLoadCase(series, question)
  if (found === null) return null
  const billed: Partial<Record<BatteryControl, BilledMonths>> = {}
  const none = billMonths(found, found.biller.billOf(found.importKwh), found.exportKwh)
  const billOf = (run: BatteryRun, control: BatteryControl | null) => {
    if (control === null) return 0
    const exchange = exchangeOf(found, run, question.kind)
    billed[control] = billMonths(found, found.biller.billOf(exchange.importKwh), exchange.exportKwh)
    return 0
  }
  const years = found.netKwh.length / (365.25 * 96)
  const sizes: SizeResult[] = []
  for (const swept of sweepEachSize(buildProblem(found, question.kind), question.sizes, { billOf })) {
    const { capacityKwh, chargeKw, dischargeKw, fullCycles } = swept
    sizes.push({
      capacityKwh,
      chargeKw,
      dischargeKw,
      yearly: mapControls((control) => resampleYears(compareMonths(found, none, billed[control]!))!),
      fullCyclesPerYear: mapControls((control) => fullCycles[control] / years),
      powersKw: mapControls((control) => billed[control]!.bill.powersKw),
    })
    report(sizes.length / question.sizes.length)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const now = found.biller.currentBillOf(found.importKwh)
  const nothing = { ...none, energyEur: none.energyEur.map(() => 0), powerEur: none.powerEur.map(() => 0) }
  const yearOf = (months: BilledMonths) => resampleYears(compareMonths(found, months, nothing))!
  return {
    sizes,
    todayEur: now && yearOf(billMonths(found, now, found.exportKwh)).meanEur,
    bestPowersEur: yearOf(none).meanEur,
    powersKw: none.bill.powersKw,
    monthsKnown: yearOf(none).monthsKnown,
    hasExport: found.hasExport,
    quality: found.quality,
  }
}

/** The readings as a battery sees them; it starts empty, and what is left at the end is worth nothing. */
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
 * Both registers with a battery: what the meter counted both ways within one quarter-hour stays as it is, and the standby
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

export function mapControls<Value>(of: (control: BatteryControl) => Value): Record<BatteryControl, Value> {
  return Object.fromEntries(batteryControls.map((control) => [control, of(control)])) as Record<
    BatteryControl,
    Value
  >
}
