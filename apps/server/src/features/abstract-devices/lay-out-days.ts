import type { ReadingProblemView } from '@ohmstead/contract/abstract-devices'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/local-time'
import { milliWhPerKw } from '@ohmstead/network-fee/quarter-hour-series'
import type { QuarterHour, QuarterHours } from '../portal/parse-quarter-hours.ts'
import { type DayReadings, dayGrid, listDays } from './day-readings.ts'
import { markSuspectZeros } from './suspect-zeros.ts'

export interface LayOut {
  fromDay: string
  /** The day after the last. */
  toDay: string
  /** Instant before which an interval must end to have been measured. */
  nowMs: number
  /** Power above which a reading is absurd, kW. */
  largestPowerKw: number
}

interface Place {
  milliWh: number | null
  state: string
}

/**
 * Lays quarter-hours in any order on the local days of a range; a day without any is left out. Of two for one interval
 * a measured one goes before an estimated one, and that before a missing one, else the later before the earlier.
 * Negative and absurd values stay missing; every such case is reported.
 */
export function layOutDays(
  { imports, exports }: QuarterHours,
  range: LayOut,
): { days: DayReadings[]; problems: ReadingProblemView[] } {
  const problems = createProblems()
  const fromMs = localMidnightMs(range.fromDay)
  const toMs = localMidnightMs(range.toDay)
  const limit = range.largestPowerKw * milliWhPerKw
  const places = {
    imports: place(imports, 'imports'),
    exports: place(exports, 'exports'),
  }
  const hasExport = [...places.exports.values()].some(({ milliWh }) => milliWh !== null)
  const days = listDays(range.fromDay, range.toDay).flatMap((day) => {
    const { startMs, count } = dayGrid(day)
    const found = Array.from({ length: count }, (_, at) => places.imports.get(startMs + at * quarterHourMs))
    if (found.every((reading) => reading === undefined)) return []
    const sent = Array.from({ length: count }, (_, at) => places.exports.get(startMs + at * quarterHourMs))
    return [
      markSuspectZeros({
        day,
        imports: found.map((reading) => reading?.milliWh ?? null),
        exports: hasExport ? sent.map((reading) => reading?.milliWh ?? null) : null,
        quality: found.map((reading, at) => worse(reading?.state ?? 'm', sent[at]?.state)).join(''),
      }),
    ]
  })
  return { days, problems: problems.list() }

  function place(readings: QuarterHour[], direction: 'imports' | 'exports'): Map<number, Place> {
    const byStart = new Map<number, Place>()
    for (const { startMs, milliWh, state } of readings) {
      const problem = findProblem(startMs, milliWh)
      const isOutside = problem !== null && problem !== 'negative' && problem !== 'tooLarge'
      // An interval that lies wrong does so in both directions, and is told once.
      if (problem && (!isOutside || direction === 'imports')) problems.add(problem, startMs)
      if (isOutside) continue
      const reading = problem ? { milliWh: null, state: 'm' } : { milliWh, state }
      const other = byStart.get(startMs)
      if (other) {
        if (direction === 'imports')
          problems.add(other.milliWh === milliWh ? 'duplicate' : 'conflict', startMs)
        if (rank(reading.state) < rank(other.state)) continue
      }
      byStart.set(startMs, reading)
    }
    return byStart
  }

  function findProblem(startMs: number, milliWh: number | null): ReadingProblemView['kind'] | null {
    if ((startMs - fromMs) % quarterHourMs !== 0) return 'offGrid'
    if (startMs + quarterHourMs > range.nowMs) return 'future'
    if (startMs < fromMs || startMs >= toMs) return 'outOfRange'
    if (milliWh !== null && milliWh < 0) return 'negative'
    return milliWh !== null && milliWh > limit ? 'tooLarge' : null
  }
}

const rank = (state: string) => 'me.'.indexOf(state)

/** An estimate of what was fed in makes the interval an estimated one; what is missing of it does not. */
function worse(imported: string, exported: string | undefined): string {
  return imported === '.' && exported === 'e' ? 'e' : imported
}

/** Counts problems by kind, with the first instant of each in epoch seconds. */
export function createProblems() {
  const byKind = new Map<ReadingProblemView['kind'], ReadingProblemView>()
  return {
    add: (kind: ReadingProblemView['kind'], startMs: number, count = 1) => {
      const first = startMs / 1000
      const problem = byKind.get(kind) ?? { kind, count: 0, first }
      byKind.set(kind, { kind, count: problem.count + count, first: Math.min(problem.first, first) })
    },
    list: () => [...byKind.values()],
  }
}
