import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { createRealtime } from './realtime.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A location with one controller that listens; `sent` counts the requests to it. */
function createHarness() {
  const sent = vi.fn()
  const db = {
    rows: async ({ text }: { text: string }) => (text.includes('pg_notify') ? sent() : [{ unit_id: 'S' }]),
  } as unknown as Db
  const realtime = createRealtime({ db, clock: { now: () => 0 }, log: pino({ level: 'silent' }) })
  const count = async () => {
    await vi.advanceTimersByTimeAsync(0)
    return sent.mock.calls.length
  }
  return { realtime, count }
}

test('a watched location is requested at once, and again before the request expires', async () => {
  const { realtime, count } = createHarness()
  realtime.setWatched(7, true)
  realtime.setWatched(7, true)
  expect(await count()).toBe(1)
  await vi.advanceTimersByTimeAsync(299_000)
  expect(await count()).toBe(2)
  realtime.setWatched(7, false)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await count()).toBe(2)
})

test('a controller that comes back gets a request only while somebody watches its location', async () => {
  const { realtime, count } = createHarness()
  realtime.handleOnline({ serial: 'S', locationId: 7 })
  realtime.handleOnline({ serial: 'S', locationId: null })
  expect(await count()).toBe(0)
  realtime.setWatched(7, true)
  expect(await count()).toBe(1)
  realtime.handleOnline({ serial: 'S', locationId: 7 })
  expect(await count()).toBe(2)
})

test('nothing is requested any more once the link is closed', async () => {
  const { realtime, count } = createHarness()
  realtime.setWatched(7, true)
  expect(await count()).toBe(1)
  realtime.close()
  realtime.handleOnline({ serial: 'S', locationId: 7 })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await count()).toBe(1)
})
