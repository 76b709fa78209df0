/** Both days inclusive, 'YYYY-MM-DD'. */
export interface Days {
  from: string
  to: string
}

/** How far back the readings of a metering point reach; `read_since` is null once the history is complete. */
export interface ReadingsReach {
  from: string | null
  to: string | null
  /** A first import has read everything from this day on, and nothing older yet. */
  read_since: string | null
}

/**
 * The days that figures over a partly imported range are based on: everything shown of it is "so far". Null if the
 * range is imported completely, or not at all.
 */
export function findDaysSoFar(range: Days, { from, to, read_since }: ReadingsReach): Days | null {
  if (read_since === null || from === null || to === null || range.from >= read_since) return null
  const first = from > read_since ? from : read_since
  const last = range.to < to ? range.to : to
  return first <= last ? { from: first, to: last } : null
}
