import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import type { AgreedPowerEntry } from '@ohmstead/network-fee/powers/agreed-power'
import { describe, expect, it } from 'vitest'
import { createReadings } from '../../../testing/readings.ts'
import { buildDurationCurve } from './duration-curve.ts'
import { summariseReadings } from './summarise-readings.ts'

const entry: AgreedPowerEntry = {
  fromDay: '2025-01-01',
  toDay: '2025-12-31',
  blocksKw: [4, 5, 6, 7, 7],
  minimumPowerKw: null,
  connectionPowerKw: 17,
  setBy: 'operator',
  isValid: true,
  enteredOn: null,
}
const flat = (quarters: number, kw = 1) => Array.from({ length: quarters }, () => kw)

describe('summariseReadings', () => {
  it('sums energy by block and in total', () => {
    // A Tuesday in January: 5 hours of block 1, 11 of block 2, 8 of block 3 by the first calendar.
    const { blocks, totals } = summariseReadings(createReadings('2025-01-14', flat(96)), {
      agreedPowers: null,
    })
    expect(totals).toEqual({ importWh: 24_000, exportWh: null })
    expect(blocks.map(({ importWh }) => importWh).reduce((a, b) => a + b)).toBe(24_000)
    expect(blocks.slice(3).map(({ importWh, peak }) => [importWh, peak])).toEqual([
      [0, null],
      [0, null],
    ])
  })

  it('finds the highest quarter-hour with its instant, block and quality', () => {
    const powers = flat(96)
    powers[40] = 9
    const { peak } = summariseReadings(createReadings('2025-01-14', powers, { 40: 'e' }), {
      agreedPowers: null,
    })
    expect(peak).toEqual({
      powerW: 9000,
      startMs: localMidnightMs('2025-01-14') + 40 * 900_000,
      block: 1,
      isEstimated: true,
    })
  })

  it('counts excess over the agreed power of the block, but not equality', () => {
    const powers = flat(96)
    powers[40] = 4
    powers[41] = 4.01
    powers[0] = 5.9
    const { blocks, agreedW } = summariseReadings(createReadings('2025-01-14', powers), {
      agreedPowers: [entry],
    })
    expect(blocks.map(({ exceeding, agreedW }) => [exceeding, agreedW])).toEqual([
      [1, 4000],
      [0, 5000],
      [0, 6000],
      [null, 7000],
      [null, 7000],
    ])
    expect([agreedW[0], agreedW[40]]).toEqual([6000, 4000])
  })

  it('has no agreed power in a month that the register does not cover, nor in one of zeros', () => {
    const readings = createReadings('2024-12-31', flat(96))
    expect(summariseReadings(readings, { agreedPowers: [entry] }).agreedW.every(Number.isNaN)).toBe(true)
    const none = {
      ...entry,
      fromDay: '2024-01-01',
      blocksKw: [0, 0, 0, 0, 0] as AgreedPowerEntry['blocksKw'],
    }
    expect(summariseReadings(readings, { agreedPowers: [none] }).blocks[0]!.exceeding).toBe(null)
  })

  it('counts as missing only what lies between the first reading and the last', () => {
    const powers: (number | null)[] = [...flat(96)]
    powers.fill(null, 0, 8)
    powers.fill(null, 50, 53)
    powers.fill(null, 90)
    const { quality, known, days } = summariseReadings(
      createReadings('2025-01-14', powers, { 10: 'e', 11: 'z', 12: 'z' }),
      { agreedPowers: null },
    )
    expect(quality).toEqual({ expected: 82, missing: 3, estimated: 1, suspect: 2 })
    expect(known).toEqual({
      fromMs: localMidnightMs('2025-01-14') + 8 * 900_000,
      toMs: localMidnightMs('2025-01-14') + 90 * 900_000,
    })
    expect(days).toEqual([
      { day: '2025-01-14', intervals: 96, present: 79, estimated: 1, suspect: 2, version: 3 },
    ])
  })

  it('averages by local day and hour, also on the days of 23 and 25 hours', () => {
    // 29 March to 31 March 2025, the night of the 30th without its hour from 2 to 3.
    const spring = summariseReadings(createReadings('2025-03-29', flat(96 + 92 + 96, 2)), {
      agreedPowers: null,
    })
    expect(spring.days.map(({ intervals }) => intervals)).toEqual([96, 92, 96])
    expect(spring.heat.importW[24 + 2]).toBeNaN()
    expect([spring.heat.importW[24 + 1], spring.heat.importW[24 + 3]]).toEqual([2000, 2000])
    const autumn = summariseReadings(createReadings('2025-10-26', flat(100, 2)), { agreedPowers: null })
    expect(autumn.heat.days).toBe(1)
    expect([...autumn.heat.importW]).toEqual(flat(24, 2000))
  })

  it('returns an answer for a range without any reading', () => {
    const summary = summariseReadings(
      createReadings(
        '2025-01-14',
        flat(96).map(() => null),
      ),
      { agreedPowers: [entry] },
    )
    expect(summary).toMatchObject({ known: null, peak: null, totals: { importWh: null } })
    expect(summary.quality).toEqual({ expected: 0, missing: 0, estimated: 0, suspect: 0 })
    expect(summary.duration[0]).toMatchObject({ count: 0 })
  })
})

describe('the duration curve', () => {
  it('falls from the highest to the lowest and skips gaps', () => {
    const curve = buildDurationCurve(0, Float64Array.from([3, Number.NaN, 1, 2]))
    expect(curve).toMatchObject({ count: 3 })
    expect([...curve.powersW]).toEqual([3, 2, 1])
  })

  it('keeps both ends and the highest ones of two years', () => {
    const powers = Float64Array.from({ length: 70_080 }, (_, i) => i)
    const { places, powersW } = buildDurationCurve(0, powers)
    expect([powersW[0], powersW[1], powersW.at(-1)]).toEqual([70_079, 70_078, 0])
    expect(places.length).toBeLessThan(502)
  })
})
