import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryAt, startLeasedWork } from './leased-work.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

/** Pieces that end when a test says so. */
function startWork() {
  const due: number[] = []
  const ends = new Map<number, () => void>()
  const takes: { own: number[]; now: number; leasedUntil: number }[] = []
  const extended: { own: number[]; leasedUntil: number }[] = []
  const broken = { take: false, extend: false }
  const closing = new AbortController()
  const work = startLeasedWork(
    { clock: Date, log: pino({ enabled: false }) },
    {
      name: 'test',
      async take(own, lease) {
        takes.push({ own: [...own], ...lease })
        if (broken.take) throw new Error('no database')
        return due.splice(0).map((id) => ({ id }))
      },
      async extend(own, leasedUntil) {
        extended.push({ own: [...own], leasedUntil })
        if (broken.extend) throw new Error('no database')
      },
      async start({ id }) {
        return { finished: new Promise((resolve) => ends.set(id, resolve)) }
      },
    },
    closing,
  )
  return { work, due, ends, takes, extended, broken, closing }
}

test('what this process is at is leased on, and taken by nobody else; what has ended is neither', async () => {
  const { work, due, ends, takes, extended } = startWork()
  due.push(1, 2)
  await work.begin()
  expect([...ends.keys()]).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(extended).toEqual([{ own: [1, 2], leasedUntil: 1_075_000 }])
  expect(takes.at(-1)).toEqual({ own: [1, 2], now: 1_015_000, leasedUntil: 1_075_000 })
  ends.get(1)!()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(takes.at(-1)!.own).toEqual([2])
  expect(extended.at(-1)!.own).toEqual([2])
})

test('a database that is away for a while stops nothing: it is looked again soon', async () => {
  const { work, due, ends, broken } = startWork()
  await work.begin()
  broken.take = true
  broken.extend = true
  due.push(3)
  await work.begin()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ends.size).toBe(0)
  broken.take = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect([...ends.keys()]).toEqual([3])
})

test('closing asks what runs to stop, waits for it, and takes nothing more', async () => {
  const { work, due, ends, takes, closing } = startWork()
  due.push(4)
  await work.begin()
  let isClosed = false
  const closed = work.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(closing.signal.aborted).toBe(true)
  expect(isClosed).toBe(false)
  ends.get(4)!()
  await closed
  const before = takes.length
  due.push(5)
  await work.begin()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(takes.length).toBe(before)
})

test('the more failures before, the later the next try, and never later than an hour', () => {
  expect([0, 1, 2, 3, 4, 5, 100].map((failures) => retryAt(failures, 0) / 60_000)).toEqual([
    1, 5, 15, 30, 60, 60, 60,
  ])
})
