import { expect, test } from 'vitest'
import type { Translate } from '../../../shared/i18n/use-t.ts'
import { describeVerdict } from './verdict-words.ts'

const t: Translate = (key, values = {}) => `${key}(${Object.values(values).join('; ')})`
const speech = {
  t,
  euro: (amount: number | null | undefined, digits = 2) => `€${amount?.toFixed(digits)}`,
  kw: (kw: number) => `${kw} kW`,
  locale: 'en',
}
const change = (toKw: [number, number, number, number, number], perYearEur: number | null) => ({
  kind: 'change' as const,
  months: 12,
  savingEur: 84.2,
  perYearEur,
  toKw,
  changes: [
    { block: 1 as const, fromKw: 6, toKw: toKw[0] },
    { block: 2 as const, fromKw: 6, toKw: toKw[1] },
  ],
})

test('a saving of a year is one round number with what to lower', () => {
  const words = describeVerdict(change([4.6, 5, 6, 6, 6], 84.2), speech)
  expect(words.sentence).toBe('calculations.verdict.change_year(€84; 12)')
  expect(words.advice).toBe(
    'calculations.verdict.lower(calculations.verdict.block_to(1; 4.6 kW) and calculations.verdict.block_to(2; 5 kW))',
  )
  expect(words.figure).toEqual({
    amountEur: 84.2,
    digits: 0,
    label: 'calculations.verdict.figure.saving_year()',
  })
})

test('powers that rise and fall are set, and a part of a year is not called a year', () => {
  const words = describeVerdict(change([4.6, 7, 7, 7, 7], null), speech)
  expect(words.sentence).toBe('calculations.verdict.change_months(€84; 12)')
  expect(words.advice).toMatch(/^calculations\.verdict\.set\(/)
  expect(describeVerdict(change([7, 7, 7, 7, 7], null), speech).advice).toMatch(
    /^calculations\.verdict\.raise\(/,
  )
})

test('a contradiction in the register is told with its two figures, and what can be done', () => {
  expect(describeVerdict({ kind: 'limitsConflict', minimumKw: 3.4, connectionKw: 2 }, speech)).toEqual({
    sentence: 'calculations.verdict.limits_conflict(3.4 kW; 2 kW)',
    advice: 'calculations.verdict.limits_conflict_advice()',
    figure: null,
  })
})
