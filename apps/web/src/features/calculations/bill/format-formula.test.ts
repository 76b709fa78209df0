import { buildLine } from '@ohmstead/network-fee/systems/fee-line'
import { expect, test } from 'vitest'
import { formatFormula } from './format-formula.ts'

const line = buildLine('networkPower', 'block2', [
  { name: 'agreedPower', value: 12.5, unit: 'kW' },
  { name: 'powerRate', value: 1.09231, unit: 'EUR/kW' },
])

test('a formula keeps every digit of its factors and of the product, in the current language', () => {
  const { factors, product, rounded } = formatFormula(line, 'sl')
  expect(factors.map(({ text }) => text)).toEqual(['12,5 kW', '1,09231 EUR/kW'])
  expect(product).toBe('13,653875 EUR')
  expect(rounded.replace(/\s/, ' ')).toBe('13,65 €')
})
