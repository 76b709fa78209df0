import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExactSum } from './exact-sum.ts'

test('a sum of products is exact, whatever their size and sign', () => {
  const factor = fc.integer({ min: -(2 ** 40), max: 2 ** 40 })
  fc.assert(
    fc.property(fc.array(fc.tuple(factor, factor), { maxLength: 40 }), (pairs) => {
      const sum = createExactSum()
      for (const [a, b] of pairs) sum.add(a, b)
      const digits = pairs.reduce((all, [a, b]) => all + BigInt(a) * BigInt(b), 0n)
      expect(sum.value(14)).toEqual({ digits, scale: 14 })
    }),
  )
})

test('many products that are exact by themselves add up beyond what binary numbers keep', () => {
  for (const sign of [1, -1]) {
    const sum = createExactSum()
    for (let i = 0; i < 1000; i++) sum.add(sign * (2 ** 25 + 1), 2 ** 25 + 3)
    expect(sum.value(0).digits).toBe(BigInt(sign) * 1000n * (2n ** 25n + 1n) * (2n ** 25n + 3n))
  }
})
