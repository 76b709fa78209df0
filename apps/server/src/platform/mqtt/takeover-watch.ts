const windowMs = 2 * 60_000
const takeoversOfOneDevice = 2

/**
 * Tells two devices with one serial from one device that lost its line: the two throw each other out again and again.
 * Returns a function to call at each takeover; it says whether this one looks like a duplicate.
 */
export function createTakeoverWatch(clock: { now(): number }): (serial: string) => boolean {
  const recent = new Map<string, number[]>()
  return (serial) => {
    const now = clock.now()
    const times = (recent.get(serial) ?? []).filter((time) => now - time < windowMs)
    times.push(now)
    recent.delete(serial)
    recent.set(serial, times)
    // The oldest entries are those that were not heard of for longest.
    if (recent.size > 10_000) recent.delete(recent.keys().next().value!)
    return times.length > takeoversOfOneDevice
  }
}
