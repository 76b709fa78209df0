import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { expect, test } from 'vitest'
import { choosePowers } from '../calculations/choose-powers.ts'
import { describeChoice } from './describe-choice.ts'

const asked = { kind: 'choose', adviceFrom: '2026-12-01', levies: false, vat: false } as const

/** A year in which each day has a quarter of an hour with nine kilowatts. */
function choose(kw: number, setBy: 'operator' | 'user', fromDay = '2025-12-01') {
  const point = household([kw, kw, kw, kw, kw])
  point.agreedPowers![0]!.setBy = setBy
  const series = seriesOf(fromDay, '2026-12-01', (_, place) => (place % 96 === 40 ? 9 : 1))
  return choosePowers({ ...asked, series, point })
}
const costOf = ({ comparison }: ReturnType<typeof choose>, name: string) =>
  comparison!.choices.find((choice) => choice.name === name)!

test('a change costs what the optimum costs, and has a range', () => {
  const chosen = choose(17, 'user')
  const [current, optimum] = [costOf(chosen, 'current'), costOf(chosen, 'optimised')]
  const row = describeChoice(chosen, 0)
  expect(row).toMatchObject({
    ...{ error: null, advice: 'change', reason: null, months: 12, uncharged_excess: null },
    ...{ current_cost: current.costEur, advised_cost: optimum.costEur, optimised_cost: optimum.costEur },
    recommended_powers_kw: chosen.answer!.powersKw,
  })
  expect(row.yearly_saving).toBeCloseTo(current.costEur - optimum.costEur, 9)
  expect(row.saving_percent).toBeCloseTo(row.yearly_saving! / current.costEur, 12)
  expect(row.saving_low).toBeGreaterThan(0)
  expect(row.saving_high).toBeGreaterThanOrEqual(row.saving_low!)
})

test('powers that stay cost as advised what they cost now, save nothing and have no range', () => {
  const chosen = choose(3.4, 'operator')
  const current = costOf(chosen, 'current')
  expect(current.excessEur).toBeGreaterThan(10)
  expect(describeChoice(chosen, 0)).toMatchObject({
    ...{ advice: 'keep', reason: 'cheapest', yearly_saving: 0, saving_percent: 0 },
    ...{ current_cost: current.costEur, advised_cost: current.costEur },
    // The operator does not charge it: it is no cost, and still worth to know.
    ...{ current_excess: 0, uncharged_excess: current.excessEur },
    ...{ saving_low: null, saving_high: null },
    recommended_powers_kw: [3.4, 3.4, 3.4, 3.4, 3.4],
  })
})

test('excess that is charged is a part of the cost', () => {
  const chosen = choose(3.4, 'user')
  expect(describeChoice(chosen, 0).current_excess).toBe(costOf(chosen, 'current').excessEur)
})

test('without the data there is no advice and no figure, but the day from which it is possible', () => {
  expect(describeChoice(choose(17, 'user', '2026-03-01'), null)).toMatchObject({
    ...{ error: 'not_enough_data', possible_from: '2027-03-01', advice: null, months: 9 },
    ...{ current_cost: null, advised_cost: null, yearly_saving: null, saving_percent: null },
    connection_power_kw: 17,
  })
})
