import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../app-error.ts'
import type { BrokerCredentials } from './broker-credentials.ts'
import { createAccountsWatch } from './watch-accounts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startWatch(obstacles: (string | null | Error)[], missing = [2]) {
  const [info, warn] = [vi.fn(), vi.fn()]
  const fill = vi.fn<BrokerCredentials['fill']>(async () => ({
    added: 3,
    replaced: 0,
    removed: 0,
    missing: missing.length > 1 ? missing.shift()! : missing[0]!,
  }))
  const findObstacle = vi.fn<BrokerCredentials['findObstacle']>(async () => {
    const next = obstacles.length > 1 ? obstacles.shift()! : obstacles[0]!
    if (next instanceof Error) throw next
    return next
  })
  const credentials: BrokerCredentials = {
    set: async () => {},
    setAll: async () => {},
    findObstacle,
    fill,
  }
  const findAccounts = async () => []
  const watch = createAccountsWatch({
    credentials,
    findAccounts,
    log: { info, warn } as never,
  })
  return { watch, info, warn, fill, findObstacle, findAccounts }
}

test('names what the broker cannot do once, asks again every minute, and then fills it', async () => {
  const { watch, info, warn, fill } = startWatch(['no plugin', 'no plugin', null])
  await watch.check()
  expect(warn.mock.calls).toEqual([
    [{ reason: 'no plugin' }, 'controllers cannot be added or revoked at the broker'],
  ])
  expect(watch.state()).toEqual({ obstacle: 'no plugin', missing: 0 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(warn).toHaveBeenCalledTimes(1)
  expect(fill).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(info).toHaveBeenCalledTimes(1)
  expect(fill).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls.slice(1).map(([fields]) => fields)).toEqual([{ added: 3 }, { missing: 2 }])
  expect(watch.state()).toEqual({ obstacle: null, missing: 2 })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(fill).toHaveBeenCalledTimes(1)
})

test('a connection made while the one before is still being asked is asked afterwards', async () => {
  const { watch, warn, fill } = startWatch([null, 'no plugin'])
  const first = Promise.withResolvers<Awaited<ReturnType<typeof fill>>>()
  fill.mockImplementationOnce(() => first.promise)
  void watch.check()
  await vi.advanceTimersByTimeAsync(0)
  void watch.check()
  first.reject(new Error('no answer'))
  await vi.advanceTimersByTimeAsync(0)
  expect(watch.state().obstacle).toBe('no plugin')
  expect(warn.mock.calls.map(([fields]) => fields.reason)).toEqual(['no answer', 'no plugin'])
})

test('accounts that could not be compared are compared a minute later', async () => {
  const { watch, fill } = startWatch([null])
  fill.mockRejectedValueOnce(new Error('no answer'))
  await watch.check()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fill).toHaveBeenCalledTimes(2)
  expect(watch.state().missing).toBe(2)
})

test('a broker that is away is an obstacle with its cause, and a closed watch asks no more', async () => {
  const away = Object.assign(new AppError('unavailable'), { cause: new Error('ECONNREFUSED') })
  const { watch, warn, findObstacle } = startWatch([away])
  await watch.check()
  expect(watch.state().obstacle).toBe('ECONNREFUSED')
  await watch.close()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(findObstacle).toHaveBeenCalledTimes(1)
  expect(warn).toHaveBeenCalledTimes(1)
})

test('controllers that the broker does not know are named again when there are more or fewer of them', async () => {
  const { watch, warn } = startWatch([null], [2, 2, 5, 0, 5])
  const named = () => warn.mock.calls.flatMap(([fields]) => fields.missing ?? [])
  for (const [check, expected] of [[2], [2], [2, 5], [2, 5], [2, 5, 5]].entries()) {
    await watch.check()
    expect([check, named()]).toEqual([check, expected])
  }
})

test('as many unknown controllers as before are named again after an obstacle', async () => {
  const { watch, warn } = startWatch([null, 'no plugin', null])
  for (let times = 0; times < 3; times++) await watch.check()
  expect(warn.mock.calls.filter(([fields]) => 'missing' in fields)).toHaveLength(2)
})

test('accounts are added and removed, never replaced, and both is said', async () => {
  const { watch, info, warn, fill, findAccounts } = startWatch([null])
  fill.mockResolvedValueOnce({ added: 0, replaced: 0, removed: 1, missing: 0 })
  await watch.check()
  expect(fill.mock.calls).toEqual([[{ findAccounts, replacesOthers: false }]])
  expect(info.mock.calls.map(([fields]) => fields)).toEqual([{ removed: 1 }])
  expect(warn).not.toHaveBeenCalled()
})

test('a connection made while another look is due takes its place', async () => {
  const { watch, findObstacle } = startWatch(['no plugin'])
  await watch.check()
  await vi.advanceTimersByTimeAsync(30_000)
  await watch.check()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(findObstacle).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(findObstacle).toHaveBeenCalledTimes(3)
})

test('a watch that is closed waits for its answer, says nothing more and asks no more', async () => {
  const { watch, warn, findObstacle } = startWatch(['no plugin'])
  const answer = Promise.withResolvers<string | null>()
  findObstacle.mockImplementationOnce(() => answer.promise)
  void watch.check()
  void watch.check()
  let isClosed = false
  const closed = watch.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(isClosed).toBe(false)
  answer.resolve('no plugin')
  await closed
  await vi.advanceTimersByTimeAsync(600_000)
  expect(findObstacle).toHaveBeenCalledTimes(1)
  expect(warn).not.toHaveBeenCalled()
})
