import { afterEach, expect, test, vi } from 'vitest'
import { gather } from './gather.ts'

const settle = () => new Promise(setImmediate)
afterEach(() => vi.useRealTimers())

function createWork(most: number, lingerMs?: number) {
  const calls: { items: readonly string[]; end: () => void; fail: () => void }[] = []
  const ask = gather(
    most,
    (items: readonly string[]) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>()
      calls.push({
        items,
        end: () => resolve(items.map((item) => item.toUpperCase())),
        fail: () => reject(new Error(`not ${items}`)),
      })
      return promise
    },
    lingerMs,
  )
  return { calls, ask, items: () => calls.map(({ items }) => items.join('')) }
}

test('what is asked for while work is under way goes together in the next call, and each gets its own answer', async () => {
  const { calls, ask, items } = createWork(10)
  const first = [ask('a'), ask('b')]
  await settle()
  const later = [ask('c'), ask('d')]
  await settle()
  expect(items()).toEqual(['ab'])
  calls[0]!.end()
  expect(await Promise.all(first)).toEqual(['A', 'B'])
  await settle()
  expect(items()).toEqual(['ab', 'cd'])
  calls[1]!.end()
  expect(await Promise.all(later)).toEqual(['C', 'D'])
})

test('what is asked for when nothing is under way any more is done, also after a failure', async () => {
  const { calls, ask, items } = createWork(10)
  const first = ask('a')
  await settle()
  calls[0]!.end()
  expect(await first).toBe('A')
  await settle()
  const bad = ask('b')
  await settle()
  calls[1]!.fail()
  await expect(bad).rejects.toThrow('not b')
  await settle()
  void ask('c')
  await settle()
  expect(items()).toEqual(['a', 'b', 'c'])
})

test('a call has no more than it may, and the rest follows', async () => {
  const { calls, ask, items } = createWork(2)
  const all = Promise.all(['a', 'b', 'c'].map(ask))
  for (const index of [0, 1]) {
    await settle()
    calls[index]!.end()
  }
  expect(await all).toEqual(['A', 'B', 'C'])
  expect(items()).toEqual(['ab', 'c'])
})

test('a call that fails fails for its own items only', async () => {
  const { calls, ask } = createWork(1)
  const [bad, good] = [ask('a'), ask('b')]
  await settle()
  calls[0]!.fail()
  await expect(bad).rejects.toThrow('not a')
  await settle()
  calls[1]!.end()
  expect(await good).toBe('B')
})

test('of a crowd the next call waits for more, and who comes alone does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { calls, ask, items } = createWork(3, 50)
  void ask('a')
  await settle()
  expect(items()).toEqual(['a'])
  void ask('b')
  calls[0]!.end()
  await settle()
  void ask('c')
  await settle()
  expect(items()).toEqual(['a'])
  vi.advanceTimersByTime(50)
  await settle()
  expect(items()).toEqual(['a', 'bc'])
  // As many as go together wait for nobody.
  for (const item of ['d', 'e', 'f']) void ask(item)
  calls[1]!.end()
  await settle()
  expect(items()).toEqual(['a', 'bc', 'def'])
  calls[2]!.end()
  await settle()
  void ask('g')
  await settle()
  expect(items()).toEqual(['a', 'bc', 'def', 'g'])
})
