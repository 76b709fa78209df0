/** What one controller may send: far more than the database stores of it, and far less than what would keep others waiting. */
export const packetPace = { most: 4000, perSecond: 2000 }
const deepestDebt = 10_000
const sweepMs = 10_000

interface Budget {
  left: number
  at: number
}

/**
 * Takes the packets that were read of a controller, in whichever session, from a budget that fills up by itself; says how
 * long (ms) nothing more is to be read of it. `now` is in milliseconds.
 */
export function createPacketPace(
  now: () => number = () => performance.now(),
  { most, perSecond }: typeof packetPace = packetPace,
): (serial: string, packets: number) => number {
  const budgets = new Map<string, Budget>()
  const fullAt = ({ left, at }: Budget) => at + ((most - left) / perSecond) * 1000
  let sweptAt = now()

  /** A full budget is what somebody unknown has. */
  function sweep(at: number): void {
    for (const [serial, budget] of budgets) if (fullAt(budget) <= at) budgets.delete(serial)
    sweptAt = at
  }

  return (serial, packets) => {
    const at = now()
    if (at - sweptAt > sweepMs) sweep(at)
    const known = budgets.get(serial)
    const filled = known ? Math.min(most, known.left + ((at - known.at) / 1000) * perSecond) : most
    // One piece of a stream may hold very many; the line must not look dead for long because of it.
    const left = Math.max(-deepestDebt, filled - packets)
    if (known) Object.assign(known, { left, at })
    else budgets.set(serial, { left, at })
    return left >= 0 ? 0 : (-left / perSecond) * 1000
  }
}
