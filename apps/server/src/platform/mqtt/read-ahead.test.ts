import { expect, it } from 'vitest'
import { createReadAhead } from './read-ahead.ts'

const megabyte = 1024 * 1024

it('a slot reads until so many messages or bytes of it wait, and goes on when they are stored', () => {
  const readAhead = createReadAhead()
  const [small, large, other] = [readAhead.open(), readAhead.open(), readAhead.open()]
  const releases = Array.from({ length: 599 }, () => small.hold(1))
  expect(small.mayRead()).toBe(true)
  releases.push(small.hold(1))
  expect(small.mayRead()).toBe(false)
  releases.pop()!()
  expect(small.mayRead()).toBe(true)

  for (let message = 0; message < 3; message++) large.hold(megabyte)
  expect(large.mayRead()).toBe(true)
  const release = large.hold(megabyte)
  expect([large.mayRead(), other.mayRead()]).toEqual([false, true])
  release()
  expect(large.mayRead()).toBe(true)
})

it('all slots together hold no more than their bytes, and one that holds nothing always reads', () => {
  const readAhead = createReadAhead()
  const slots = Array.from({ length: 22 }, () => readAhead.open())
  const releases = slots.flatMap((slot) => [1, 2, 3].map(() => slot.hold(megabyte)))
  expect(readAhead.messages()).toBe(66)
  expect(slots.map((slot) => slot.mayRead())).not.toContain(true)
  expect(readAhead.open().mayRead()).toBe(true)
  for (const release of releases.slice(3)) release()
  expect(slots[0]!.mayRead()).toBe(true)
})

it('counts each message and what it takes besides its bytes until it is released', () => {
  const readAhead = createReadAhead()
  const releases = [readAhead.open(), readAhead.open()].map((slot) => slot.hold(1000))
  expect([readAhead.messages(), readAhead.bytes()]).toEqual([2, 2 * 1512])
  for (const release of releases) release()
  expect([readAhead.messages(), readAhead.bytes()]).toEqual([0, 0])
})
