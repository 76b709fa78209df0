import type { CountedSpan } from '@ohmstead/domain/telemetry/changeover'
import type { EnergySource, SeriesTail } from '@ohmstead/domain/telemetry/energy-series'
import type { ReadingValue } from './controller-readings.ts'

/** An energy series as stored in its controller's state. */
export interface SeriesState {
  id: number
  source: EnergySource
  /** No reading of it is older. */
  first: number | null
  tail: SeriesTail | null
  /** Where the register replaced the power: earlier hours stay as computed from power. */
  since: number | null
  /** What counts of it, if its device replaces another one or was replaced. */
  counted?: CountedSpan
  /** From when on its register was another one, in order: its device was turned round. */
  breaks?: readonly number[]
}

// Kept short, since it is written with every batch: source 0 = counter, 1 and −1 = power of that sign.
export type StoredSeries = [
  id: number,
  source: 0 | 1 | -1,
  first: number | null,
  tail:
    | [
        ts: number,
        value: number | null,
        stepMs: number | null,
        holdMs: number,
        coverStart: number,
        coverEnd: number,
      ]
    | null,
  since?: number | null,
  countedFrom?: number | null,
  countedUntil?: number | null,
  breaks?: readonly number[],
]

// Written by hand, since it is done with every batch: half the work of the same as objects for `JSON.stringify`.

export function latestJson(
  latest: Readonly<Record<string, readonly [ts: number, value: ReadingValue]>>,
): string {
  let text = ''
  for (const key in latest) {
    const [ts, value] = latest[key]!
    const written = typeof value === 'number' ? value : JSON.stringify(value)
    text += `${text && ','}${JSON.stringify(key)}:[${ts},${written}]`
  }
  return `{${text}}`
}

/** As `StoredSeries`. */
export function energyJson(series: ReadonlyMap<string, SeriesState>): string {
  let text = ''
  for (const [key, { id, source, first, tail, since, counted, breaks }] of series) {
    const kind = source.kind === 'counter' ? 0 : source.sign
    const stands =
      tail && `[${tail.ts},${tail.value},${tail.stepMs},${tail.holdMs},${tail.coverStart},${tail.coverEnd}]`
    const hasSpan = counted !== undefined || breaks !== undefined
    const span = hasSpan ? `,${counted?.from ?? null},${counted?.until ?? null}` : ''
    const limits = (hasSpan || since !== null ? `,${since}${span}` : '') + (breaks ? `,[${breaks}]` : '')
    text += `${text && ','}${JSON.stringify(key)}:[${id},${kind},${first},${stands}${limits}]`
  }
  return `{${text}}`
}

export function readSeries(stored: StoredSeries): SeriesState {
  const [id, source, first, tail, since = null, from = null, until = null, breaks] = stored
  return {
    id,
    source: source === 0 ? { kind: 'counter' } : { kind: 'power', sign: source },
    first,
    tail: tail && {
      ts: tail[0],
      value: tail[1],
      stepMs: tail[2],
      holdMs: tail[3],
      coverStart: tail[4],
      coverEnd: tail[5],
    },
    since,
    ...((from !== null || until !== null) && { counted: { from, until } }),
    ...(breaks && { breaks }),
  }
}
