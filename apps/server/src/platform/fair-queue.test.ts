import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const [ana, bor, cene] = [1, 2, 3]

function queueOf(...items: [number, string][]) {
  const queue = createFairQueue<string>()
  for (const [person, item] of items) queue.add(person, item)
  return queue
}

test('people take turns, each in the order of their requests', () => {
  const queue = queueOf([ana, 'a1'], [ana, 'a2'], [ana, 'a3'], [bor, 'b1'], [cene, 'c1'], [bor, 'b2'])
  const order: (string | undefined)[] = []
  for (let item = queue.take(); item; item = queue.take()) order.push(item)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(queue.size).toBe(0)
})

test('somebody who may not have a turn now keeps their place', () => {
  const queue = queueOf([ana, 'a1'], [bor, 'b1'])
  expect(queue.take((person) => person !== ana)).toBe('b1')
  expect(queue.take((person) => person !== ana)).toBeUndefined()
  expect(queue.take()).toBe('a1')
})

test('removed items are no longer in the queue', () => {
  const queue = queueOf([ana, 'a1'], [ana, 'a2'])
  expect(queue.remove(ana, 'a1')).toBe(true)
  expect(queue.remove(ana, 'a1')).toBe(false)
  expect([queue.countOf(ana), queue.take(), queue.size]).toEqual([1, 'a2', 0])
})

test('an overflow removes items of the person with the most', () => {
  const queue = queueOf([ana, 'a1'], [ana, 'a2'], [bor, 'b1'])
  expect([queue.takeFromLongest(), queue.take(), queue.take()]).toEqual(['a2', 'a1', 'b1'])
  expect(queue.takeFromLongest()).toBeUndefined()
})

test('nobody waits for more than one turn of each other person, and nothing is lost or duplicated', () => {
  const asked = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 60 })
  fc.assert(
    fc.property(asked, (people) => {
      const queue = createFairQueue<{ person: number; at: number }>()
      for (const [at, person] of people.entries()) queue.add(person, { person, at })
      const served: { person: number; at: number }[] = []
      for (let item = queue.take(); item; item = queue.take()) served.push(item)
      expect(served.map(({ at }) => at).sort((a, b) => a - b)).toEqual(people.map((_, at) => at))
      for (const person of new Set(people)) {
        const turns = served.flatMap((one, at) => (one.person === person ? [at] : []))
        const others = new Set(people).size
        for (const [number, turn] of turns.entries()) expect(turn).toBeLessThan((number + 1) * others)
      }
    }),
  )
})
