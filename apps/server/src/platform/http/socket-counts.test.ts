import { expect, test } from 'vitest'
import { createSocketCounts } from './socket-counts.ts'

test('a network has its limit, which its closed connections free; others and this machine have theirs', () => {
  const counts = createSocketCounts({ ofOneNetwork: 2, altogether: 5 })
  const first = counts.add('2001:db8::1')
  counts.add('2001:db8::2')
  expect(counts.mayHaveMore('2001:db8::3')).toBe(false)
  expect(counts.mayHaveMore('2001:db9::1')).toBe(true)
  first()
  first()
  expect(counts.mayHaveMore('2001:db8::3')).toBe(true)
  for (const _ of [1, 2, 3]) counts.add('127.0.0.1')
  expect(counts.mayHaveMore('127.0.0.1')).toBe(true)
  expect(counts.isFull()).toBe(false)
  counts.add('127.0.0.1')
  expect(counts.isFull()).toBe(true)
})
