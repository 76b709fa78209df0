/** Which phase of a device is which phase of the house: '213' if its first two are swapped. */
export const phaseOrders = ['123', '132', '213', '231', '312', '321'] as const
export type PhaseOrder = (typeof phaseOrders)[number]

/** One order after another. */
export const composePhases = (first: PhaseOrder, then: PhaseOrder) =>
  [...first].map((phase) => then[Number(phase) - 1]).join('') as PhaseOrder

const leastStepW = 1000
const leastVotes = 4

/**
 * Finds phases of a device whose steps show on another phase of the grid meter. Only steps on one phase alone are looked
 * at, and all of them must agree. `direction` is 1 for a load, −1 for a producer.
 */
export function findSwappedPhases(
  gridW: readonly (readonly (number | null)[])[],
  deviceW: readonly (readonly (number | null)[])[],
  direction: 1 | -1,
): { count: number; order: PhaseOrder } | null {
  const votes: number[][] = [[], [], []]
  const length = gridW[0]?.length ?? 0
  for (let index = 1; index < length; index++) {
    const own = findStep(deviceW, index, 1)
    if (!own || Math.abs(own.size) < leastStepW) continue
    const seen = findStep(gridW, index, direction)
    if (!seen || seen.size / own.size < 0.7 || seen.size / own.size > 1.3) continue
    votes[own.phase]!.push(seen.phase)
  }
  const found = votes.map((all) => (all.length >= leastVotes && new Set(all).size === 1 ? all[0]! : null))
  // One that is seen here and there says that nothing is sure.
  if (votes.some((all) => new Set(all).size > 1)) return null
  const order = complete(found)
  if (order === null || order === '123') return null
  return { count: votes.reduce((sum, all) => sum + all.length, 0), order }
}

/** A change of one phase alone between two steps; null if others changed too, or something is unknown. */
function findStep(phases: readonly (readonly (number | null)[])[], index: number, direction: 1 | -1) {
  const steps = [0, 1, 2].map((phase) => {
    const [before, after] = [phases[phase]?.[index - 1] ?? null, phases[phase]?.[index] ?? null]
    return before === null || after === null ? null : (after - before) * direction
  })
  if (steps.some((step) => step === null)) return null
  const known = steps as number[]
  const phase = known.reduce((most, step, at) => (Math.abs(step) > Math.abs(known[most]!) ? at : most), 0)
  const size = known[phase]!
  const isAlone = known.every((step, at) => at === phase || Math.abs(step) < 0.3 * Math.abs(size))
  return isAlone ? { phase, size } : null
}

/** A whole order from what is known of it: a swap of two leaves the third where it is. */
function complete(found: readonly (number | null)[]): PhaseOrder | null {
  const fits = phaseOrders.filter((order) =>
    found.every((phase, at) => phase === null || order[at] === String(phase + 1)),
  )
  const fixedPoints = (order: PhaseOrder) => [...order].filter((digit, at) => Number(digit) === at + 1).length
  return fits.toSorted((one, other) => fixedPoints(other) - fixedPoints(one))[0] ?? null
}
