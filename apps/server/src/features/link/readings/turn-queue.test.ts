import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTurnQueue } from './turn-queue.ts'

const all = { items: 1000, bytes: 1e9 }

describe('a queue of turns', () => {
  it('takes one of each owner in turn', () => {
    const queue = createTurnQueue<string>(() => 1)
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item[0]!, item)
    expect(queue.take({ items: 4, bytes: 100 })).toEqual(['a1', 'b1', 'c1', 'a2'])
    queue.add('b', 'b2')
    expect(queue.take(all)).toEqual(['c2', 'a3', 'b2'])
    expect(queue.take(all)).toEqual([])
  })

  it('takes an item beyond the limit alone', () => {
    const queue = createTurnQueue<number>((bytes) => bytes)
    for (const [index, bytes] of [500, 60, 50, 1].entries()) queue.add(`${index}`, bytes)
    const limits = { items: 10, bytes: 100 }
    expect([queue.take(limits), queue.take(limits), queue.take(limits)]).toEqual([[500], [60], [50, 1]])
  })

  it('loses nothing and keeps the order of each owner', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.option(fc.integer({ min: 1, max: 5 })))),
        (steps) => {
          const queue = createTurnQueue<[string, number]>(() => 1)
          const taken: [string, number][] = []
          for (const [index, [owner, count]] of steps.entries()) {
            queue.add(owner, [owner, index])
            if (count !== null) taken.push(...queue.take({ items: count, bytes: 100 }))
          }
          taken.push(...queue.take(all))
          expect(queue.size()).toBe(0)
          expect(taken).toHaveLength(steps.length)
          for (const owner of ['a', 'b', 'c']) {
            const own = taken.filter(([name]) => name === owner).map(([, index]) => index)
            expect(own).toEqual(own.toSorted((a, b) => a - b))
          }
        },
      ),
    )
  })
})
