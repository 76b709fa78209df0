import { counterSegment, registerMwh } from './energy-segment.ts'
import { liesBetween } from './energy-series.ts'
import { floorToSlot } from './energy-slot.ts'
import { isRegisterMetric, parseMetricKey } from './metrics.ts'
import type { PackedSample, PackedValue } from './sample-pack.ts'

export const thinnedToMs = 60_000

interface Reading {
  index: number
  ts: number
  stepMs: number | null
  value: PackedValue
}

/**
 * Leaves of each metric the first reading of every minute, as it was measured, and besides it
 * - of `fullKeys` every reading: powers that energy is computed from;
 * - of a register the last one of every slot, those around its breaks, and all of a slot in which it is reset, rolls over
 *   or jumps;
 * - every change from or to a value that is no number, and between two of them.
 * Energy computed from what is left is the same in every slot as from all of it. Samples in order; those
 * without a value left are omitted. Thinning twice is thinning once.
 */
export function thinSamples(
  samples: readonly PackedSample[],
  fullKeys: ReadonlySet<string>,
  breaksOf?: ReadonlyMap<string, readonly number[]>,
): PackedSample[] {
  const byKey = new Map<string, Reading[]>()
  for (const [index, { ts, stepSeconds, values }] of samples.entries()) {
    for (const key in values) {
      const reading = {
        index,
        ts,
        stepMs: stepSeconds === null ? null : stepSeconds * 1000,
        value: values[key]!,
      }
      const list = byKey.get(key)
      if (list) list.push(reading)
      else byKey.set(key, [reading])
    }
  }
  const kept = samples.map(({ ts, stepSeconds }): PackedSample => ({ ts, stepSeconds, values: {} }))
  for (const [key, readings] of byKey) {
    const left = fullKeys.has(key) ? readings : thin(readings, isRegister(key), breaksOf?.get(key))
    for (const { index, value } of left) kept[index]!.values[key] = value
  }
  return kept.filter(({ values }) => Object.keys(values).length > 0)
}

function isRegister(key: string): boolean {
  const parsed = parseMetricKey(key)
  return parsed !== null && isRegisterMetric(parsed.metric)
}

function thin(
  readings: readonly Reading[],
  isEnergy: boolean,
  breaks: readonly number[] = [],
): Iterable<Reading> {
  const kept = new Set<Reading>()
  let before: Reading | null = null
  for (const reading of readings) {
    const isNewMinute =
      before === null || Math.floor(reading.ts / thinnedToMs) !== Math.floor(before.ts / thinnedToMs)
    const isChange =
      before !== null &&
      reading.value !== before.value &&
      (typeof reading.value !== 'number' || typeof before.value !== 'number')
    if (isNewMinute || isChange) kept.add(reading)
    before = reading
  }
  if (isEnergy) keepSlots(readings, kept, breaks)
  return kept
}

/** The registers next to the edges of slots determine their energy; what lies between only adds up. */
function keepSlots(readings: readonly Reading[], kept: Set<Reading>, breaks: readonly number[]): void {
  let slot: (Reading & { value: number })[] = []
  const close = () => {
    const first = slot[0]
    const last = slot.at(-1)
    if (!first || !last) return
    for (const reading of addsUp(slot) ? [first, last] : slot) kept.add(reading)
  }
  for (const reading of readings) {
    if (typeof reading.value !== 'number' || registerMwh(reading.value) === null) continue
    const last = slot.at(-1)
    const isOther = last !== undefined && liesBetween(breaks, last.ts, reading.ts)
    if (last && (isOther || floorToSlot(last.ts) !== floorToSlot(reading.ts))) {
      close()
      slot = []
    }
    slot.push(reading as Reading & { value: number })
  }
  close()
}

/** Whether the energy between any two of these registers is just their difference. */
function addsUp(slot: readonly (Reading & { value: number })[]): boolean {
  const first = registerMwh(slot[0]!.value)!
  const last = registerMwh(slot.at(-1)!.value)!
  // After a zero, less is plausible than after any other register.
  if (first === 0 && last > 0) return false
  return slot.every((reading, index) => {
    if (index === 0) return true
    const before = slot[index - 1]!
    const segment = counterSegment(before, reading)
    return segment !== null && reading.value >= before.value
  })
}
