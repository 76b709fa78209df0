/** What a meter measured by the quarter-hour, whole mWh; NaN where it did not. Null if it does not measure this at all. */
export interface MeterRow {
  importMilliWh: Float64Array
  exportMilliWh: Float64Array | null
}

/** What may be wrong with a meter that disagrees with the official one. */
export type MeterSuspicion =
  /** Its clock is off: its row fits when it is moved by these quarter-hours; positive if it is late. */
  | { kind: 'clockShift'; quarterHours: number }
  /** It takes import for export. */
  | { kind: 'signSwapped' }
  /** It sees one or two of three phases. */
  | { kind: 'phasesMissing'; seen: 1 | 2 }

/** A clock that is wrong by a whole hour, or by a time zone. */
const widestShift = 12
/** Moved or swapped, the meters must fit at least this much better. */
const betterBy = 0.5
/** And differ by more than this share as they are. */
const worthAsking = 0.1
const phaseTolerance = 0.04

/** The official row and the controller's, of one length. */
export function findSuspicions(official: MeterRow, controller: MeterRow): MeterSuspicion[] {
  const total = sumKnown(official.importMilliWh) + sumKnown(official.exportMilliWh)
  if (total === 0) return []
  const asIs = differenceOf(official.importMilliWh, controller.importMilliWh, 0)
  if (asIs === null || asIs <= worthAsking) return []
  if (isSwapped(official, controller, asIs)) return [{ kind: 'signSwapped' }]
  const shift = findShift(official, controller, asIs)
  if (shift !== 0) return [{ kind: 'clockShift', quarterHours: shift }]
  const seen = findPhases(official, controller)
  return seen === null ? [] : [{ kind: 'phasesMissing', seen }]
}

/** The shift at which the rows fit best; 0 unless they then fit much better. */
function findShift(official: MeterRow, controller: MeterRow, asIs: number): number {
  let best = { shift: 0, difference: asIs * betterBy }
  for (let shift = -widestShift; shift <= widestShift; shift++) {
    const difference = differenceOf(official.importMilliWh, controller.importMilliWh, shift)
    if (shift !== 0 && difference !== null && difference < best.difference) best = { shift, difference }
  }
  return best.shift
}

function isSwapped(official: MeterRow, controller: MeterRow, asIs: number): boolean {
  // Without much energy in the other direction, anything would fit it.
  const fed = sumKnown(official.exportMilliWh)
  const ownFed = sumKnown(controller.exportMilliWh)
  const known = sumKnown(official.importMilliWh)
  if (!controller.exportMilliWh || ownFed < known * worthAsking) return false
  const taken = differenceOf(official.importMilliWh, controller.exportMilliWh, 0)
  if (taken === null || taken > asIs * betterBy) return false
  if (!official.exportMilliWh || fed === 0) return true
  const given = differenceOf(official.exportMilliWh, controller.importMilliWh, 0)
  return given !== null && given <= betterBy
}

function findPhases(official: MeterRow, controller: MeterRow): 1 | 2 | null {
  let [known, own] = [0, 0]
  official.importMilliWh.forEach((energy, at) => {
    const measured = controller.importMilliWh[at]!
    if (Number.isNaN(energy) || Number.isNaN(measured)) return
    known += energy
    own += measured
  })
  const ratio = known > 0 ? own / known : Number.NaN
  if (Math.abs(ratio - 1 / 3) <= phaseTolerance) return 1
  return Math.abs(ratio - 2 / 3) <= phaseTolerance ? 2 : null
}

/** Σ|a − b| as a share of Σa, b taken `shift` quarter-hours later; null if nothing can be compared. */
function differenceOf(known: Float64Array, own: Float64Array, shift: number): number | null {
  let [sum, total] = [0, 0]
  for (let at = Math.max(0, -shift); at < known.length - Math.max(0, shift); at++) {
    const [energy, measured] = [known[at]!, own[at + shift]!]
    if (Number.isNaN(energy) || Number.isNaN(measured)) continue
    total += energy
    sum += Math.abs(energy - measured)
  }
  return total > 0 ? sum / total : null
}

function sumKnown(row: Float64Array | null): number {
  return row?.reduce((sum, energy) => (Number.isNaN(energy) ? sum : sum + energy), 0) ?? 0
}
