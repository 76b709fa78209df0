import { expect, test } from 'vitest'
import { timelineTicks } from './timeline-ticks.ts'

test('marks months, quarters, half-years or years by how long the time line is', () => {
  expect(timelineTicks('2026-09-14', '2026-12-20')).toEqual(['2026-10-01', '2026-11-01', '2026-12-01'])
  expect(timelineTicks('2026-10-24', '2027-11-24')).toEqual([
    '2027-01-01',
    '2027-04-01',
    '2027-07-01',
    '2027-10-01',
  ])
  expect(timelineTicks('2025-10-01', '2027-11-24')).toEqual([
    '2026-01-01',
    '2026-07-01',
    '2027-01-01',
    '2027-07-01',
  ])
  expect(timelineTicks('2021-11-25', '2031-11-23')).toHaveLength(5)
})
