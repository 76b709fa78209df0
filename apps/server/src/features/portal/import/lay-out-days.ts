import type { ReadingProblemView } from '@ohmstead/contract/portal'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { milliWhPerKw } from '@ohmstead/network-fee/quarter-hour-series'
import type { QuarterHour, QuarterHours } from '../client/parse-quarter-hours.ts'
import { type DayReadings, dayGrid, listDays } from './day-readings.ts'
import { markSuspectZeros } from './suspect-zeros.ts'

export interface LayOut {
  fromDay: string
  /** The day after the last. */
  toDay: string
  /** An interval must end before this instant to have been measured. */
  nowMs: number
  /** Power above which a reading is absurd, kW. */
  largestPowerKw: number
}

type Place = Pick<QuarterHour, 'milliWh' | 'state'>
const unknown: Place = { milliWh: null, state: 'm' }

/**
 * Maps quarter-hours in any order to the local days of a range; a day without any is omitted. Of two for one interval
 * a measured one precedes an estimated one, and that a missing one, else the later the earlier.
 * Negative and absurd values count as missing; every such case is reported.
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
  const hasExport = places.exports.some((reading) => reading !== undefined && reading.milliWh !== null)
  const days = listDays(range.fromDay, range.toDay).flatMap((day) => {
    const { startMs, count } = dayGrid(day)
    const first = (startMs - fromMs) / quarterHourMs
    const found = places.imports.slice(first, first + count)
    if (found.every((reading) => reading === undefined)) return []
    const sent = places.exports.slice(first, first + count)
    return [
      markSuspectZeros({
        day,
        imports: found.map(energyOf),
        exports: hasExport ? sent.map(energyOf) : null,
        quality: found.map((reading, at) => worse(reading?.state ?? 'm', sent[at]?.state)).join(''),
      }),
    ]
  })
  return { days, problems: problems.list() }

  /** One for each quarter-hour of the range, in order. */
  function place(readings: QuarterHour[], direction: 'imports' | 'exports'): (Place | undefined)[] {
    const inOrder = Array.from<Place | undefined>({ length: (toMs - fromMs) / quarterHourMs })
    for (const given of readings) {
      const { startMs, milliWh } = given
      const problem = findProblem(startMs, milliWh)
      const isOutside = problem !== null && problem !== 'negative' && problem !== 'tooLarge'
      // A misplaced interval is so in both directions, and reported once.
      if (problem && (!isOutside || direction === 'imports')) problems.add(problem, startMs)
      if (isOutside) continue
      const reading = problem ? unknown : given
      const at = (startMs - fromMs) / quarterHourMs
      const other = inOrder[at]
      if (other) {
        if (direction === 'imports')
          problems.add(other.milliWh === milliWh ? 'duplicate' : 'conflict', startMs)
        if (rank(reading.state) < rank(other.state)) continue
      }
      inOrder[at] = reading
    }
    return inOrder
  }

  function findProblem(startMs: number, milliWh: number | null): ReadingProblemView['kind'] | null {
    if ((startMs - fromMs) % quarterHourMs !== 0) return 'offGrid'
    if (startMs + quarterHourMs > range.nowMs) return 'future'
    if (startMs < fromMs || startMs >= toMs) return 'outOfRange'
    if (milliWh !== null && milliWh < 0) return 'negative'
    return milliWh !== null && milliWh > limit ? 'tooLarge' : null
  }
}

const energyOf = (reading: Place | undefined) => reading?.milliWh ?? null

const rank = (state: string) => 'me.'.indexOf(state)

/** An estimated export makes the interval an estimated one; a missing one does not. */
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
