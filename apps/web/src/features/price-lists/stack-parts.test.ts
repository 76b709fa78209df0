import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stackParts } from './stack-parts.ts'

test('positive parts stand on each other, negative ones hang below zero', () => {
  const { layers, bottom, top } = stackParts(
    [
      { part: 'energy', rates: [0.1, -0.05, null] },
      { part: 'fees', rates: [0.02, 0.02, 0.02] },
      { part: 'vat', rates: [0, 0, 0] },
    ],
    [0.12, -0.03, null],
  )
  expect(layers.map(({ part }) => part)).toEqual(['energy', 'fees'])
  expect(layers[0]!.areas).toEqual([[0, 0.1], [0, -0.05], null])
  expect(layers[1]!.areas[0]).toEqual([0.1, 0.12000000000000001])
  expect(layers[1]!.areas[1]).toEqual([0, 0.02])
  expect(bottom).toBe(-0.05)
  expect(top).toBeCloseTo(0.126, 10)
})

test('the range is never empty and contains everything', () => {
  const rate = fc.option(fc.double({ min: -2, max: 2, noNaN: true }))
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1, maxLength: 10 }), fc.array(rate), (rates, line) => {
      const { bottom, top } = stackParts([{ part: 'energy', rates }], line)
      expect(top).toBeGreaterThan(bottom)
      for (const value of [...rates, ...line])
        if (value !== null) expect(value >= bottom && value <= top).toBe(true)
    }),
  )
})
