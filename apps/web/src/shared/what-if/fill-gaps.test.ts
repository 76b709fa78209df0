import { expect, it } from 'vitest'
import { fillGaps } from './fill-gaps.ts'

const week = 672

it('fills a gap with the same quarter-hour of the nearest week, and counts it', () => {
  const values = Float64Array.from({ length: 4 * week }, (_, i) => i)
  values[2 * week + 10] = Number.NaN
  values[5] = Number.NaN
  const { filled, count } = fillGaps(values)
  expect(count).toBe(2)
  expect(filled[2 * week + 10]).toBe(week + 10)
  expect(filled[5]).toBe(week + 5)
  expect(values[5]).toBeNaN()
})

it('looks beyond a gap longer than a week, and uses nothing if nothing is near', () => {
  const values = new Float64Array(3 * week).fill(2)
  values.fill(Number.NaN, week, 3 * week)
  expect(fillGaps(values).filled[2 * week + 3]).toBe(2)
  expect(fillGaps(new Float64Array(10).fill(Number.NaN))).toEqual({ filled: new Float64Array(10), count: 10 })
})
