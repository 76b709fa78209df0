import type { AlarmsEvent } from '@ohmstead/contract/live-events'

type Counts = Pick<AlarmsEvent, 'count' | 'unseen'>

/** Whom a count is for; `everybody` who watches the location. */
type Recipients<Stream> = Set<Stream> | 'everybody'

/**
 * Counts open alarms for streams. One read runs at a time; what is asked for meanwhile waits for the next, so that
 * any number of streams that open at once costs few queries.
 */
export function createAlarmCounts<Stream>(options: {
  read(locationIds: readonly number[]): Promise<ReadonlyMap<number, Counts>>
  send(event: AlarmsEvent, to: Recipients<Stream>): void
  onError(error: unknown): void
}) {
  let asked = new Map<number, Recipients<Stream>>()
  let isReading = false

  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    while (asked.size > 0) {
      const due = asked
      asked = new Map()
      try {
        const counts = await options.read([...due.keys()])
        for (const [id, to] of due)
          options.send({ location_id: id, ...(counts.get(id) ?? { count: 0, unseen: 0 }) }, to)
      } catch (error) {
        options.onError(error)
      }
    }
    isReading = false
  }

  return (locationIds: Iterable<number>, to: Stream | 'everybody') => {
    for (const id of locationIds) {
      const known = asked.get(id)
      if (to === 'everybody') asked.set(id, 'everybody')
      else if (known === undefined) asked.set(id, new Set([to]))
      else if (known !== 'everybody') known.add(to)
    }
    void readAll()
  }
}
