import { expect, it } from 'vitest'
import { createPacketPace, packetPace } from './packet-pace.ts'

it('allows a burst, and then as many packets as the budget refills, per controller', () => {
  let now = 0
  const pace = createPacketPace(() => now)
  expect(pace('a', packetPace.most)).toBe(0)
  expect(pace('a', packetPace.perSecond)).toBe(1000)
  expect(pace('b', packetPace.most)).toBe(0)
  now = 1000
  expect(pace('a', 0)).toBe(0)
  expect(pace('a', 10)).toBe(5)
  now = 100_000
  expect(pace('a', packetPace.most)).toBe(0)
  expect(pace('a', 2)).toBe(1)
})

it('nobody accumulates more than one burst', () => {
  let now = 0
  const pace = createPacketPace(() => now)
  pace('a', 1)
  now = 9000
  expect(pace('a', packetPace.most + 2)).toBe(1)
})

it('nobody waits for more than five seconds', () => {
  const pace = createPacketPace(() => 0)
  expect([pace('a', 1_000_000), pace('a', 1_000_000)]).toEqual([5000, 5000])
})

it('forgets only those whose budget is full', () => {
  let now = 0
  const pace = createPacketPace(() => now)
  pace('early', packetPace.most)
  now = 10_000
  pace('late', packetPace.most)
  now = 10_001
  expect(pace('late', 12)).toBe(5)
  expect(pace('early', packetPace.most)).toBe(0)
})
