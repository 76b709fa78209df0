import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { BatteryProblem } from '@ohmstead/optimizer/battery-problem'
import type { BatteryRun } from '@ohmstead/optimizer/battery-run'
import { controlWithForecast } from '@ohmstead/optimizer/control-with-forecast'
import { followSelfConsumption } from '@ohmstead/optimizer/self-consumption-rule'
import type { PriceSeries } from '@ohmstead/pricing/price-series'
import type { ComparedQuarters } from './balance-quarters.ts'
import type { BalanceSeries, BatteryFigures, SavingPart } from './savings-model.ts'

const milliWhPerKwh = 1e6
const stepHours = 0.25

/** The exchange with the grid that a set of parts leads to, and whether a battery was simulated for it. */
export interface Coalition {
  parts: SavingPart[]
  exchange: QuarterHourSeries
  isSimulated: boolean
}

export interface Place {
  series: BalanceSeries
  quarters: ComparedQuarters
  figures: BatteryFigures | null
  hasSolar: boolean
  prices: Pick<PriceSeries, 'importPrice' | 'exportPrice'>
  /** Content of the battery before the first quarter-hour. */
  initialKwh: number
}

/**
 * The exchanges of every set of the parts a place has. All parts together are what was measured. The simple rule stores
 * surplus and covers load, so that without panels it has nothing to store and the battery rests. Control without
 * a battery has nothing to control. Without panels a battery that is charged from the grid is simulated with a forecast;
 * one that never is would rest: nobody is credited with what its control does not do.
 */
export function runCoalitions(place: Place): Coalition[] {
  const { series, quarters, figures, hasSolar } = place
  const none = netExchange(place, quarters.load)
  const measured = measuredExchange(series, quarters)
  const of = (parts: SavingPart[], exchange: QuarterHourSeries, isSimulated = false): Coalition => ({
    ...{ parts, exchange, isSimulated },
  })
  if (figures === null) return hasSolar ? [of([], none), of(['solar'], measured)] : [of([], measured)]
  if (!hasSolar)
    return [of([], none), of(['battery'], none), of(['control'], none), of(['battery', 'control'], measured)]
  const net = quarters.load.map((load, i) => load - quarters.production[i]!)
  const solar = netExchange(place, net, bothWays(series))
  const isCharged = isChargedFromGrid(quarters)
  const problem = buildProblem(place, figures)
  return [
    of([], none),
    of(['solar'], solar),
    of(['battery'], none),
    of(['control'], none),
    of(['solar', 'battery'], simulate(place, net, problem, followSelfConsumption, bothWays(series)), true),
    of(['solar', 'control'], solar),
    of(
      ['battery', 'control'],
      isCharged ? simulate(place, quarters.load, problem, controlWithForecast) : none,
      isCharged,
    ),
    of(['solar', 'battery', 'control'], measured),
  ]
}

/** What the meter of the grid measured, where it is compared. */
function measuredExchange(series: BalanceSeries, { isCompared }: ComparedQuarters): QuarterHourSeries {
  const only = (row: Float64Array) => row.map((energy, i) => (isCompared[i] ? energy : Number.NaN))
  return {
    firstStartMs: series.firstStartMs,
    importMilliWh: only(series.importMilliWh),
    exportMilliWh: series.exportMilliWh && only(series.exportMilliWh),
    isEstimated: series.isEstimated,
  }
}

/**
 * What is taken and fed in where need and surplus balance each other; NaN stays NaN. With panels as much flows both ways
 * within a quarter-hour as the meter measured: a battery that is run as simulated then costs what it cost.
 */
function netExchange(
  { series }: Pick<Place, 'series'>,
  net: Float64Array,
  both: Float64Array | null = null,
): QuarterHourSeries {
  const { firstStartMs, isEstimated } = series
  const over = (i: number) => (both ? both[i]! : 0)
  return {
    firstStartMs,
    importMilliWh: net.map((energy, i) => Math.max(energy, 0) + over(i)),
    exportMilliWh: net.map((energy, i) => Math.max(-energy, 0) + over(i)),
    isEstimated,
  }
}

const bothWays = ({ importMilliWh, exportMilliWh }: BalanceSeries) =>
  importMilliWh.map((taken, i) => Math.min(taken, exportMilliWh ? exportMilliWh[i]! : 0))

/** More than what changes within a quarter-hour explains. */
const leastShareFromGrid = 0.1

/** Whether the battery takes more than surplus: then somebody decides when. */
function isChargedFromGrid({ charge, load, production, isCompared }: ComparedQuarters): boolean {
  let [charged, beyond] = [0, 0]
  for (let i = 0; i < charge.length; i++) {
    if (!isCompared[i]) continue
    charged += charge[i]!
    beyond += Math.max(0, charge[i]! - Math.max(0, production[i]! - load[i]!))
  }
  return beyond > leastShareFromGrid * charged
}

/** A problem but for its load; `isThere` is 1 where the battery was there and the quarter-hour is compared. */
interface Prepared {
  isThere: Uint8Array
  problem: Omit<BatteryProblem, 'netLoadKwh'>
}

function simulate(
  place: Place,
  net: Float64Array,
  { isThere, problem }: Prepared,
  run: (problem: BatteryProblem) => BatteryRun,
  both: Float64Array | null = null,
): QuarterHourSeries {
  const netLoadKwh = net.map((energy, i) => (isThere[i] ? energy / milliWhPerKwh : 0))
  const { importKwh, exportKwh } = run({ ...problem, netLoadKwh })
  const exchange = net.map((energy, i) =>
    isThere[i] ? Math.round((importKwh[i]! - exportKwh[i]!) * milliWhPerKwh) : energy,
  )
  return netExchange(place, exchange, both)
}

/** Where nothing is compared the battery has neither load nor a price worth charging at. */
function buildProblem({ series, quarters, prices, initialKwh }: Place, figures: BatteryFigures): Prepared {
  const { capacityKwh, chargeKw, dischargeKw, roundTrip } = figures
  const efficiency = Math.sqrt(roundTrip)
  const { isCompared } = quarters
  const span = series.batterySpan ?? { fromMs: 0, toMs: 0 }
  const placeOf = (ms: number) => Math.round((ms - series.firstStartMs) / quarterHourMs)
  const [first, end] = [placeOf(span.fromMs), placeOf(span.toMs)]
  const isThere = isCompared.map((is, i) => (is && i >= first && i < end ? 1 : 0))
  let [sum, known, highest] = [0, 0, 0]
  for (const price of prices.importPrice) {
    if (Number.isNaN(price)) continue
    sum += price
    known += 1
    highest = Math.max(highest, price)
  }
  const priceOf = (row: Float64Array, otherwise: number) =>
    row.map((price, i) => (isThere[i] && !Number.isNaN(price) ? price : otherwise))
  return {
    isThere,
    problem: {
      stepHours,
      importEurPerKwh: priceOf(prices.importPrice, highest),
      exportEurPerKwh: priceOf(prices.exportPrice, 0),
      battery: {
        ...{ capacityKwh, chargeKw, dischargeKw, lossPerHour: 0, wearEurPerKwh: 0 },
        ...{ chargeEfficiency: efficiency, dischargeEfficiency: efficiency },
      },
      initialKwh,
      finalValueEurPerKwh: known > 0 ? (sum / known) * efficiency : 0,
      minimumFinalKwh: 0,
    },
  }
}
