import type { Battery, BatteryProblem } from './battery-problem.ts'
import { type BatteryRun, totalCost } from './battery-run.ts'
import { controlWithForecast } from './control-with-forecast.ts'
import type { ForecastControlOptions } from './forecast-control-options.ts'
import { runWithForesight } from './schedule-battery.ts'
import { followSelfConsumption } from './self-consumption-rule.ts'
import type { ValueHistory } from './value-history.ts'

export type BatterySize = Pick<Battery, 'capacityKwh' | 'chargeKw' | 'dischargeKw'>

/** The three ways to control a battery: the simple rule, control with a forecast, and the optimum no control can beat. */
export const batteryControls = ['rule', 'forecast', 'perfect'] as const

export type BatteryControl = (typeof batteryControls)[number]

export interface SweptSize {
  capacityKwh: number
  chargeKw: number
  dischargeKw: number
  /** Cost of the whole period, EUR, and the saving against no battery. */
  costEur: Record<BatteryControl, number>
  savingEur: Record<BatteryControl, number>
  /** Saving per kWh of capacity beyond the previous size (the first: beyond none), EUR/kWh; null without more capacity. */
  marginalEurPerKwh: Record<BatteryControl, number | null>
  /** Energy delivered by the battery over its usable capacity. */
  fullCycles: Record<BatteryControl, number>
}

export interface BatterySweep {
  withoutBatteryEur: number
  sizes: SweptSize[]
}

export interface SweepOptions {
  /**
   * The full cost of a run, EUR: energy, network, levies, tax, with the agreed power that suits it best. Without it only
   * the energy prices of the problem and wear count. `control` is null for the run without a battery.
   */
  billOf?: (run: BatteryRun, control: BatteryControl | null) => number
  forecast?: Partial<ForecastControlOptions>
}

/** Runs batteries of several sizes over the same period; sizes in rising order give the marginal value. */
export function sweepBatterySizes(
  problem: BatteryProblem,
  sizes: BatterySize[],
  options: SweepOptions = {},
): BatterySweep {
  const swept: SweptSize[] = []
  const sweep = sweepEachSize(problem, sizes, options)
  let step = sweep.next()
  for (; !step.done; step = sweep.next()) swept.push(step.value)
  return { withoutBatteryEur: step.value, sizes: swept }
}

/** The same one by one, for progress display and cancellation; returns the cost without a battery. */
export function* sweepEachSize(
  problem: BatteryProblem,
  sizes: BatterySize[],
  { billOf, forecast = {} }: SweepOptions = {},
): Generator<SweptSize, number> {
  const costOf = (run: BatteryRun, of: BatteryProblem, control: BatteryControl | null) =>
    billOf ? billOf(run, control) : totalCost(run, of)
  const none = withSize(problem, { capacityKwh: 0, chargeKw: 0, dischargeKw: 0 })
  const withoutBatteryEur = costOf(followSelfConsumption(none), none, null)
  let lists: ValueHistory | null = null
  let before: SweptSize | undefined
  for (const size of sizes) {
    const own = withSize(problem, size)
    const { run, history } = runWithForesight(own, lists)
    lists = history
    const runs: Record<BatteryControl, BatteryRun> = {
      rule: followSelfConsumption(own),
      forecast: controlWithForecast(own, forecast),
      perfect: run,
    }
    const costEur = mapControls((control) => costOf(runs[control], own, control))
    const savingEur = mapControls((control) => withoutBatteryEur - costEur[control])
    before = {
      ...size,
      costEur,
      savingEur,
      marginalEurPerKwh: compareWithBefore(before, size.capacityKwh, savingEur),
      fullCycles: mapControls((control) => countCycles(runs[control], own.battery)),
    }
    yield before
  }
  return withoutBatteryEur
}

function compareWithBefore(
  before: SweptSize | undefined,
  capacityKwh: number,
  savingEur: Record<BatteryControl, number>,
): SweptSize['marginalEurPerKwh'] {
  const more = capacityKwh - (before?.capacityKwh ?? 0)
  return mapControls((control) =>
    more > 0 ? (savingEur[control] - (before?.savingEur[control] ?? 0)) / more : null,
  )
}

function withSize(problem: BatteryProblem, size: BatterySize): BatteryProblem {
  const battery = { ...problem.battery, ...size }
  return { ...problem, battery, initialKwh: Math.min(problem.initialKwh, size.capacityKwh) }
}

function mapControls<Value>(of: (control: BatteryControl) => Value): Record<BatteryControl, Value> {
  return { rule: of('rule'), forecast: of('forecast'), perfect: of('perfect') }
}

function countCycles({ dischargeKwh }: BatteryRun, battery: Battery): number {
  let delivered = 0
  for (let step = 0; step < dischargeKwh.length; step++) delivered += dischargeKwh[step]!
  return battery.capacityKwh > 0 ? delivered / battery.dischargeEfficiency / battery.capacityKwh : 0
}
