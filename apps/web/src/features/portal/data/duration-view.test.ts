import { expect, test } from 'vitest'
import { buildDurationCurve } from './duration-curve.ts'
import { buildDurationView, formatDurationCsv, powerAtRank, rankToPart } from './duration-view.ts'

const curve = buildDurationCurve(
  0,
  Float64Array.from({ length: 1000 }, (_, i) => (i + 1) * 10),
)

test('every power of ten has the same width', () => {
  expect([1, 10, 100, 1000].map((rank) => Math.round(rankToPart(rank, 1000) * 1000))).toEqual([
    0, 333, 667, 1000,
  ])
  expect(rankToPart(1, 1)).toBe(0)
})

test('the curve falls within the picture, and agreed powers are at their height', () => {
  const block = { block: 2, agreedW: 5000, importWh: 0, peak: null, exceeding: 0 }
  const { line, agreed, topW, ranks } = buildDurationView(curve, [block])
  expect(line[0]).toEqual({ x: 0, y: 1 - 10_000 / topW })
  expect(line.at(-1)!.x).toBe(1)
  expect(line.every(({ y }, i) => i === 0 || y >= line[i - 1]!.y)).toBe(true)
  expect(agreed).toEqual([{ block: 2, powerW: 5000, y: 1 - 5000 / topW }])
  expect(ranks.map(({ rank }) => rank)).toEqual([1, 10, 100])
})

test('the power at a rank is never understated', () => {
  expect(powerAtRank(curve, 1)).toBe(10_000)
  expect(powerAtRank(curve, 2)).toBe(9990)
  expect(powerAtRank(curve, 1000)).toBe(10)
  for (const rank of [37, 411, 733])
    expect(powerAtRank(curve, rank)).toBeGreaterThanOrEqual((1001 - rank) * 10)
})

test('the file identifies each kept quarter-hour by its rank', () => {
  expect(formatDurationCsv(curve).trim().split('\r\n').slice(1, 3)).toEqual(['1,10', '2,9.99'])
})
