const windowMs = 2 * 60_000
const takeoversOfOneDevice = 2

/**
 * Distinguishes two devices with one serial from one that lost its connection: the two disconnect each other repeatedly.
 * Returns a function to call at each takeover; it returns whether this one looks like a duplicate.
 */
export function createTakeoverWatch(clock: { now(): number }): (serial: string) => boolean {
  const recent = new Map<string, number[]>()
  return (serial) => {
    const now = clock.now()
    const times = (recent.get(serial) ?? []).filter((time) => now - time < windowMs)
    times.push(now)
    recent.delete(serial)
    recent.set(serial, times)
    // The first entries are the least recently seen.
    if (recent.size > 10_000) recent.delete(recent.keys().next().value!)
    return times.length > takeoversOfOneDevice
  }
}
