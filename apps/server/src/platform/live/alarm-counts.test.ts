import { expect, test } from 'vitest'
import { createAlarmCounts } from './alarm-counts.ts'

/** Counts whose reads end when the test says so. */
function startCounts() {
  const reads: { ids: readonly number[]; end: (error?: Error) => void }[] = []
  const sent: [locationId: number, count: number, to: string][] = []
  const errors: unknown[] = []
  const ask = createAlarmCounts<string>({
    read: (ids) => {
      const { promise, resolve, reject } =
        Promise.withResolvers<Map<number, { count: number; unseen: number }>>()
      reads.push({
        ids,
        end: (error) => (error ? reject(error) : resolve(new Map([[1, { count: 3, unseen: 2 }]]))),
      })
      return promise
    },
    send: (event, to) =>
      sent.push([event.location_id, event.count, to === 'everybody' ? to : [...to].join()]),
    onError: (error) => errors.push(error),
  })
  return { ask, reads, sent, errors }
}

test('any number of streams that open during a read share the next one', async () => {
  const { ask, reads, sent } = startCounts()
  ask([1], 'first')
  for (const stream of ['a', 'b', 'c']) ask([1, 2], stream)
  expect(reads.map(({ ids }) => ids)).toEqual([[1]])
  reads[0]!.end()
  await expect.poll(() => reads.map(({ ids }) => ids)).toEqual([[1], [1, 2]])
  reads[1]!.end()
  await expect
    .poll(() => sent)
    .toEqual([
      [1, 3, 'first'],
      [1, 3, 'a,b,c'],
      [2, 0, 'a,b,c'],
    ])
})

test('a change is for everybody, whoever else asked', async () => {
  const { ask, reads, sent } = startCounts()
  ask([5], 'first')
  ask([1], 'a')
  ask([1], 'everybody')
  ask([1], 'b')
  reads[0]!.end()
  await expect.poll(() => reads.length).toBe(2)
  reads[1]!.end()
  await expect.poll(() => sent.at(-1)).toEqual([1, 3, 'everybody'])
})

test('a read that fails does not stop the next one', async () => {
  const { ask, reads, sent, errors } = startCounts()
  ask([1], 'a')
  ask([1], 'b')
  reads[0]!.end(new Error('away'))
  await expect.poll(() => reads.length).toBe(2)
  reads[1]!.end()
  await expect.poll(() => sent).toEqual([[1, 3, 'b']])
  expect(errors).toHaveLength(1)
})
