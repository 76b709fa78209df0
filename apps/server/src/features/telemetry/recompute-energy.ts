import { clipHours, takesPart } from '@ohmstead/domain/telemetry/changeover'
import { type Reading, registerMwh } from '@ohmstead/domain/telemetry/energy-segment'
import { continueSeries, type SeriesTail } from '@ohmstead/domain/telemetry/energy-series'
import type { EnergyHours } from '@ohmstead/domain/telemetry/energy-slot'
import type { HourToStore } from './energy-hour-queries.ts'
import type { Input, Neighbours } from './find-neighbours.ts'
import { asReading, type SampleRow } from './sample-queries.ts'

export interface Recomputed {
  hours: HourToStore[]
  /** The state of the series at its end, if that was among the computed hours. */
  tail: SeriesTail | null | undefined
  /** The first relevant reading within the range. */
  first: Reading | undefined
}

/**
 * The energy of a series in the full hours [from, to), from the samples there and the readings around. It is the same as
 * if the whole series were computed from its start: a piece of energy depends on its neighbours and on nothing else.
 */
export function recomputeHours(
  { series, key }: Input,
  neighbours: Neighbours,
  samples: readonly SampleRow[],
  { locationId, from, to }: { locationId: number; from: number; to: number },
): Recomputed {
  const { before, after, isLast } = neighbours
  const inside = samples
    .filter((row) => row.ts >= from && row.ts < to && Object.hasOwn(row.values, key))
    .map((row) => asReading(row, key))
  const found: EnergyHours = new Map()
  const around = [...before, ...inside, ...(after ? [after] : [])]
  const readings = around.filter(({ ts }) => takesPart(ts, series.counted))
  const tail = continueSeries(series.source, null, readings, found, isLast, series.breaks)
  if (tail === 'recompute') throw new Error('a series computed from its start has nothing to recompute')
  const hours: HourToStore[] = []
  for (const [hour, energy] of clipHours(found, series.counted)) {
    if (hour >= from && hour < to) hours.push({ ...energy, hour, locationId, seriesId: series.id })
  }
  const counts = ({ value }: Reading) => series.source.kind === 'power' || registerMwh(value) !== null
  return { hours, tail: isLast ? tail : undefined, first: inside.find(counts) }
}
