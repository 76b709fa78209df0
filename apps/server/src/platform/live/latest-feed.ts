import type { LatestEvent } from '@ohmstead/contract/live-events'

export interface LatestValues {
  /** The newest instant among the values. */
  time: number | null
  values: LatestEvent['values']
}

/** At most five events a second for one location. */
const pauseMs = 200

export interface LatestFeed {
  /** These locations have newer values: they are read as soon as their pause is over, all that are due in one query. */
  mark(locationIds: readonly number[]): void
  /** The last complete state sent; undefined before the first read. */
  current(locationId: number): LatestEvent | undefined
  forget(locationId: number): void
  close(): void
}

/**
 * Turns "something is newer" into events with what changed. One read runs at a time; locations marked meanwhile
 * wait for the next, so that a burst of notices costs few queries and no location waits longer than one of them.
 * The first event of a location is complete and is sent even without values.
 */
export function createLatestFeed(options: {
  findLatest(locationIds: readonly number[]): Promise<ReadonlyMap<number, LatestValues>>
  onChange(event: LatestEvent): void
  onError(error: unknown): void
}): LatestFeed {
  const marked = new Set<number>()
  const sent = new Map<number, { event: LatestEvent; at: number }>()
  let isReading = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function schedule() {
    if (isReading || isClosed || marked.size === 0) return
    const now = performance.now()
    const waits = [...marked].map((id) => (sent.get(id)?.at ?? Number.NEGATIVE_INFINITY) + pauseMs - now)
    clearTimeout(timer)
    timer = setTimeout(read, Math.max(0, Math.min(...waits)))
    timer.unref()
  }

  async function read() {
    const now = performance.now()
    const due = [...marked].filter(
      (id) => (sent.get(id)?.at ?? Number.NEGATIVE_INFINITY) + pauseMs <= now + 1,
    )
    if (due.length === 0) return schedule()
    for (const id of due) marked.delete(id)
    isReading = true
    try {
      const found = await options.findLatest(due)
      if (!isClosed) for (const id of due) publish(id, found.get(id) ?? { time: null, values: {} })
    } catch (error) {
      options.onError(error)
    } finally {
      isReading = false
      schedule()
    }
  }

  function publish(locationId: number, { time, values }: LatestValues) {
    const before = sent.get(locationId)?.event
    sent.set(locationId, { event: { location_id: locationId, ts: time, values }, at: performance.now() })
    const changed = Object.entries(values).filter(([key, [ts, value]]) => {
      const known = before?.values[key]
      return !known || known[0] !== ts || known[1] !== value
    })
    if (before && changed.length === 0) return
    options.onChange({ location_id: locationId, ts: time, values: Object.fromEntries(changed) })
  }

  return {
    mark: (locationIds) => {
      for (const id of locationIds) marked.add(id)
      schedule()
    },
    current: (locationId) => sent.get(locationId)?.event,
    forget: (locationId) => {
      marked.delete(locationId)
      sent.delete(locationId)
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
