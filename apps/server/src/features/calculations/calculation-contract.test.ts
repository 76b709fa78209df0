import { type CalculationsView, calculationEndpoints } from '@ohmstead/contract/calculations'
import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { expect, expectTypeOf, test } from 'vitest'
import { answerCalculation } from './answer-calculation.ts'

type Answered = ReturnType<typeof answerCalculation>

const question = {
  series: seriesOf('2025-10-15', '2027-04-01', (_, place) => (place % 700 === 3 ? null : (place % 96) / 9)),
  problems: [{ kind: 'missing' as const, count: 3, first: 1 }],
  point: household([4.6, 5, 5, 5, 5]),
  energyPrices: { vt: 0.12, mt: 0.09, et: null },
  customPowersKw: [3, 5, 4, 4.05, 99] as [number, number, number, number, number],
  levies: true,
  vat: true,
  adviceFrom: '2027-04-01',
}

test('the schema describes exactly what the engine returns', () => {
  expectTypeOf<Answered>().toExtend<CalculationsView>()
  expectTypeOf<CalculationsView>().toExtend<Answered>()
})

test('an answer passes the schema without losing anything', () => {
  const calculations = JSON.parse(JSON.stringify(answerCalculation(question)))
  const parsed = calculationEndpoints.calculate.answer!.shape.calculations.parse(calculations)
  expect(parsed).toEqual(calculations)
})
