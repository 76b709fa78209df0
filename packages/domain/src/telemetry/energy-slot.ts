/** Energy is kept in slots of five minutes, twelve to a UTC hour, so zones with :30 and :45 offsets need nothing more. */
export const slotMs = 300_000
export const hourMs = 3_600_000
export const slotsPerHour = 12

export const floorToSlot = (ts: number) => Math.floor(ts / slotMs) * slotMs
export const floorToHour = (ts: number) => Math.floor(ts / hourMs) * hourMs

/** Energy that flowed evenly over [from, to), epoch ms; `mWh` is a whole number ≥ 0. */
export interface EnergySegment {
  from: number
  to: number
  mWh: number
  /** Not measured slot by slot: spread over an outage, or restarted after a reset. */
  estimated: boolean
}

/** Twelve slots in mWh (null = unknown) with two bits per slot: estimated, and covered from end to end. */
export interface EnergyHour {
  slots: (number | null)[]
  estimated: number
  complete: number
}

/** Hours by their UTC start, epoch ms. */
export type EnergyHours = Map<number, EnergyHour>

/**
 * Adds a segment to its slots. The share of a slot is the difference of the running total, rounded down, at its two
 * edges, so the shares always sum to `segment.mWh`. `coverStart` is where the uninterrupted coverage that this segment
 * continues began; a slot is complete once coverage reaches from its start to its end.
 */
export function addSegment(hours: EnergyHours, segment: EnergySegment, coverStart: number): void {
  const { from, to, mWh } = segment
  const perMs = to - from
  let counted = 0
  for (let slot = floorToSlot(from); slot < to; slot += slotMs) {
    const end = slot + slotMs
    const reached = end >= to ? mWh : Math.floor((mWh * (end - from)) / perMs)
    const hourStart = floorToHour(slot)
    let hour = hours.get(hourStart)
    if (!hour) {
      hour = { slots: new Array<number | null>(slotsPerHour).fill(null), estimated: 0, complete: 0 }
      hours.set(hourStart, hour)
    }
    const index = (slot - hourStart) / slotMs
    hour.slots[index] = (hour.slots[index] ?? 0) + reached - counted
    counted = reached
    if (segment.estimated) hour.estimated |= 1 << index
    if (coverStart <= slot && to >= end) hour.complete |= 1 << index
  }
}
