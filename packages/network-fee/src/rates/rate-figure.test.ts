import { expect, test } from 'vitest'
import { calculatePeriod } from '../calculate-period.ts'
import { household, seriesOf } from '../testing/test-series.ts'
import { publishedRates } from './published-rates.ts'

const { rates } = calculatePeriod(
  {
    readings: seriesOf('2026-01-01', '2026-07-01', (_, place) => (place % 96) / 40),
    point: household([1, 2, 2, 2, 2]),
    energyPrices: null,
    customPowersKw: [1, 2, 2, 2, 2],
    options: { levies: true, vat: true },
  },
  [],
)
const figuresOf = (id: string) =>
  rates[id]!.figures.map(({ name, category, value, unit }) => `${category} ${name} ${value} ${unit}`.trim())

test('a rate lists each of its numbers once, block by block, power before energy', () => {
  expect(figuresOf('newSystem/2025-11-01/0')).toEqual([
    'block1 powerRate 1.71126 EUR/kW',
    'block1 energyRate 0.01998 EUR/kWh',
    'block2 powerRate 0.91224 EUR/kW',
    'block2 energyRate 0.01833 EUR/kWh',
    'block3 powerRate 0.16297 EUR/kW',
    'block3 energyRate 0.01809 EUR/kWh',
    'block4 powerRate 0.00407 EUR/kW',
    'block4 energyRate 0.01855 EUR/kWh',
  ])
})

test('a number that applies to every line has no block', () => {
  expect(figuresOf('excessFactor/2026-01-01/0')).toEqual(['null excessFactor 1.05'])
  expect(figuresOf('vat/2023-06-01/0')).toEqual(['null taxRate 0.22'])
})

test('a rate is as certain as the part of it that is used: the levy of a household is more certain than others', () => {
  const id = 'supportLevyNew/2026-03-01/0'
  const own = publishedRates.supportLevyNew.find((rate) => rate.id === id)!
  expect([rates[id]!.confidence, own.confidence]).toEqual(['high', 'medium'])
})

test('each levy on energy has its own name', () => {
  const levies = Object.keys(rates).filter((id) => id.startsWith('energyLevies/'))
  expect(levies.map((id) => rates[id]!.figures[0]!.category).sort()).toEqual([
    'energyEfficiency',
    'excise',
    'marketOperator',
  ])
})

test('a rate names the act that sets it', () => {
  expect(rates['newSystem/2026-03-01/0']!.acts.map(({ gazette }) => gazette)).toEqual([
    'Uradni list RS, št. 105/25',
  ])
})
