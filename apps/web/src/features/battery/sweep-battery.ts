import type { PowerAdvice } from '@ohmstead/network-fee/optimum/advise-agreed-power'
import type { AgreedPowerResult } from '@ohmstead/network-fee/optimum/advise-point'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { BatteryRun } from '@ohmstead/optimizer/battery-run'
import {
  type BatteryControl,
  type BatterySize,
  batteryControls,
  sweepEachSize,
} from '@ohmstead/optimizer/sweep-battery-sizes'
import type { PortalReadings } from '../../shared/portal/portal-readings.ts'
import { type BatteryKind, buildProblem, exchangeOf } from '../../shared/what-if/battery-exchange.ts'
import {
  type BilledMonths,
  billMonths,
  buildLoadCase,
  type CaseQuality,
  type CaseQuestion,
  compareMonths,
} from '../../shared/what-if/load-case.ts'
import { resampleYears, type YearlySaving } from '../../shared/what-if/resample-years.ts'

export interface SweepQuestion extends CaseQuestion {
  kind: BatteryKind
  sizes: BatterySize[]
}

export interface SizeResult extends BatterySize {
  /** Compared with no battery and its own best agreed powers. */
  yearly: Record<BatteryControl, YearlySaving>
  fullCyclesPerYear: Record<BatteryControl, number>
  powersKw: Record<BatteryControl, BlockPowers | null>
}

export interface SweepAnswer {
  sizes: SizeResult[]
  /** The advice on agreed power without a battery; null if the readings do not suffice. */
  advice: PowerAdvice | null
  adviceUnavailable: AgreedPowerResult['unavailable']
  monthsKnown: number
  hasExport: boolean
  quality: CaseQuality
}

/**
 * Batteries of several sizes, each run in three ways through the whole bill. Null without readings. Yields between two
 * sizes, so that it can be stopped.
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
    const yearly = mapControls((control) => resampleYears(compareMonths(found, none, billed[control]!))!)
    // Foresight knows the prices of energy and not the powers, so another control may be better by the whole bill: with
    // complete foresight the battery could be run like that one.
    const bound = batteryControls.reduce((best, one) =>
      yearly[one].meanEur > yearly[best].meanEur ? one : best,
    )
    const source = (control: BatteryControl) => (control === 'perfect' ? bound : control)
    sizes.push({
      capacityKwh,
      chargeKw,
      dischargeKw,
      yearly: mapControls((control) => yearly[source(control)]),
      fullCyclesPerYear: mapControls((control) => fullCycles[source(control)] / years),
      powersKw: mapControls((control) => billed[source(control)]!.bill.powersKw),
    })
    report(sizes.length / question.sizes.length)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return {
    sizes,
    advice: found.advice,
    adviceUnavailable: found.adviceUnavailable,
    monthsKnown: resampleYears(compareMonths(found, none, none))!.monthsKnown,
    hasExport: found.hasExport,
    quality: found.quality,
  }
}

export function mapControls<Value>(of: (control: BatteryControl) => Value): Record<BatteryControl, Value> {
  return Object.fromEntries(batteryControls.map((control) => [control, of(control)])) as Record<
    BatteryControl,
    Value
  >
}
