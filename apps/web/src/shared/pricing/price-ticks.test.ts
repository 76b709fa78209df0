import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceTicks } from './price-ticks.ts'

const shown = (least: number, most: number) => {
  const { values, digits } = priceTicks(least, most)
  return values.map((value) => value.toFixed(digits))
}

test('a scale has round prices with the decimals that they need', () => {
  expect(shown(0, 0.22547)).toEqual(['0.00', '0.05', '0.10', '0.15', '0.20'])
  expect(shown(-0.044, 0.153)).toEqual(['0.00', '0.05', '0.10', '0.15'])
  expect(shown(0, 0.0112)).toEqual(['0.0000', '0.0025', '0.0050', '0.0075', '0.0100'])
  expect(shown(0, 4.4)).toEqual(['0.00', '1.00', '2.00', '3.00', '4.00'])
  expect(shown(0, 0)).toEqual(['0.00'])
})

test('no price of a scale is outside it, and all read differently', () => {
  const price = fc.double({ min: -5, max: 5, noNaN: true })
  fc.assert(
    fc.property(price, price, (one, other) => {
      const [least, most] = [Math.min(one, other), Math.max(one, other)]
      fc.pre(most - least > 1e-5)
      const texts = shown(least, most)
      expect(texts.length).toBeGreaterThan(0)
      expect(texts.length).toBeLessThan(8)
      expect(new Set(texts).size).toBe(texts.length)
      for (const value of priceTicks(least, most).values) {
        expect(value).toBeGreaterThan(least - 1e-6)
        expect(value).toBeLessThan(most + 1e-6)
      }
    }),
  )
})
