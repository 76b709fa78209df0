import { expect, test } from 'vitest'
import { buildFeeContext } from '../calculate-network-fee.ts'
import type { PowerAdvice } from '../optimum/advise-agreed-power.ts'
import { type AgreedPowerResult, advisePoint } from '../optimum/advise-point.ts'
import { buildPeriodProfile } from '../period-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { household, seriesOf } from '../testing/test-series.ts'
import { describeAdvice, findChanges } from './describe-advice.ts'

const speech = {
  t: (key: string, values: object = {}) =>
    [key.replace('calculations.verdict.', ''), ...Object.values(values)].join(' '),
  euro: (amountEur: number) => `${amountEur} €`,
  kw: (kw: number) => `${kw} kW`,
  day: (day: string) => day,
  month: (month: number) => `month ${month}`,
  list: (parts: readonly string[]) => parts.join(', '),
}
const point = household([5, 5, 5, 5, 5])
const context = buildFeeContext({ point, energyPrices: null, options: {} })
const agreed: AgreedPowerResult = advisePoint(
  buildPeriodProfile(seriesOf('2025-12-01', '2026-12-01', () => 1)),
  context,
  { adviceFrom: '2026-12-01', resamples: 10 },
)
const noAdvice: PowerAdvice = {
  ...{ kind: 'keep', reason: 'cheapest', powersKw: [5, 5, 5, 5, 5] },
  ...{ savingEur: null, unchargedEur: null, nextOperatorEur: null },
}

/** The words where the optimum costs 100 EUR a year and the powers in use `keptEur`. */
function say(change: Partial<PowerAdvice>, { keptEur = 100, toKw = [4, 4, 4, 4, 5] as BlockPowers } = {}) {
  const choices = agreed.comparison!.choices.map((choice) => ({
    ...choice,
    costEur: choice.name === 'current' ? keptEur : 100,
  }))
  return describeAdvice(
    {
      ...agreed,
      answer: { ...agreed.answer!, powersKw: toKw },
      comparison: { ...agreed.comparison!, choices },
      advice: { ...noAdvice, ...change },
    },
    speech,
  )
}

const change = { kind: 'change', reason: null, savingEur: 12 } as const

test('a change names what it saves and the blocks that differ', () => {
  expect(say(change)).toEqual({
    sentence: 'change_year 12 €',
    advice: ['lower block_to 1 4 kW, block_to 2 4 kW, block_to 3 4 kW, block_to 4 4 kW'],
    figure: { amountEur: 12, label: 'figure.saving_year', isAside: false },
  })
})

test('powers are raised, lowered, or set where some rise and others fall', () => {
  expect(say(change, { toKw: [5, 5, 5, 5, 6] }).advice).toEqual(['raise block_to 5 6 kW'])
  expect(say(change, { toKw: [4, 5, 5, 5, 6] }).advice).toEqual(['set block_to 1 4 kW, block_to 5 6 kW'])
})

test('a change that gives up excess without a price says so', () => {
  expect(say({ ...change, unchargedEur: 7 }).advice[1]).toBe('gives_up 7 €')
  expect(say({ ...change, unchargedEur: 0 }).advice).toHaveLength(1)
})

test('powers that stay say why: nothing is cheaper, or it may be chance', () => {
  expect(say({}, { keptEur: 100.5 })).toEqual({
    sentence: 'right',
    advice: ['right_advice 0.5 €'],
    figure: null,
  })
  expect(say({ reason: 'uncertain' }, { keptEur: 109 }).advice).toEqual(['uncertain_advice 9 €'])
  // Dearer than what is kept is no saving below nothing.
  expect(say({}, { keptEur: 90 }).advice).toEqual(['right_advice 0 €'])
})

test('the operator’s powers are kept for what it does not charge, which is no saving', () => {
  const kept = { unchargedEur: 7 }
  expect(say(kept)).toEqual({
    sentence: 'keep_operator',
    advice: ['keep_operator_advice'],
    figure: { amountEur: 7, label: 'figure.uncharged', isAside: true },
  })
  expect(say({ ...kept, reason: 'uncertain' }, { keptEur: 109 }).advice[1]).toBe('uncertain_advice 9 €')
  expect(say({ ...kept, reason: 'operatorResets' }).advice[1]).toBe('operator_resets_advice')
})

test('powers that the operator sets next are named where they are dearer than one’s own', () => {
  const words = (nextOperatorEur: number) => say({ unchargedEur: 7, nextOperatorEur }).advice.slice(1)
  expect(words(101)).toEqual(['resets_dearer 101 € 100 €'])
  expect(words(100.99)).toEqual([])
})

test('without the powers in use it names those that suit, and no saving', () => {
  const words = say({ kind: 'inUseUnknown', reason: null, powersKw: null })
  expect(words).toMatchObject({ sentence: 'in_use_unknown', figure: null })
  expect(words.advice).toEqual([
    'in_use_unknown_advice block_to 1 4 kW, block_to 2 4 kW, block_to 3 4 kW, block_to 4 4 kW, block_to 5 5 kW',
  ])
})

const without = (
  unavailable: AgreedPowerResult['unavailable'],
  data: Partial<AgreedPowerResult['data']> = {},
) =>
  describeAdvice(
    {
      ...agreed,
      ...{ answer: null, comparison: null, advice: null, unavailable },
      data: { ...agreed.data, isEnough: false, ...data },
    },
    speech,
  )

test('without the data it names the months that lack, and from when on advice is possible', () => {
  expect(without('notEnoughData', { missingHighSeason: [1, 2], possibleFrom: '2027-03-01' }).advice).toEqual([
    'unavailable_advice.notEnoughData',
    'months_missing month 1, month 2',
    'possible_from 2027-03-01',
  ])
  expect(without('notEnoughData').advice).toEqual(['unavailable_advice.notEnoughData'])
})

test('without limits or a tariff it says what lacks', () => {
  expect(without('noTariff')).toEqual({
    sentence: 'unavailable.noTariff',
    advice: ['unavailable_advice.noTariff'],
    figure: null,
  })
  expect(without('limitsConflict')).toMatchObject({
    sentence: 'limits_conflict 3.4 kW 17 kW',
    advice: ['limits_conflict_advice'],
  })
})

test('powers that change from month to month name no single difference', () => {
  expect(findChanges(null, [4, 4, 4, 4, 4])).toEqual([])
  expect(findChanges([4, 4, 5, 5, 5], [4, 4, 4, 5, 6])).toEqual([
    { block: 3, fromKw: 5, toKw: 4 },
    { block: 5, fromKw: 5, toKw: 6 },
  ])
})
