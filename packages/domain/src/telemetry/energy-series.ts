import { counterSegment, holdMs, powerSegment, type Reading, registerMwh } from './energy-segment.ts'
import { addSegment, type EnergyHours, type EnergySegment, floorToSlot } from './energy-slot.ts'

/** Where the energy of a series comes from: its own register, or the power of its device in one direction. */
export type EnergySource = { kind: 'counter' } | { kind: 'power'; sign: 1 | -1 }

/**
 * What is needed of a series to add the next reading: the last one, how long it is extrapolated, and from where to
 * where coverage is uninterrupted (starting no earlier than the slot in which it ends).
 */
export interface SeriesTail {
  ts: number
  value: number | null
  stepMs: number | null
  holdMs: number
  coverStart: number
  coverEnd: number
}

/**
 * Adds the energy of readings after `tail` to `hours` and returns the new tail. The result is the same whether
 * readings arrive one by one or all at once: each segment depends on two neighbouring readings (and, for the period of
 * an extrapolated power, the one before) and nothing else.
 *
 * `readings` are ordered by time and all later than the tail. `isLast` means that there is no later reading: then a
 * power without a step stays open, since its end is not known yet. At each of `breaks` a register becomes another one.
 *
 * Returns 'recompute' if a reading cuts short a step that is already counted; `hours` must then be discarded.
 */
export function continueSeries(
  source: EnergySource,
  tail: SeriesTail | null,
  readings: readonly Reading[],
  hours: EnergyHours,
  isLast = true,
  breaks?: readonly number[],
): SeriesTail | null | 'recompute' {
  return source.kind === 'counter'
    ? continueCounter(tail, readings, hours, breaks)
    : continuePower(source.sign, tail, readings, hours, isLast)
}

function continueCounter(
  start: SeriesTail | null,
  readings: readonly Reading[],
  hours: EnergyHours,
  breaks?: readonly number[],
): SeriesTail | null {
  let tail = start
  for (const reading of readings) {
    if (registerMwh(reading.value) === null) continue // no register here: the next one covers the time between
    const isOther = tail !== null && breaks !== undefined && liesBetween(breaks, tail.ts, reading.ts)
    const segment = tail && !isOther ? counterSegment(tail, reading) : null
    const cover = extend(hours, segment, tail) ?? { coverStart: reading.ts, coverEnd: reading.ts }
    tail = { ...reading, holdMs: 0, ...cover }
  }
  return tail
}

/** Whether one of the breaks is after `before` and not after `after`. */
export const liesBetween = (breaks: readonly number[], before: number, after: number): boolean =>
  breaks.some((at) => before < at && at <= after)

function continuePower(
  sign: 1 | -1,
  start: SeriesTail | null,
  readings: readonly Reading[],
  hours: EnergyHours,
  isLast: boolean,
): SeriesTail | null | 'recompute' {
  let tail = start
  const close = (open: SeriesTail, nextTs: number | null): SeriesTail => {
    const segment = powerSegment(open, sign, open.holdMs, nextTs)
    return { ...open, ...extend(hours, segment, open) }
  }
  for (const [index, reading] of readings.entries()) {
    if (tail) {
      const isCounted = tail.stepMs !== null && index === 0
      if (isCounted && reading.ts < tail.coverEnd) return 'recompute'
      if (!isCounted) tail = close(tail, reading.ts)
    }
    tail = {
      ...reading,
      holdMs: holdMs(reading.ts, tail?.ts ?? null),
      coverStart: tail?.coverStart ?? reading.ts,
      coverEnd: tail?.coverEnd ?? reading.ts,
    }
  }
  const isOpen = readings.length > 0 && tail !== null
  if (isOpen && (tail!.stepMs !== null || !isLast)) tail = close(tail!, null)
  return tail
}

/** Adds a segment and extends the coverage if it begins exactly at its end; returns the new coverage. */
function extend(hours: EnergyHours, segment: EnergySegment | null, tail: SeriesTail | null) {
  if (!segment || segment.to <= segment.from) return null
  const coverStart = tail && segment.from <= tail.coverEnd ? tail.coverStart : segment.from
  addSegment(hours, segment, coverStart)
  return { coverStart: Math.max(coverStart, floorToSlot(segment.to)), coverEnd: segment.to }
}
