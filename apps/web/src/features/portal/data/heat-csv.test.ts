import { expect, test } from 'vitest'
import { findHeatTop, heatColour } from './heat-colours.ts'
import { averageByMonth, formatHeatCsv } from './heat-csv.ts'

const days = [{ day: '2025-01-31' }, { day: '2025-02-01' }, { day: '2025-02-02' }]
const powers = new Float32Array(72).fill(1000)
powers[24] = 3000
powers[5] = Number.NaN

test('one row per day and one column per hour, empty where unknown', () => {
  const lines = formatHeatCsv(days, powers).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]!.split(',').slice(0, 8)).toEqual(['2025-01-31', '1', '1', '1', '1', '1', '', '1'])
  expect(lines[2]!.split(',')[1]).toBe('3')
})

test('the table has the mean of each hour by month, and no number where there is none', () => {
  const [january, february] = averageByMonth(days, powers)
  expect([january!.month, january!.meanW[4], january!.meanW[5]]).toEqual(['2025-01', 1000, null])
  expect([february!.month, february!.meanW[0], february!.meanW[5]]).toEqual(['2025-02', 2000, 1000])
})

test('one outlier does not set the scale', () => {
  const many = new Float32Array(2000).fill(100)
  many[7] = 90_000
  expect(findHeatTop(many)).toBe(100)
  expect(findHeatTop(new Float32Array(3).fill(Number.NaN))).toBe(1)
})

test.each(['dark', 'light'] as const)('colours differ steadily in lightness on a %s ground', (scheme) => {
  const lightness = Array.from({ length: 21 }, (_, i) => {
    const [red, green, blue] = heatColour(i / 20, scheme)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  const rises = lightness.slice(1).map((value, i) => value > lightness[i]!)
  expect(new Set(rises)).toEqual(new Set([scheme === 'dark']))
})
