import { expect, test } from 'vitest'
import { createRepeatedLines } from './repeated-lines.ts'

test('an outage is a line a minute however often it is met, and another reason a line at once', () => {
  let now = 0
  const take = createRepeatedLines(() => now)
  const lines = Array.from({ length: 130 }, () => {
    const line = take('connection refused')
    now += 1_000
    return line
  })
  expect(lines.filter(Boolean)).toEqual([{ unlogged: 0 }, { unlogged: 59 }, { unlogged: 59 }])
  expect(take('wrong password')).toEqual({ unlogged: 9 })
  expect(take('wrong password')).toBeNull()
})
