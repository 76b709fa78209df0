import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { startUpkeep } from './start-upkeep.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hourMs = 3_600_000

test('a chore that fails is counted and tried again an hour later, and none keeps the others from their turn', async () => {
  const fails = () => Promise.reject(new Error('away'))
  const db = { at: () => db, row: fails, rows: fails, run: fails, transaction: fails } as unknown as Db
  const error = vi.fn()
  const upkeep = startUpkeep({
    ...{ db, clock: { now: () => Date.now() }, log: { error } },
    settings: { auditRetentionDays: 365 },
  } as never)
  await vi.advanceTimersByTimeAsync(0)
  const chores = upkeep.findStates().map(({ chore }) => chore)
  expect(new Set(chores).size).toBe(chores.length)
  const failures = () => upkeep.findStates().map((state) => state.failures)
  expect(failures()).toEqual(chores.map(() => 1))
  expect(upkeep.findStates().map(({ doneAt }) => doneAt)).toEqual(chores.map(() => null))
  expect(error).toHaveBeenCalledTimes(chores.length)
  await vi.advanceTimersByTimeAsync(hourMs)
  // That one is for once a day.
  expect(failures()).toEqual(chores.map((chore) => (chore === 'old_rows' ? 1 : 2)))
  await upkeep.close()
})
