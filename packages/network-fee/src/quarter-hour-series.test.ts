import { describe, expect, test } from 'vitest'
import { localMidnightMs, quarterHourMs } from './calendar/local-time.ts'
import { buildQuarterHourSeries, milliWhFromKwh, type QuarterHourReading } from './quarter-hour-series.ts'

const fromMs = localMidnightMs('2025-10-26')
const range = { fromMs, toMs: localMidnightMs('2025-10-27') }
const reading = (place: number, importMilliWh: number | null, isEstimated = false): QuarterHourReading => ({
  startMs: fromMs + place * quarterHourMs,
  importMilliWh,
  isEstimated,
})

describe('readings mapped to the quarter-hours of a range', () => {
  test('a missing reading is not zero', () => {
    const { series, problems } = buildQuarterHourSeries(
      [reading(0, 37_000), reading(2, 0), reading(3, null)],
      range,
    )
    expect(series.importMilliWh.length).toBe(100)
    expect([...series.importMilliWh.slice(0, 4)]).toEqual([37_000, Number.NaN, 0, Number.NaN])
    expect(series.exportMilliWh).toBe(null)
    expect(problems).toEqual([])
  })

  test('a measured reading replaces an estimated one, in either order', () => {
    for (const readings of [
      [reading(0, 5, true), reading(0, 7)],
      [reading(0, 7), reading(0, 5, true)],
    ]) {
      const { series, problems } = buildQuarterHourSeries(readings, range)
      expect([series.importMilliWh[0], series.isEstimated[0]]).toEqual([7, 0])
      expect(problems).toEqual([{ kind: 'conflict', count: 1, firstStartMs: fromMs }])
    }
  })

  test('of two measured ones the later counts, and nothing erases a known value', () => {
    const { series, problems } = buildQuarterHourSeries(
      [reading(0, 5), reading(0, 6), reading(0, 6), reading(0, null)],
      range,
    )
    expect(series.importMilliWh[0]).toBe(6)
    expect(problems).toMatchObject([
      { kind: 'conflict', count: 2 },
      { kind: 'duplicate', count: 1 },
    ])
  })

  test('negative, absurd, misplaced and out-of-range readings are rejected and reported', () => {
    const { series, problems } = buildQuarterHourSeries(
      [
        reading(0, -1),
        reading(1, 50 * 250_000),
        { startMs: fromMs + 1, importMilliWh: 5 },
        reading(-1, 5),
        reading(100, 5),
      ],
      { ...range, largestPowerKw: 43 },
    )
    expect([...series.importMilliWh].every(Number.isNaN)).toBe(true)
    expect(problems.map(({ kind, count }) => [kind, count])).toEqual([
      ['negative', 1],
      ['tooLarge', 1],
      ['offGrid', 1],
      ['outOfRange', 2],
    ])
  })

  test('kilowatt-hours of the portal become whole milliwatt-hours', () => {
    expect(milliWhFromKwh(0.037)).toBe(37_000)
    expect(milliWhFromKwh(0.1 + 0.2)).toBe(300_000)
  })
})
