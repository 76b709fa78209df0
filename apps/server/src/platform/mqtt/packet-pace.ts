/** What one controller may send: far more than the database stores of it, and far less than would block others. */
export const packetPace = { most: 4000, perSecond: 2000 }
const deepestDebt = 10_000
const sweepMs = 10_000

interface Budget {
  left: number
  at: number
}

/**
 * Charges packets read from a controller, in whichever session, to a budget that refills over time; returns for how
 * long (ms) reading from it must pause. `now` is in milliseconds.
 */
export function createPacketPace(
  now: () => number = () => performance.now(),
  { most, perSecond }: typeof packetPace = packetPace,
): (serial: string, packets: number) => number {
  const budgets = new Map<string, Budget>()
  const fullAt = ({ left, at }: Budget) => at + ((most - left) / perSecond) * 1000
  let sweptAt = now()

  /** An unknown sender has a full budget. */
  function sweep(at: number): void {
    for (const [serial, budget] of budgets) if (fullAt(budget) <= at) budgets.delete(serial)
    sweptAt = at
  }

  return (serial, packets) => {
    const at = now()
    if (at - sweptAt > sweepMs) sweep(at)
    const known = budgets.get(serial)
    const filled = known ? Math.min(most, known.left + ((at - known.at) / 1000) * perSecond) : most
    // One piece of a stream may contain very many; the connection must not look dead for long because of it.
    const left = Math.max(-deepestDebt, filled - packets)
    if (known) Object.assign(known, { left, at })
    else budgets.set(serial, { left, at })
    return left >= 0 ? 0 : (-left / perSecond) * 1000
  }
}
