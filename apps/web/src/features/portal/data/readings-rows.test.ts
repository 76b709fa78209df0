import { expect, test } from 'vitest'
import { createReadings } from '../../../testing/readings.ts'
import { buildReadingsSeries } from './build-readings-model.ts'
import { buildDayRows, buildQuarterRows } from './readings-rows.ts'
import { summariseReadings } from './summarise-readings.ts'

// Two days: 1 kW with an hour of 3 kW, then 2 kW all day.
const powersKw = Array.from({ length: 192 }, (_, place) => (place >= 96 ? 2 : place < 4 ? 3 : 1))
const summary = summariseReadings(createReadings('2025-01-14', powersKw), { agreedPowers: null })
const series = buildReadingsSeries(summary)
const words = {
  label: (key: string) => key,
  median: (powerW: number | null) => `median ${powerW}`,
  range: (low: number | null, high: number | null) => `${low} to ${high}`,
}

test('of the whole range the highest quarter-hour, of a day its highest with the median', () => {
  expect(buildDayRows(summary, series, null, words)).toMatchObject([{ key: 'grid_import', value: 3000 }])
  expect(buildDayRows(summary, series, 0, words)[0]).toMatchObject({ value: 3000, note: 'median 1000' })
  expect(buildDayRows(summary, series, 1, words)[0]).toMatchObject({ value: 2000, note: 'median 2000' })
})

test('the days have no row for time blocks, the quarter-hours name theirs', () => {
  expect(buildDayRows(summary, series, 0, words).map(({ key }) => key)).not.toContain('block')
  const textAt = (cursor: number | null) =>
    buildQuarterRows(summary, series, cursor, words.label, (block) => `Block ${block}`).at(-1)!.text
  expect(textAt(null)).toBe('1–5')
  expect(textAt(0)).toBe('Block 3')
})
