import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlans } from './plans.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startPlans(rows: { plan: object | null }[]) {
  const sent: string[] = []
  const warn = vi.fn()
  const row = vi.fn(async () => {
    const next = rows.shift()
    if (!next) throw new Error('away')
    return next
  })
  const plans = createPlans({
    db: { row } as never,
    log: { warn } as never,
    transport: () => ({ publish: (...parts: string[]) => sent.push(parts.join(' ')) }) as never,
    isClosing: () => false,
  })
  return { plans, sent, row, warn }
}

test('a controller that says again and again that it is there gets its plan at once, and once after the last time', async () => {
  const { plans, sent, row } = startPlans([{ plan: { rev: 1 } }, { plan: { rev: 2 } }])
  await plans.ask('A')
  for (let times = 0; times < 100; times++) await plans.ask('A')
  expect(sent).toEqual(['A plan {"rev":1}'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['A plan {"rev":1}', 'A plan {"rev":2}'])
  expect(row).toHaveBeenCalledTimes(2)
})

test('one without a plan gets nothing, and a database that is away is noted', async () => {
  const { plans, sent, warn } = startPlans([{ plan: null }])
  await plans.ask('A')
  await plans.ask('B')
  expect(sent).toEqual([])
  expect(warn).toHaveBeenCalledTimes(1)
})

test('after the link is closed nothing more is sent', async () => {
  const { plans, sent } = startPlans([{ plan: { rev: 1 } }, { plan: { rev: 2 } }])
  await plans.ask('A')
  await plans.ask('A')
  plans.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['A plan {"rev":1}'])
})
