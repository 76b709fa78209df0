import { expect, it } from 'vitest'
import { createTakeoverWatch } from './takeover-watch.ts'

it('treats a device that lost its connection as one, and two that fight for a session as two', () => {
  const clock = { time: 0, now: () => clock.time }
  const isDuplicate = createTakeoverWatch(clock)
  expect([isDuplicate('a'), isDuplicate('a'), isDuplicate('b')]).toEqual([false, false, false])
  expect(isDuplicate('a')).toBe(true)
  clock.time += 121_000
  expect(isDuplicate('a')).toBe(false)
})
