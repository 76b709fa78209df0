import type { ReadingProblemView, ReadingsView } from '@ohmstead/contract/portal'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { Queryable } from '../../../platform/db/db.ts'
import { createProblems } from '../import/lay-out-days.ts'
import { findDayStates } from './quarter-hour-queries.ts'
import { readQuarterHourRow } from './quarter-hour-row.ts'

interface DayRange {
  fromDay: string
  toDay: string
}

/** The readings of local days as input of the calculation: what the browser builds from the answer below. */
export async function readQuarterHours(
  db: Queryable,
  deviceId: number,
  range: DayRange,
): Promise<{ series: QuarterHourSeries; problems: ReadingProblemView[] }> {
  const { quality, ...energies } = await readQuarterHourRow(db, deviceId, range)
  const isEstimated = new Uint8Array(quality.length)
  for (let found = quality.indexOf('e'); found >= 0; found = quality.indexOf('e', found + 1))
    isEstimated[found] = 1
  return { series: { ...energies, isEstimated }, problems: describeQuality(quality, energies.firstStartMs) }
}

/** The same as an answer. */
export async function getReadings(db: Queryable, deviceId: number, range: DayRange): Promise<ReadingsView> {
  const { firstStartMs, importMilliWh, exportMilliWh, quality } = await readQuarterHourRow(
    db,
    deviceId,
    range,
  )
  return {
    first_start: firstStartMs / 1000,
    interval_seconds: 900,
    import_milli_wh: toNullable(importMilliWh),
    export_milli_wh: exportMilliWh && toNullable(exportMilliWh),
    quality,
    days: await findDayStates(db, deviceId, range.fromDay, range.toDay),
    problems: describeQuality(quality, firstStartMs),
  }
}

const toNullable = (energies: Float64Array) =>
  Array.from(energies, (energy) => (Number.isNaN(energy) ? null : energy))

/** The problem kind of a reading's state. */
const problemOf = { m: 'missing', e: 'estimated', z: 'suspectZero' } as const

/** In the order in which they first occur. */
function describeQuality(quality: string, firstStartMs: number): ReadingProblemView[] {
  const problems = createProblems()
  const states = (Object.keys(problemOf) as (keyof typeof problemOf)[])
    .map((state) => ({ state, first: quality.indexOf(state) }))
    .filter(({ first }) => first >= 0)
    .sort((a, b) => a.first - b.first)
  for (const { state, first } of states)
    problems.add(problemOf[state], firstStartMs + first * quarterHourMs, quality.split(state).length - 1)
  return problems.list()
}
