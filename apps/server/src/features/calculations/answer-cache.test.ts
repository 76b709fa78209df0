import { expect, test } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'

/** Work that ends on the test's command, or when it is cancelled. */
function createWork() {
  const end = Promise.withResolvers<string>()
  const begun: AbortSignal[] = []
  return {
    end: end.resolve,
    begun,
    answer: (signal: AbortSignal) => {
      begun.push(signal)
      signal.addEventListener('abort', () => end.reject(signal.reason))
      return end.promise
    },
  }
}

test('several callers with the same question share one answer, which is cached', async () => {
  const cache = createAnswerCache()
  const work = createWork()
  const asked = [1, 2, 3].map(() => cache.get('key', work.answer))
  work.end('42')
  expect(await Promise.all(asked)).toEqual(['42', '42', '42'])
  expect(await cache.get('key', work.answer)).toBe('42')
  expect(work.begun).toHaveLength(1)
})

test('a caller who leaves does not cost the others their answer', async () => {
  const cache = createAnswerCache()
  const work = createWork()
  const gone = new AbortController()
  const first = cache.get('key', work.answer, gone.signal)
  const second = cache.get('key', work.answer)
  gone.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(work.begun[0]!.aborted).toBe(false)
  work.end('42')
  expect(await second).toBe('42')
})

test('work that all callers have left is cancelled, and the next caller starts again', async () => {
  const cache = createAnswerCache()
  const work = createWork()
  const gone = new AbortController()
  const asked = [1, 2].map(() => cache.get('key', work.answer, gone.signal))
  gone.abort(new Error('gone'))
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(work.begun[0]!.aborted).toBe(true)
  const again = createWork()
  again.end('42')
  expect(await cache.get('key', again.answer)).toBe('42')
})

test('forgets the oldest answers first', async () => {
  const cache = createAnswerCache(10)
  const ask = (key: string, text: string) => cache.get(key, async () => text)
  await ask('a', '12345')
  await ask('b', '12345')
  await ask('a', 'kept')
  await ask('c', '12345')
  expect([await ask('a', 'new'), await ask('b', 'new')]).toEqual(['12345', 'new'])
})
