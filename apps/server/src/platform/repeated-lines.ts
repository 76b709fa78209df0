/** How often a failure that repeats is worth a line of the log. */
const everyMs = 60_000

/**
 * For work that meets the same failure again and again while something is away: a new reason is worth a line at once, a
 * repeated one once a minute. Returns null for no line, else how many were left out since the last.
 */
export function createRepeatedLines(
  now = () => performance.now(),
): (reason: string) => { unlogged: number } | null {
  let last: { reason: string; at: number } | null = null
  let unlogged = 0
  return (reason) => {
    if (last?.reason === reason && now() - last.at < everyMs) {
      unlogged += 1
      return null
    }
    last = { reason, at: now() }
    const line = { unlogged }
    unlogged = 0
    return line
  }
}
