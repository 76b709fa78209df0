import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { isCloudReachable, noteAnswer, setProbe, subscribeToReachability } from './reachability.ts'
import { send } from './send.ts'
import { stopSlowCalls, subscribeToSlowCalls } from './slow-calls.ts'

/** A server that never answers. */
const silent = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setProbe(async () => true)
  noteAnswer()
})

test('a call times out: a read after half a minute, a change after a whole one', async () => {
  vi.stubGlobal('fetch', silent)
  const read = codeOf(send('/api/a', { method: 'GET' }, 'read'))
  const change = codeOf(send('/api/a', { method: 'PUT' }, 'change'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await read).toBe('timeout')
  await vi.advanceTimersByTimeAsync(30_000)
  // It may have been carried out.
  expect(await change).toBe('unanswered')
})

test('after some seconds a call is slow and can be cancelled; others continue', async () => {
  vi.stubGlobal('fetch', silent)
  const notified: boolean[] = []
  const leave = subscribeToSlowCalls((isSlow) => notified.push(isSlow))
  const first = codeOf(send('/api/a', { method: 'GET' }, 'read'))
  await vi.advanceTimersByTimeAsync(4000)
  const second = codeOf(send('/api/b', { method: 'GET' }, 'read'))
  const file = codeOf(send('/api/file', { method: 'GET' }, 'file'))
  expect(notified).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(notified).toEqual([true])
  stopSlowCalls()
  expect(await first).toBe('stopped')
  expect(notified).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await second).toBe('timeout')
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await file).toBe('timeout')
  leave()
})

test('a caller may abort the call, which is no failure', async () => {
  vi.stubGlobal('fetch', silent)
  const asker = new AbortController()
  const call = codeOf(send('/api/a', { method: 'GET', signal: asker.signal }, 'read'))
  const gone = new Error('gone')
  asker.abort(gone)
  expect(await call).toBe(gone)
})

test('one lost call is no lost connection; the cloud is polled until it answers again', async () => {
  const states: boolean[] = []
  const leave = subscribeToReachability((isReachable) => states.push(isReachable))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
  expect(await codeOf(send('/api/a', { method: 'GET' }, 'read'))).toBe('offline')
  await vi.advanceTimersByTimeAsync(0)
  expect(states).toEqual([])

  let isUp = false
  setProbe(async () => isUp)
  expect(await codeOf(send('/api/a', { method: 'GET' }, 'read'))).toBe('offline')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toEqual([false])
  expect(isCloudReachable()).toBe(false)
  isUp = true
  await vi.advanceTimersByTimeAsync(3000)
  expect(states).toEqual([false, true])
  leave()
})
