import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chanceAbove, judgeBudget, type MonthAgainstBudget, stateOfBudget } from './budget-rules.ts'

const cents = (most: number) =>
  fc.integer({ min: -most, max: most }).map((digits) => (digits / 100).toFixed(2))
const budget = fc.integer({ min: 1, max: 50_000 }).map((digits) => (digits / 100).toFixed(2))
const month: fc.Arbitrary<MonthAgainstBudget> = fc.record({
  payable: fc.option(cents(60_000)),
  isProvisional: fc.boolean(),
  payables: fc.oneof(
    fc.constant([]),
    fc.array(cents(60_000), { minLength: 41, maxLength: 41 }).map((all) => all.toSorted((a, b) => +a - +b)),
  ),
})

describe('property', () => {
  test('"exceeded" is never raised while the bill so far is below the budget, or unknown', () => {
    fc.assert(
      fc.property(budget, month, (amount, facts) => {
        const { raise } = judgeBudget(amount, facts)
        const isAbove = facts.payable !== null && Number(facts.payable) > Number(amount)
        if (!isAbove || facts.isProvisional) expect(raise).not.toContain('BUDGET_EXCEEDED')
        else expect(raise).toEqual(['BUDGET_EXCEEDED'])
        expect(stateOfBudget(amount, facts) === 'exceeded').toBe(raise.includes('BUDGET_EXCEEDED'))
      }),
    )
  })

  test('"likely" is raised only if three drawn months of four cost more', () => {
    fc.assert(
      fc.property(budget, month, (amount, facts) => {
        const { raise } = judgeBudget(amount, facts)
        if (!raise.includes('BUDGET_LIKELY')) return
        const above = facts.payables.filter((one) => Number(one) > Number(amount)).length
        expect(above / facts.payables.length).toBeGreaterThanOrEqual(0.75)
      }),
    )
  })

  test('nothing is raised and cleared at once, and a raised budget raises nothing more', () => {
    fc.assert(
      fc.property(budget, budget, month, (a, b, facts) => {
        const [low, high] = [a, b].toSorted((x, y) => +x - +y) as [string, string]
        const [lower, higher] = [judgeBudget(low, facts), judgeBudget(high, facts)]
        for (const { raise, clear } of [lower, higher])
          expect(raise.filter((one) => clear.includes(one))).toEqual([])
        if (higher.raise.includes('BUDGET_EXCEEDED')) expect(lower.raise).toEqual(['BUDGET_EXCEEDED'])
        if (higher.raise.length > 0) expect(lower.raise.length).toBeGreaterThan(0)
      }),
    )
  })
})

test.each([
  [0, 'within', [], ['BUDGET_LIKELY']],
  [19, 'within', [], ['BUDGET_LIKELY']],
  [20, 'unknown', [], []],
  [29, 'unknown', [], []],
  [30, 'likely', ['BUDGET_LIKELY'], []],
  [40, 'likely', ['BUDGET_LIKELY'], []],
] as const)(
  'of 40 drawn months %i above the budget: %s, raises %j, clears %j',
  (above, state, raise, clear) => {
    const payables = Array.from({ length: 40 }, (_, place) => (place < 40 - above ? '90' : '110'))
    // Clearly below so far, so that an "exceeded" of before would be over.
    const facts = { payable: '99', isProvisional: false, payables }
    expect(judgeBudget('100', facts)).toEqual({ raise, clear })
    expect(chanceAbove(payables, '100')).toBe(above / 40)
    expect(stateOfBudget('100', facts)).toBe(state)
  },
)

test('a bill that falls a little below the budget again clears nothing', () => {
  const facts = (payable: string) => ({ payable, isProvisional: false, payables: [] })
  expect(judgeBudget('100', facts('100.01')).raise).toEqual(['BUDGET_EXCEEDED'])
  expect(judgeBudget('100', facts('100'))).toEqual({ raise: [], clear: [] })
  expect(judgeBudget('100', facts('95'))).toEqual({ raise: [], clear: [] })
  expect(judgeBudget('100', facts('94.99')).clear).toEqual(['BUDGET_EXCEEDED'])
})

test('a bill of which too little is known ends no alarm', () => {
  const facts = { payable: '50', payables: [] }
  expect(judgeBudget('100', { ...facts, isProvisional: false }).clear).toEqual(['BUDGET_EXCEEDED'])
  expect(judgeBudget('100', { ...facts, isProvisional: true }).clear).toEqual([])
  expect(judgeBudget('100', { ...facts, payable: null, isProvisional: false }).clear).toEqual([])
})

test('without a forecast and without a bill nothing is said', () => {
  expect(stateOfBudget('100', { payable: null, isProvisional: false, payables: [] })).toBe('unknown')
  expect(judgeBudget('100', { payable: null, isProvisional: false, payables: [] })).toEqual({
    raise: [],
    clear: [],
  })
})
