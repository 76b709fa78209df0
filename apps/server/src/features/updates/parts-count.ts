/** So many updates are fetched in parts at a time. */
const mostKnown = 10_000

/**
 * Counts what each update has been sent in parts. In memory: a process that starts anew forgives less than one file, as
 * whole ones are counted in the database.
 */
export function createPartsCount() {
  const sent = new Map<number, number>()
  return {
    /** Whether a whole file of this size has gone out with these bytes; what is beyond it begins the next one. */
    isWhole(updateId: number, bytes: number, size: number): boolean {
      const total = (sent.get(updateId) ?? 0) + bytes
      const isWhole = total >= size
      sent.delete(updateId)
      sent.set(updateId, isWhole ? total - size : total)
      if (sent.size > mostKnown) sent.delete(sent.keys().next().value!)
      return isWhole
    },
  }
}
