import { expect, it } from 'vitest'
import { createTakeoverWatch } from './takeover-watch.ts'

it('takes a device that lost its line for one device, and two that fight for a session for two', () => {
  const clock = { time: 0, now: () => clock.time }
  const isDuplicate = createTakeoverWatch(clock)
  expect([isDuplicate('a'), isDuplicate('a'), isDuplicate('b')]).toEqual([false, false, false])
  expect(isDuplicate('a')).toBe(true)
  clock.time += 121_000
  expect(isDuplicate('a')).toBe(false)
})
