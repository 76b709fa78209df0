import type { IntervalCalendar } from '@ohmstead/network-fee/calendar/interval-calendar'
import { controlWithForecast } from '@ohmstead/optimizer/control-with-forecast'
import { runWithForesight } from '@ohmstead/optimizer/schedule-battery'
import { followSelfConsumption } from '@ohmstead/optimizer/self-consumption-rule'
import type { BatteryControl, BatterySize } from '@ohmstead/optimizer/sweep-battery-sizes'
import type { PortalReadings } from '../../shared/portal/portal-readings.ts'
import { type BatteryKind, buildProblem, exchangeOf } from '../../shared/what-if/battery-exchange.ts'
import { buildLoadCase, type CaseQuestion } from '../../shared/what-if/load-case.ts'

export interface WeekQuestion extends CaseQuestion {
  kind: BatteryKind
  size: BatterySize
  control: BatteryControl
  /** Local midnight of the week's first day, epoch milliseconds; null selects a typical week. */
  fromMs: number | null
}

export interface BatteryWeek {
  fromMs: number
  /** Starts of the quarter-hours. */
  ts: Float64Array
  /** Mean powers, W: net load of the house (below zero: surplus), the battery (discharge positive), the grid. */
  houseW: Float64Array
  dischargeW: Float64Array
  chargeW: Float64Array
  gridW: Float64Array
  /** Percent of the capacity at the end of each quarter-hour. */
  stateOfCharge: Float64Array
  /** EUR/kWh from the grid. */
  importEurPerKwh: Float64Array
  /** 1 if there was no reading. */
  isFilled: Uint8Array
  /** First midnights of the available weeks. */
  firstMs: number
  lastMs: number
}

const quarterMs = 900_000
const perWeek = 672
const wattsPerKwh = 4000

/** A battery's operation in one week of the readings; the simulation starts at their beginning, for a realistic state. */
export function runBatteryWeek({ series }: PortalReadings, question: WeekQuestion): BatteryWeek | null {
  const found = buildLoadCase(series, question)
  if (found === null || found.netKwh.length < perWeek) return null
  const problem = buildProblem(found, question.kind)
  problem.battery = { ...problem.battery, ...question.size }
  const run =
    question.control === 'rule'
      ? followSelfConsumption(problem)
      : question.control === 'forecast'
        ? controlWithForecast(problem)
        : runWithForesight(problem).run
  const midnights = findMidnights(found.profile.calendar)
  if (midnights.length === 0) return null
  const { firstStartMs, importMilliWh } = found.series
  const wanted = question.fromMs === null ? -1 : (question.fromMs - firstStartMs) / quarterMs
  const from = midnights.includes(wanted) ? wanted : findUsualWeek(run.dischargeKwh, midnights)
  const cut = (values: Float64Array, factor: number) =>
    values.slice(from, from + perWeek).map((value) => value * factor)
  const { importKwh, exportKwh } = exchangeOf(found, run, question.kind)
  const gridKwh = importKwh.map((kwh, i) => kwh - exportKwh[i]!)
  return {
    fromMs: firstStartMs + from * quarterMs,
    ts: Float64Array.from({ length: perWeek }, (_, i) => firstStartMs + (from + i) * quarterMs),
    houseW: cut(found.netKwh, wattsPerKwh),
    dischargeW: cut(run.dischargeKwh, wattsPerKwh),
    chargeW: cut(run.chargeKwh, wattsPerKwh),
    gridW: cut(gridKwh, wattsPerKwh),
    stateOfCharge: cut(run.storedKwh, question.size.capacityKwh > 0 ? 100 / question.size.capacityKwh : 0),
    importEurPerKwh: problem.importEurPerKwh.slice(from, from + perWeek),
    isFilled: Uint8Array.from(importMilliWh.subarray(from, from + perWeek), (value) =>
      Number(Number.isNaN(value)),
    ),
    firstMs: firstStartMs + midnights[0]! * quarterMs,
    lastMs: firstStartMs + midnights.at(-1)! * quarterMs,
  }
}

/** Indexes of the local midnights followed by a whole week. */
function findMidnights({ day, hour }: Pick<IntervalCalendar, 'day' | 'hour'>): number[] {
  const found: number[] = []
  // Four quarters of the hour after midnight: the readings begin with a day.
  if (hour[3] === 0 && hour.length >= perWeek) found.push(0)
  for (let i = 1; i + perWeek <= day.length; i++) if (day[i] !== day[i - 1]) found.push(i)
  return found
}

/** The median week by energy delivered is more representative than the best one. */
function findUsualWeek(dischargeKwh: Float64Array, midnights: readonly number[]): number {
  const sums = new Float64Array(dischargeKwh.length + 1)
  for (let i = 0; i < dischargeKwh.length; i++) sums[i + 1] = sums[i]! + dischargeKwh[i]!
  const delivered = (from: number) => sums[from + perWeek]! - sums[from]!
  const ordered = [...midnights].sort((a, b) => delivered(a) - delivered(b))
  return ordered[Math.floor(ordered.length / 2)]!
}
