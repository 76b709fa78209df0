import { expect, test } from 'vitest'
import { formatTag, setHourCycle, watchHourCycle } from './locale.ts'
import { getFormat } from './use-format.ts'

test('another clock is announced once to components showing times, and no more after they unmount', () => {
  let calls = 0
  const stop = watchHourCycle(() => {
    calls++
  })
  setHourCycle('24h')
  expect(calls).toBe(0)
  setHourCycle('12h')
  setHourCycle('12h')
  expect([calls, formatTag('en')]).toEqual([1, 'en-GB-u-hc-h12'])
  expect(getFormat('en').time(Date.UTC(2026, 0, 1, 15, 5), 'UTC')).toBe('03:05 pm')
  stop()
  setHourCycle(undefined)
  expect([calls, formatTag('en')]).toEqual([1, 'en-GB-u-hc-h23'])
})
