import { holdMs, type Reading, registerMwh } from '@ohmstead/domain/telemetry/energy-segment'
import { continueSeries, type SeriesTail } from '@ohmstead/domain/telemetry/energy-series'
import { type EnergyHours, floorToHour, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import type { SeriesState } from './state-json.ts'

export interface Followed {
  /** Readings around which the energy has to be recomputed. */
  due: readonly Reading[]
  /** The energy of in-order readings. */
  found: EnergyHours
}

/**
 * Takes new or changed readings of a series, in order, and moves its tail. The tail of a series with pending energy may
 * have a wrong hold or coverage, or be missing, as long as the hour of its newest reading is pending: whatever it adds to
 * hours is recomputed with that hour.
 */
export function followSeries(series: SeriesState, readings: readonly Reading[], mostHours: number): Followed {
  const { source, tail, breaks } = series
  const found: EnergyHours = new Map()
  // The newest valid reading of a series that has some is currently unknown.
  if (tail === null && series.first !== null) return { due: readings, found }
  const late = tail === null ? [] : readings.filter(({ ts }) => ts <= tail.ts)
  const known = tail && correctTail(series, tail, late)
  series.tail = known
  const fresh = readings.slice(late.length)
  if (fresh.length === 0) return { due: late, found }
  if (tail !== null && known === null) return { due: readings, found }
  const hours = (floorToHour(fresh.at(-1)!.ts) - floorToHour(known?.ts ?? fresh[0]!.ts)) / hourMs + 1
  const next = hours <= mostHours ? continueSeries(source, known, fresh, found, true, breaks) : 'recompute'
  if (next !== 'recompute') {
    series.tail = next
    return { due: late, found }
  }
  series.tail = looseTail(series, fresh)
  // The energy of the preceding reading also ends where they begin.
  return { due: known ? [...readings, known] : readings, found: new Map() }
}

/** The newest reading may itself have changed; null if it is no register any more. */
function correctTail({ source }: SeriesState, tail: SeriesTail, late: readonly Reading[]): SeriesTail | null {
  const own = late.find(({ ts }) => ts === tail.ts)
  if (!own) return tail
  if (source.kind === 'counter' && registerMwh(own.value) === null) return null
  return { ...tail, value: own.value, stepMs: own.stepMs }
}

/** The newest reading, without the energy that leads to it. */
function looseTail({ source, tail }: SeriesState, readings: readonly Reading[]): SeriesTail | null {
  const counts = ({ value }: Reading) => source.kind === 'power' || registerMwh(value) !== null
  const last = readings.findLast(counts)
  if (!last) return tail
  const previousTs = readings.findLast(({ ts }) => ts < last.ts)?.ts ?? tail?.ts ?? null
  const hold = source.kind === 'power' ? holdMs(last.ts, previousTs) : 0
  return { ...last, holdMs: hold, coverStart: last.ts, coverEnd: last.ts }
}
