import { beforeEach, expect, test } from 'vitest'
import { createRequestBudgets, type RequestBudgets, requestBudget } from './request-budget.ts'

let now: number
let budgets: RequestBudgets
beforeEach(() => {
  now = 1_000_000
  budgets = createRequestBudgets(() => now)
})

/** How many requests of this cost pass before one is refused. */
function countPassed(person: number, cost: number): number {
  for (let passed = 0; passed < 100_000; passed++) {
    try {
      budgets.charge(person, cost)
    } catch {
      return passed
    }
  }
  return Number.POSITIVE_INFINITY
}

test('allows fewer costly requests than cheap ones', () => {
  expect([countPassed(1, 1), countPassed(2, 10), countPassed(3, 100)]).toEqual([6000, 600, 60])
})

test('a person who has spent everything waits as long as told, and nobody else does', () => {
  countPassed(1, 100)
  expect(() => budgets.charge(1, 100)).toThrow(
    expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 1 }),
  )
  budgets.charge(2, 100)
  now += 1000
  budgets.charge(1, 100)
  expect(() => budgets.charge(1, 1)).toThrow('too_many_requests')
})

test('a budget refills to its maximum and no further', () => {
  countPassed(1, 1)
  now += 3_600_000
  budgets.charge(2, 1)
  expect(countPassed(1, 1)).toBe(requestBudget.most)
})

test('a pace within the refill rate is never refused', () => {
  for (let request = 0; request < 50_000; request++) {
    budgets.charge(1, 1)
    now += 1000 / requestBudget.perSecond
  }
})
