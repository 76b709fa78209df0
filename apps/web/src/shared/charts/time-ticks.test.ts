import { describe, expect, test } from 'vitest'
import { calculateInstantRange } from './chart-period.ts'
import { buildTimeTicks, buildValueTicks, chooseValueStep } from './time-ticks.ts'

const zone = 'Europe/Ljubljana'
function labels(firstDay: string, lastDay: string, maxTicks: number, timeZone = zone) {
  const { fromMs, toMs } = calculateInstantRange({ firstDay, lastDay }, timeZone)
  return buildTimeTicks(fromMs, toMs, timeZone, 'en-GB', maxTicks).map(({ label }) => label)
}

describe('time ticks', () => {
  test('the day clocks go forward has no 02:00', () => {
    const ticks = labels('2026-03-29', '2026-03-29', 30)
    expect(ticks.slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00'])
    expect(ticks).toHaveLength(24)
  })
  test('the day clocks go back has 02:00 twice, distinguished by the offset', () => {
    const ticks = labels('2026-10-25', '2026-10-25', 30)
    expect(ticks.slice(1, 5)).toEqual(['01:00', '02:00 +2', '02:00 +1', '03:00'])
  })
  test('steps count from local midnight on both sides of a change', () => {
    expect(labels('2026-10-25', '2026-10-25', 8)).toEqual([
      '00:00',
      '04:00',
      '08:00',
      '12:00',
      '16:00',
      '20:00',
      '00:00',
    ])
  })
  test('zones with half hours have ticks at full local hours', () => {
    expect(labels('2026-06-01', '2026-06-01', 8, 'Asia/Kolkata')[1]).toBe('03:00')
  })
  test('a month has days, a year has months', () => {
    expect(labels('2026-11-01', '2026-11-30', 20)).toContain('03/11')
    expect(labels('2026-01-01', '2026-12-31', 14).slice(0, 3)).toEqual(['Jan', 'Feb', 'Mar'])
  })
  test('a phone has labels for more than one day of a week and more than two months of a year', () => {
    expect(labels('2026-09-29', '2026-10-05', 3)).toEqual(['Tue 29', 'Fri 2', 'Mon 5'])
    expect(labels('2025-11-22', '2026-11-22', 3)).toEqual(['2026', 'May', 'Sept'])
  })
  test('never many more ticks than requested', () => {
    for (const days of ['2026-01-01', '2026-01-03', '2026-01-20', '2026-03-31', '2026-12-31', '2029-12-31'])
      expect(labels('2026-01-01', days, 10).length).toBeLessThanOrEqual(13)
  })
})

describe('value ticks', () => {
  test.each([
    [100, 5, 20],
    [10, 5, 2],
    [0.35, 4, 0.1],
    [1000, 3, 500],
    [7, 1, 10],
    [10.6, 5, 2.5],
  ])('a span of %d in %d parts has steps of %d', (span, count, step) => {
    expect(chooseValueStep(span, count)).toBeCloseTo(step, 9)
  })
  test('ticks are the multiples inside', () => {
    expect(buildValueTicks(-3, 7, 2)).toEqual([-2, 0, 2, 4, 6])
  })
})
