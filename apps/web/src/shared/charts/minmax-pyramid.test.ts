import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPyramid, ensureLevels, findExtent, writeColumnExtents } from './minmax-pyramid.ts'

const series = fc.array(fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(Number.NaN)), {
  minLength: 1,
  maxLength: 400,
})

function plainExtent(values: readonly number[]) {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) }
}

describe('min/max pyramid', () => {
  test('the extent of any range equals a scan of every value', () => {
    fc.assert(
      fc.property(series, fc.nat(400), fc.nat(400), (values, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const pyramid = createPyramid(Float64Array.from(values))
        const expected = plainExtent(values.slice(from, to))
        expect(findExtent(pyramid, from, to)).toEqual(expected)
        ensureLevels(pyramid)
        expect(findExtent(pyramid, from, to)).toEqual(expected)
      }),
    )
  })

  test('exact columns together have exactly the extent of the whole', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 100 }), (values, columns) => {
        const pyramid = createPyramid(Float64Array.from(values))
        const min = new Float64Array(columns)
        const max = new Float64Array(columns)
        writeColumnExtents(pyramid, 0, values.length, columns, min, max, true)
        const all = plainExtent(values)
        expect(plainExtent([...min])?.min ?? null).toBe(all?.min ?? null)
        expect(plainExtent([...max])?.max ?? null).toBe(all?.max ?? null)
      }),
    )
  })

  test('columns while moving are never narrower than the exact ones', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 20 }), (values, columns) => {
        const pyramid = createPyramid(Float64Array.from(values))
        const run = (exact: boolean) => {
          const min = new Float64Array(columns)
          const max = new Float64Array(columns)
          writeColumnExtents(pyramid, 0, values.length, columns, min, max, exact)
          return { min, max }
        }
        const exact = run(true)
        const coarse = run(false)
        for (let i = 0; i < columns; i++) {
          if (Number.isNaN(exact.min[i]!)) continue
          expect(coarse.min[i]!).toBeLessThanOrEqual(exact.min[i]!)
          expect(coarse.max[i]!).toBeGreaterThanOrEqual(exact.max[i]!)
        }
      }),
    )
  })

  test('a gap stays a gap', () => {
    const pyramid = createPyramid(Float64Array.from([1, 2, NaN, NaN, NaN, NaN, 3, 4]))
    const min = new Float64Array(4)
    const max = new Float64Array(4)
    writeColumnExtents(pyramid, 0, 8, 4, min, max, true)
    expect([...min]).toEqual([1, NaN, NaN, 3])
  })
})
