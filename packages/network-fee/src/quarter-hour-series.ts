import { quarterHourMs } from './calendar/local-time.ts'

/**
 * A gap-free row of quarter-hours, each identified by its start. Energies are whole milliwatt-hours (portal readings have
 * at most six decimals of a kilowatt-hour, so nothing is rounded); NaN marks a missing reading, never 0.
 */
export interface QuarterHourSeries {
  /** Epoch milliseconds of the first interval's start. */
  firstStartMs: number
  /** Energy taken from the grid, milliwatt-hours per interval. */
  importMilliWh: Float64Array
  /** Energy fed into the grid, or null if it was not read. It never incurs a network fee. */
  exportMilliWh: Float64Array | null
  /** 1 if the operator estimated or replaced the reading. */
  isEstimated: Uint8Array
}

/** One reading; `startMs` is the interval's start. */
export interface QuarterHourReading {
  startMs: number
  importMilliWh: number | null
  exportMilliWh?: number | null
  isEstimated?: boolean
}

/** Faults found in readings, counted, with the first instant of each kind. */
export interface ReadingProblem {
  kind: 'duplicate' | 'conflict' | 'negative' | 'tooLarge' | 'offGrid' | 'outOfRange'
  count: number
  firstStartMs: number
}

export interface SeriesRange {
  /** Epoch milliseconds, half-open: usually from one local midnight to another. */
  fromMs: number
  toMs: number
  /** Power above which a reading is absurd, kW; null accepts all. */
  largestPowerKw?: number | null
}

/** Milliwatt-hours of a number of kilowatt-hours, as the portal writes them. */
export function milliWhFromKwh(kwh: number): number {
  return Math.round(kwh * 1e6)
}

/** The energy of a quarter-hour at 1 kW, in milliwatt-hours. */
export const milliWhPerKw = 250_000

/**
 * Maps readings in any order to the grid of a range. Of two for one interval a measured one replaces an estimated one,
 * else the later in the list the earlier. Negative and absurd readings count as missing; every such case is reported.
 */
export function buildQuarterHourSeries(
  readings: Iterable<QuarterHourReading>,
  range: SeriesRange,
): { series: QuarterHourSeries; problems: ReadingProblem[] } {
  const count = Math.round((range.toMs - range.fromMs) / quarterHourMs)
  const imports = new Float64Array(count).fill(Number.NaN)
  const exports = new Float64Array(count).fill(Number.NaN)
  const isEstimated = new Uint8Array(count)
  const problems = new Map<ReadingProblem['kind'], ReadingProblem>()
  const report = (kind: ReadingProblem['kind'], startMs: number) => {
    const problem = problems.get(kind) ?? { kind, count: 0, firstStartMs: startMs }
    problem.count += 1
    problem.firstStartMs = Math.min(problem.firstStartMs, startMs)
    problems.set(kind, problem)
  }
  const limit = range.largestPowerKw ? range.largestPowerKw * milliWhPerKw : Number.POSITIVE_INFINITY
  let hasExport = false
  for (const reading of readings) {
    const place = (reading.startMs - range.fromMs) / quarterHourMs
    const energy = reading.importMilliWh ?? Number.NaN
    if (!Number.isInteger(place)) report('offGrid', reading.startMs)
    else if (place < 0 || place >= count) report('outOfRange', reading.startMs)
    else if (energy < 0 || (reading.exportMilliWh ?? 0) < 0) report('negative', reading.startMs)
    else if (energy > limit || (reading.exportMilliWh ?? 0) > limit) report('tooLarge', reading.startMs)
    else {
      if (!Number.isNaN(imports[place]!)) {
        report(imports[place] === energy ? 'duplicate' : 'conflict', reading.startMs)
        if (Number.isNaN(energy) || (reading.isEstimated && !isEstimated[place])) continue
      }
      imports[place] = energy
      exports[place] = reading.exportMilliWh ?? Number.NaN
      isEstimated[place] = Number(reading.isEstimated ?? false)
      hasExport ||= reading.exportMilliWh != null
    }
  }
  const series = {
    firstStartMs: range.fromMs,
    importMilliWh: imports,
    exportMilliWh: hasExport ? exports : null,
    isEstimated,
  }
  return { series, problems: [...problems.values()] }
}
