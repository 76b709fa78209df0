import { expect, test } from 'vitest'
import { checkTimePlanBlock } from './check-time-plan-block.ts'
import type { TimePlanBlock } from './time-plan.ts'

const block: Pick<TimePlanBlock, 'type' | 'value' | 'tiers'> = {
  type: 'PRICING_ENERGY',
  value: '0.1199',
  tiers: [],
}
const tier = (aboveKwh: number, value = '0.2') => ({ aboveKwh, value })

test.each<[string, Partial<typeof block>, Record<string, string>]>([
  ['a price', {}, {}],
  ['no proposed price', { value: null }, {}],
  ['a negative price', { value: '-0.01' }, {}],
  ['rising tiers of a month', { tiers: [tier(300), tier(500)] }, {}],
  ['a price that is no number', { value: '0,1' }, { value: 'double' }],
  ['a price finer than it is stored', { value: '0.123456789' }, { value: 'double' }],
  ['the finest price', { value: '0.12345678' }, {}],
  ['a price beyond any currency', { value: '10001' }, { value: 'max_value' }],
  ['a limit of power', { type: 'LIMIT_POWER', value: '7.5' }, {}],
  ['a limit below nothing', { type: 'LIMIT_POWER', value: '-1' }, { value: 'min_value' }],
  ['a limit with tiers of energy', { type: 'LIMIT_POWER', tiers: [tier(1)] }, { tiers: 'max' }],
  ['a tier from nothing on', { tiers: [tier(0)] }, { 'tiers.0.aboveKwh': 'min_value' }],
  ['a tier before another', { tiers: [tier(500), tier(300)] }, { 'tiers.1.aboveKwh': 'min_value' }],
  ['two tiers from one amount on', { tiers: [tier(300), tier(300)] }, { 'tiers.1.aboveKwh': 'min_value' }],
  ['a tier without an amount', { tiers: [tier(Number.NaN)] }, { 'tiers.0.aboveKwh': 'double' }],
  ['a tier without a price', { tiers: [tier(300, '')] }, { 'tiers.0.value': 'required' }],
])('%s', (_, more, broken) => {
  const problems = checkTimePlanBlock({ ...block, ...more })
  expect(Object.fromEntries(Object.entries(problems).map(([path, { rule }]) => [path, rule]))).toEqual(broken)
})
