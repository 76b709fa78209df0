import { formatDay } from '@ohmstead/network-fee/calendar/local-time'
import { layOutGrid } from '../local-grid.ts'
import { findSuspicions, type MeterRow, type MeterSuspicion } from './suspect-meter.ts'

export interface MetersToCompare {
  firstStartMs: number
  timeZone: string
  official: MeterRow
  controller: MeterRow
}

/** A local day, over the quarter-hours that both meters know. */
export interface MeterDay {
  day: string
  /** How many quarter-hours both know; below half a day it is not judged. */
  comparable: number
  official: MeterSums
  controller: MeterSums
  /** Null if there is too little to judge. */
  agrees: boolean | null
}

export interface MeterSums {
  importMilliWh: number
  /** Null unless both meters measure it. */
  exportMilliWh: number | null
}

/** A stretch of days up to the newest in which the meters disagree. */
export interface MeterDisagreement {
  since: string
  until: string
  official: MeterSums
  controller: MeterSums
  /** The controller's import beyond the official one, as a share of it; null if nothing was taken from the grid. */
  importShare: number | null
  exportShare: number | null
  suspicions: MeterSuspicion[]
}

export interface MeterComparison {
  days: MeterDay[]
  official: MeterSums
  controller: MeterSums
  comparable: number
  /** Null while the newest days agree, or if nothing can be compared. */
  disagreement: MeterDisagreement | null
}

/** Meters may differ by this share of a day's energy, and by this much in any case: registers, losses, clocks. */
const toleratedShare = 0.03
const toleratedMilliWh = 300_000
/** The share of a day's energy that may lie in other quarter-hours, while its sum is equal. */
const toleratedShape = 0.2
const leastComparable = 48
/** So many days in agreement end a disagreement. */
const settledDays = 3

/** By how much and since when a controller's meter disagrees with the official one, and what may be wrong with it. */
export function compareMeters(meters: MetersToCompare): MeterComparison {
  const { official, controller } = meters
  const count = Math.min(official.importMilliWh.length, controller.importMilliWh.length)
  const places = findDays(meters, count)
  const days = places.map(({ day, from, to }): MeterDay => {
    const sums = sumBoth(meters, from, to)
    return { day, ...sums, agrees: judgeDay(meters, sums, from, to) }
  })
  const whole = sumBoth(meters, 0, count)
  const stretch = findDisagreement(days)
  if (!stretch) return { days, ...whole, disagreement: null }
  const [from, to] = [places[stretch.first]!.from, places[stretch.last]!.to]
  const { official: known, controller: own } = sumBoth(meters, from, to)
  return {
    days,
    ...whole,
    disagreement: {
      since: days[stretch.first]!.day,
      until: days[stretch.last]!.day,
      official: known,
      controller: own,
      importShare: shareOf(own.importMilliWh, known.importMilliWh),
      exportShare: known.exportMilliWh === null ? null : shareOf(own.exportMilliWh!, known.exportMilliWh),
      suspicions: findSuspicions(slice(official, from, to), slice(controller, from, to)),
    },
  }
}

interface DayPlace {
  day: string
  from: number
  to: number
}

/** The local days of a row, with their places in it. */
function findDays({ firstStartMs, timeZone }: MetersToCompare, count: number): DayPlace[] {
  const { day } = layOutGrid(firstStartMs, count, timeZone)
  const days: DayPlace[] = []
  for (let at = 0; at < count; at++) {
    if (at === 0 || day[at] !== day[at - 1]) days.push({ day: formatDay(day[at]!), from: at, to: at + 1 })
    else days.at(-1)!.to = at + 1
  }
  return days
}

export interface MeterDifference {
  direction: 'import' | 'export'
  /** The controller's energy beyond the official one. */
  milliWh: number
  /** As a share of the official one; null if that is zero. */
  share: number | null
}

/** In which directions the sums of a disagreement differ; none if the energy only lies in other quarter-hours. */
export function findDifferences({
  official,
  controller,
}: Pick<MeterDisagreement, 'official' | 'controller'>): MeterDifference[] {
  const of = (direction: MeterDifference['direction'], known: number | null, own: number | null) =>
    known === null || own === null || isNear(own, known)
      ? []
      : [{ direction, milliWh: own - known, share: shareOf(own, known) }]
  return [
    ...of('import', official.importMilliWh, controller.importMilliWh),
    ...of('export', official.exportMilliWh, controller.exportMilliWh),
  ]
}

function sumBoth({ official, controller }: MetersToCompare, from: number, to: number) {
  const sums = { comparable: 0, official: [0, 0], controller: [0, 0] }
  const hasExport = official.exportMilliWh !== null && controller.exportMilliWh !== null
  for (let at = from; at < to; at++) {
    const [known, own] = [official.importMilliWh[at]!, controller.importMilliWh[at]!]
    if (Number.isNaN(known) || Number.isNaN(own)) continue
    sums.comparable++
    sums.official[0]! += known
    sums.controller[0]! += own
    if (!hasExport) continue
    const [fed, ownFed] = [official.exportMilliWh![at]!, controller.exportMilliWh![at]!]
    if (Number.isNaN(fed) || Number.isNaN(ownFed)) continue
    sums.official[1]! += fed
    sums.controller[1]! += ownFed
  }
  const toSums = ([imported, exported]: number[]): MeterSums => ({
    importMilliWh: imported!,
    exportMilliWh: hasExport ? exported! : null,
  })
  return {
    comparable: sums.comparable,
    official: toSums(sums.official),
    controller: toSums(sums.controller),
  }
}

type Both = ReturnType<typeof sumBoth>

function judgeDay(meters: MetersToCompare, sums: Both, from: number, to: number): boolean | null {
  if (sums.comparable < leastComparable) return null
  if (!isNear(sums.controller.importMilliWh, sums.official.importMilliWh)) return false
  const [fed, ownFed] = [sums.official.exportMilliWh, sums.controller.exportMilliWh]
  if (fed !== null && ownFed !== null && !isNear(ownFed, fed)) return false
  const allowed = Math.max(sums.official.importMilliWh * toleratedShape, 2 * toleratedMilliWh)
  return findShapeDifference(meters, from, to) <= allowed
}

/** The energy that the meters see in different quarter-hours. */
function findShapeDifference({ official, controller }: MetersToCompare, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) {
    const difference = Math.abs(official.importMilliWh[at]! - controller.importMilliWh[at]!)
    if (!Number.isNaN(difference)) sum += difference
  }
  return sum
}

/** The days from the first to the last of the disagreement that reaches the newest judged days. */
function findDisagreement(days: readonly MeterDay[]): { first: number; last: number } | null {
  let first: number | null = null
  let last: number | null = null
  let settled = 0
  for (let at = days.length - 1; at >= 0; at--) {
    const { agrees } = days[at]!
    if (agrees === null) continue
    if (agrees) {
      settled++
      if (settled >= settledDays) break
      continue
    }
    settled = 0
    first = at
    last ??= at
  }
  return first === null || last === null ? null : { first, last }
}

const isNear = (own: number, known: number) =>
  Math.abs(own - known) <= Math.max(known * toleratedShare, toleratedMilliWh)

const shareOf = (own: number, known: number) => (known > 0 ? (own - known) / known : null)

const slice = ({ importMilliWh, exportMilliWh }: MeterRow, from: number, to: number): MeterRow => ({
  importMilliWh: importMilliWh.subarray(from, to),
  exportMilliWh: exportMilliWh?.subarray(from, to) ?? null,
})
