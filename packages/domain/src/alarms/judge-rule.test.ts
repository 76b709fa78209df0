import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleSettings, RuleTerms } from './alarm-rule.ts'
import { gapOf, judgeLook, judgeLooks, type RuleLook, type RuleState } from './judge-rule.ts'

const minute = 60_000
const settings: RuleSettings = {
  metric: 'power',
  category: 'GRID',
  deviceKey: null,
  condition: 'above',
  ...{ value: 8000, upper: null, clear: 6000 },
}
const above: RuleTerms = { kind: 'metric', settings, durationSeconds: 600 }
const below: RuleTerms = { ...above, settings: { ...settings, condition: 'below', value: 20, clear: 30 } }
const frozen: RuleTerms = {
  ...above,
  settings: { ...settings, condition: 'frozen', value: null, clear: null },
}
const looksOf = (values: readonly (number | null)[], step = minute): RuleLook[] =>
  values.map((value, at) => ({ ts: at * step, value }))
const changesOf = (rule: RuleTerms, looks: readonly RuleLook[]) =>
  judgeLooks(rule, looks).changes.map(({ ts, isRaised }) => [ts / minute, isRaised])
const times = (count: number, value: number | null) => new Array<number | null>(count).fill(value)

describe('a rule', () => {
  it('is raised once its condition has held for its duration, and ends at its clear level', () => {
    const values = [...times(11, 9000), 7000, 6500, 6000, ...times(5, 5000)]
    expect(changesOf(above, looksOf(values))).toEqual([
      [10, true],
      [13, false],
    ])
  })

  it('begins anew where the condition is interrupted, by a value or by a gap', () => {
    expect(changesOf(above, looksOf([...times(9, 9000), 7900, ...times(10, 9000)]))).toEqual([])
    const broken = [
      { ts: 0, value: 9000 },
      ...looksOf(times(10, 9000)).map(({ ts }) => ({ ts: ts + gapOf(above) + 1, value: 9000 })),
    ]
    expect(changesOf(above, broken)).toEqual([])
  })

  it('of a band, an equal value or a low one knows its own way out', () => {
    const between = {
      ...above,
      durationSeconds: 0,
      settings: { ...settings, condition: 'between', value: 100, upper: 200, clear: null },
    } as const
    expect(changesOf(between, looksOf([50, 150, 203, 97, 210, 206]))).toEqual([
      [1, true],
      [4, false],
    ])
    const equal = {
      ...above,
      durationSeconds: 0,
      settings: { ...settings, condition: 'equal', value: 3, clear: null },
    } as const
    expect(changesOf(equal, looksOf([2, 3, 4]))).toEqual([
      [1, true],
      [2, false],
    ])
    expect(changesOf({ ...below, durationSeconds: 60 }, looksOf([10, 19, 25, 29, 30]))).toEqual([
      [1, true],
      [4, false],
    ])
  })

  it('of a frozen value is raised while readings arrive, and ends with the first other one; zero may rest', () => {
    const values = [...times(30, 412), 413]
    expect(changesOf(frozen, looksOf(values))).toEqual([
      [10, true],
      [30, false],
    ])
    expect(changesOf(frozen, looksOf(times(60, 0)))).toEqual([])
    expect(changesOf(frozen, looksOf([412, ...times(60, null), 412]))).toEqual([])
  })
})

describe('of any readings', () => {
  const often = { arbitrary: fc.constant(9000), weight: 8 }
  const value = fc.oneof(
    often,
    { arbitrary: fc.integer({ min: 4000, max: 10_000 }), weight: 1 },
    fc.constant(null),
  )
  const look = fc.record({ ts: fc.integer({ min: 0, max: 120 }).map((at) => at * minute), value })
  const looks = fc.uniqueArray(look, { maxLength: 80, selector: ({ ts }) => ts })
  const rule = fc.constantFrom(above, { ...above, durationSeconds: 0 }, below, frozen)
  const check = (property: fc.IPropertyWithHooks<never> | Parameters<typeof fc.assert>[0]) =>
    fc.assert(property as Parameters<typeof fc.assert>[0], { verbose: 0, numRuns: 150 })

  it('order and repetition do not matter', () => {
    check(
      fc.property(rule, looks, fc.nat(), (one, given, seed) => {
        const mixed = given.toSorted((a, b) => ((a.ts * 7919 + seed) % 101) - ((b.ts * 7919 + seed) % 101))
        expect(judgeLooks(one, [...mixed, ...given])).toEqual(judgeLooks(one, given))
      }),
    )
  })

  it('judged piece by piece they are what they are at once, even kept as text in between', () => {
    check(
      fc.property(rule, looks, fc.nat({ max: 80 }), (one, given, cut) => {
        const sorted = given.toSorted((a, b) => a.ts - b.ts)
        const first = judgeLooks(one, sorted.slice(0, cut))
        const kept: RuleState | null = JSON.parse(JSON.stringify(first.state))
        const second = judgeLooks(one, sorted.slice(cut), kept)
        const whole = judgeLooks(one, sorted)
        expect([...first.changes, ...second.changes]).toEqual(whole.changes)
        expect(second.state).toEqual(whole.state)
      }),
    )
  })

  it('what is missing neither raises nor clears', () => {
    check(
      fc.property(rule, looks, (one, given) => {
        const known = given.filter((each) => each.value !== null)
        expect(judgeLooks(one, given)).toEqual(judgeLooks(one, known))
        const { state } = judgeLooks(one, given)
        expect(judgeLook(one, state, { ts: 1e12, value: null })).toEqual(state)
      }),
    )
  })

  it('it is raised only by a value beyond the limit, after one all through its duration', () => {
    check(
      fc.property(looks, (given) => {
        for (const { ts, isRaised, value: at } of judgeLooks(above, given).changes) {
          const within = given.filter(
            (each) => each.ts <= ts && each.ts >= ts - 600_000 && each.value !== null,
          )
          if (isRaised) {
            expect(within.every((each) => each.value! > 8000)).toBe(true)
            expect(within.length, 'no half of it unseen').toBeGreaterThan(2)
          } else expect(at).toBeLessThanOrEqual(6000)
        }
      }),
    )
  })

  it('it never flaps between its levels', () => {
    const inside = fc.array(fc.integer({ min: 6001, max: 8000 }), { maxLength: 60 })
    check(
      fc.property(inside, fc.boolean(), (values, isRaised) => {
        const state = isRaised ? { since: null, newest: -1, value: 7000, isRaised } : null
        expect(judgeLooks({ ...above, durationSeconds: 0 }, looksOf(values), state).changes).toEqual([])
      }),
    )
  })
})
