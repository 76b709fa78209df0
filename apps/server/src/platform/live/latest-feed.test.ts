import type { LatestEvent } from '@ohmstead/contract/live-events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLatestFeed, type LatestValues } from './latest-feed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A feed of locations whose current power is `power`. */
function startFeed() {
  const power = new Map<number, number>()
  const reads: number[][] = []
  const events: { at: number; event: LatestEvent }[] = []
  const feed = createLatestFeed({
    findLatest: async (ids) => {
      reads.push([...ids])
      return new Map(
        ids.map((id): [number, LatestValues] => [
          id,
          { time: power.get(id)!, values: { 'grid/power': [power.get(id)!, power.get(id)!] } },
        ]),
      )
    },
    onChange: (event) => events.push({ at: performance.now(), event }),
    onError: (error) => {
      throw error
    },
  })
  return { feed, power, reads, events }
}

test('many changes of one location become five events a second that end with the last value', async () => {
  const { feed, power, events } = startFeed()
  for (let index = 1; index <= 100; index++) {
    power.set(7, index)
    feed.mark([7])
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(1000)
  // Two seconds of changes: one at once, then one each fifth of a second.
  expect(events).toHaveLength(11)
  const gaps = events.slice(1).map(({ at }, index) => at - events[index]!.at)
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(199)
  expect(events.at(-1)!.event).toEqual({ location_id: 7, ts: 100, values: { 'grid/power': [100, 100] } })
})

test('reads locations that are due together in one query', async () => {
  const { feed, power, reads } = startFeed()
  for (const id of [1, 2, 3]) power.set(id, id)
  feed.mark([1, 2])
  feed.mark([3])
  await vi.advanceTimersByTimeAsync(1)
  expect(reads).toEqual([[1, 2, 3]])
})

test('sends nothing for a location that is no longer watched', async () => {
  const { feed, power, events } = startFeed()
  power.set(1, 5)
  feed.mark([1])
  feed.forget(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(events).toEqual([])
})
