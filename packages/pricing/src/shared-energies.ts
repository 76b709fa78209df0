import type { CommunityCase } from '@ohmstead/domain/sharing/sharing-terms'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'

/** What a location received from others and gave to them, whole milliwatt-hours by the quarter-hour. */
export interface SharedEnergies {
  /** Of the energies it goes with: both rows have the same quarter-hours or fewer. */
  firstStartMs: number
  /** Of what was taken from the grid: the supplier bills the rest. */
  receivedMilliWh: Float64Array
  /** Of what was fed in: the supplier pays for the rest. */
  givenMilliWh: Float64Array
  /** What the received energy pays to the network: as all other, or the reduced rate of a self-supply community. */
  network: { kind: 'full' } | { kind: 'reduced'; case: CommunityCase | null }
}

/** Energies less what was shared; the row itself where nothing was. */
export interface RestEnergies {
  suppliedMilliWh: Float64Array
  soldMilliWh: Float64Array | null
  /** Null if nothing was received at a reduced rate. */
  reduced: { case: CommunityCase | null; receivedMilliWh: Float64Array } | null
}

/**
 * Takes what was shared off energies on a grid. Throws a `RangeError` for shared energy that does not lie within a known
 * reading: that is no odd reading, but a fault in who shared it.
 */
export function takeOffShared(
  { firstStartMs, importMilliWh, exportMilliWh }: QuarterHourSeries,
  shared: SharedEnergies | null,
): RestEnergies {
  if (shared === null) return { suppliedMilliWh: importMilliWh, soldMilliWh: exportMilliWh, reduced: null }
  const shift = (firstStartMs - shared.firstStartMs) / quarterHourMs
  if (!Number.isInteger(shift)) throw new RangeError('shared energy lies on quarter-hours')
  const { network } = shared
  const receivedMilliWh = layOut(shared.receivedMilliWh, importMilliWh.length, shift)
  const hasReceived = receivedMilliWh.some((energy) => energy > 0)
  return {
    suppliedMilliWh: subtract(importMilliWh, receivedMilliWh),
    soldMilliWh: subtractFrom(exportMilliWh, layOut(shared.givenMilliWh, importMilliWh.length, shift)),
    reduced: network.kind === 'reduced' && hasReceived ? { case: network.case, receivedMilliWh } : null,
  }
}

function layOut(row: Float64Array, count: number, shift: number): Float64Array {
  const laid = new Float64Array(count)
  for (let i = Math.max(0, -shift); i < Math.min(count, row.length - shift); i++) laid[i] = row[i + shift]!
  return laid
}

function subtractFrom(energies: Float64Array | null, shared: Float64Array): Float64Array | null {
  if (energies) return subtract(energies, shared)
  if (shared.some((energy) => energy !== 0)) throw new RangeError('energy was given that was not fed in')
  return null
}

function subtract(energies: Float64Array, shared: Float64Array): Float64Array {
  const rest = new Float64Array(energies)
  for (let i = 0; i < rest.length; i++) {
    const part = shared[i]!
    if (part === 0) continue
    if (!(part > 0 && part <= energies[i]! && Number.isInteger(part)))
      throw new RangeError('shared energy lies within a known reading')
    rest[i] = energies[i]! - part
  }
  return rest
}
