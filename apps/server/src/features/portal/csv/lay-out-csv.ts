import type { ReadingProblemView } from '@ohmstead/contract/portal'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { AppError } from '../../../platform/app-error.ts'
import type { QuarterHours } from '../client/parse-quarter-hours.ts'
import { addDays, localDay } from '../client/portal-dates.ts'
import type { DayReadings } from '../import/day-readings.ts'
import { joinProblems } from '../import/join-problems.ts'
import { layOutDays } from '../import/lay-out-days.ts'
import { largestPowerKw } from '../readings/largest-power.ts'
import type { CsvDays, CsvTask, PackedDay } from './csv-task.ts'
import { type PortalCsv, readPortalCsv } from './read-portal-csv.ts'

const daysPerSlice = 60
const earliestDay = '2010-01-01'

/** Parses a file of the portal and maps it to days. Throws AppError for another file. */
export async function layOutCsv({ content, nowMs, known }: CsvTask): Promise<CsvDays> {
  const csv = await readPortalCsv(content)
  const point = known.find(({ eimm, gsrn }) => eimm === csv.eimm || (gsrn !== null && gsrn === csv.eimm))
  const limits = { nowMs, largestPowerKw: largestPowerKw(point?.connectionPowerKw ?? null) }
  const problems: ReadingProblemView[] = []
  if (csv.unreadable)
    problems.push({ kind: 'unreadable', count: csv.unreadable.count, first: csv.unreadable.first.row })
  const days: DayReadings[] = []
  for (const slice of sliceByDays(csv.readings, rangeOf(csv, nowMs))) {
    const found = layOutDays(slice.readings, { ...slice.range, ...limits })
    problems.push(...found.problems)
    days.push(...found.days)
  }
  const { eimm, gsrn, agreedPowers } = csv
  return { eimm, gsrn, agreedPowers, problems: joinProblems(problems), ...pack(days) }
}

/** The local days covered by a file, none in the future. */
function rangeOf({ readings: { imports } }: PortalCsv, now: number): { fromDay: string; toDay: string } {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { startMs } of imports) {
    first = Math.min(first, startMs)
    last = Math.max(last, startMs)
  }
  if (first > last) throw new AppError('csv_empty')
  const fromDay = localDay(first)
  const end = localDay(Math.min(last, now))
  if (fromDay > end) throw new AppError('csv_empty')
  return { fromDay: fromDay > earliestDay ? fromDay : earliestDay, toDay: addDays(end, 1) }
}

/** The readings in portions of some weeks: whether anything was exported is decided for each. */
function sliceByDays(readings: QuarterHours, { fromDay, toDay }: { fromDay: string; toDay: string }) {
  const slices: { range: { fromDay: string; toDay: string }; fromMs: number; readings: QuarterHours }[] = []
  for (let from = fromDay; from < toDay; from = addDays(from, daysPerSlice)) {
    const end = addDays(from, daysPerSlice)
    slices.push({
      range: { fromDay: from, toDay: end < toDay ? end : toDay },
      fromMs: localMidnightMs(from),
      readings: { imports: [], exports: [], unreadable: 0 },
    })
  }
  for (const direction of ['imports', 'exports'] as const)
    for (const reading of readings[direction]) {
      const slice = slices.findLast(({ fromMs }) => fromMs <= reading.startMs) ?? slices[0]
      slice?.readings[direction].push(reading)
    }
  return slices
}

/** Hundreds of thousands of numbers cross threads in two arrays, since objects would block the receiver. */
function pack(all: readonly DayReadings[]): Pick<CsvDays, 'days' | 'imports' | 'exports'> {
  const length = all.reduce((sum, { quality }) => sum + quality.length, 0)
  const imports = new Float64Array(length)
  const exports = new Float64Array(length).fill(Number.NaN)
  const days: PackedDay[] = []
  let at = 0
  for (const day of all) {
    imports.set(day.imports.map(orNaN), at)
    if (day.exports) exports.set(day.exports.map(orNaN), at)
    days.push({ day: day.day, quality: day.quality, hasExports: day.exports !== null })
    at += day.quality.length
  }
  return { days, imports, exports }
}

/** The days again, some weeks at a time. */
export function* unpackSlices({ days, imports, exports }: CsvDays): Generator<DayReadings[]> {
  let at = 0
  for (let first = 0; first < days.length; first += daysPerSlice) {
    yield days.slice(first, first + daysPerSlice).map(({ day, quality, hasExports }) => {
      const end = at + quality.length
      const unpack = (row: Float64Array) => Array.from(row.subarray(at, end), orNull)
      const readings = {
        day,
        quality,
        imports: unpack(imports),
        exports: hasExports ? unpack(exports) : null,
      }
      at = end
      return readings
    })
  }
}

const orNaN = (value: number | null) => value ?? Number.NaN
const orNull = (value: number) => (Number.isNaN(value) ? null : value)
