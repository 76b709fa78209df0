import { type EnergyHours, floorToSlot, slotMs, slotsPerHour } from './energy-slot.ts'

/**
 * What counts of a series: [from, until), on full slots; null is without end. An `until` within a slot: the slot counts,
 * but no later reading does.
 */
export interface CountedSpan {
  from: number | null
  until: number | null
}

/** Where the energy of one device ends and that of its successor begins. */
export interface Changeover {
  from: number
  /** By what the energy of the old one comes from: a power is extrapolated beyond its last reading, a register is not. */
  until: { counter: number; power: number }
}

/**
 * Where a device takes over, by the last reading of the old one and the first of the new one. Each slot belongs to one
 * of them, so that nothing is counted twice. What neither measured stays unknown.
 */
export function planChangeover(oldNewest: number, newFirst: number): Changeover {
  if (oldNewest < newFirst) {
    const at = floorToSlot(newFirst)
    // Registers that were read in the same slot, one after the other, have no energy in common.
    return { from: at, until: { counter: oldNewest >= at ? oldNewest + 1 : at, power: at } }
  }
  const last = floorToSlot(oldNewest)
  const at = newFirst <= last ? last : last + slotMs
  return { from: at, until: { counter: at, power: at } }
}

/** Whether a reading has a part in what counts; one beyond the end of a slot still says what flowed before it. */
export function takesPart(ts: number, span: CountedSpan | undefined): boolean {
  const until = span?.until ?? null
  return until === null || until % slotMs === 0 || ts < until
}

/** The hours without the slots that do not count. */
export function clipHours(hours: EnergyHours, span: CountedSpan | undefined): EnergyHours {
  if (!span) return hours
  const clipped: EnergyHours = new Map()
  for (const [start, hour] of hours) {
    let counted = 0
    for (let slot = 0; slot < slotsPerHour; slot++) {
      const at = start + slot * slotMs
      if (at >= (span.from ?? at) && at < (span.until ?? at + 1)) counted |= 1 << slot
    }
    const slots = hour.slots.map((mWh, slot) => (counted & (1 << slot) ? mWh : null))
    if (slots.every((mWh) => mWh === null)) continue
    clipped.set(start, { slots, estimated: hour.estimated & counted, complete: hour.complete & counted })
  }
  return clipped
}
