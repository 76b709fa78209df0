import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counterSegment, holdMs, powerSegment, type Reading } from './energy-segment.ts'

const minute = 60_000
const at = (minutes: number, value: number | null, stepMs: number | null = null): Reading => ({
  ts: minutes * minute,
  value,
  stepMs,
})

describe('energy between two registers', () => {
  const cases: [title: string, before: Reading, after: Reading, mWh: number | null, estimated?: boolean][] = [
    ['is the rise', at(0, 1000), at(1, 1010.5), 10_500],
    ['is nothing where the register stands still', at(0, 1000), at(1, 1000), 0],
    ['does not lose a milliwatt-hour to binary fractions', at(0, 0.001), at(1, 1.001), 1000],
    ['is measured up to 15 minutes', at(0, 1000), at(15, 1100), 100_000],
    ['is estimated across an outage', at(0, 1000), at(16, 1100), 100_000, true],
    [
      'is measured where the sender declares long steps',
      at(0, 1000, 60 * minute),
      at(60, 1100, 60 * minute),
      100_000,
    ],
    [
      'is measured where only the first declares a long step',
      at(0, 1000, 60 * minute),
      at(60, 1100),
      100_000,
    ],
    ['is measured where only the second declares one', at(0, 1000), at(60, 1100, 60 * minute), 100_000],
    ['is measured up to two declared steps', at(0, 1000, 20 * minute), at(40, 1100), 100_000],
    [
      'is estimated across more than two declared steps',
      at(0, 1000, 20 * minute),
      at(41, 1100),
      100_000,
      true,
    ],
    ['goes on where five digits of kWh roll over', at(0, 99_999_990), at(1, 20), 30_000],
    ['goes on where six digits of kWh roll over', at(0, 999_999_990), at(1, 20), 30_000],
    ['goes on where 32 bits roll over', at(0, 2 ** 32 - 10), at(1, 20), 30_000],
    ['is none after a small fall, and estimated', at(0, 1000), at(1, 990), 0, true],
    ['is none after a fall of 100 Wh', at(0, 1000), at(1, 900), 0, true],
    ['counts what the register shows after a larger fall', at(0, 1000), at(1, 899.999), 899_999, true],
    ['counts what a new register shows even after a small fall', at(0, 100), at(1, 40), 40_000, true],
    ['counts it where it has fallen by half', at(0, 100), at(1, 50), 50_000, true],
    ['counts what a new register shows after a reset', at(0, 5000), at(1, 40), 40_000, true],
    ['counts a reset to zero as nothing yet', at(0, 5000), at(1, 0), 0, true],
    ['counts what leaves zero up to 100 kW', at(0, 0), at(15, 25_000), 25_000_000],
    ['is unknown where a register comes back after a wrong zero', at(0, 0), at(15, 2_000_200), null],
    ['is unknown where it leaves zero faster than 100 kW', at(0, 0), at(15, 25_001), null],
    ['is unknown where another meter takes over', at(0, 5_000_000), at(1, 2_000_000), null],
    ['is unknown where the rise is beyond any connection', at(0, 1000), at(1, 900_000_000), null],
    ['is measured up to 10 MW', at(0, 1000), at(6, 1_001_000), 1_000_000_000],
    ['is unknown above 10 MW', at(0, 1000), at(6, 1_001_001), null],
    ['is unknown without a register before', at(0, null), at(1, 10), null],
    ['is unknown without a register after', at(0, 10), at(1, null), null],
    ['is unknown where a register is negative', at(0, -1), at(1, 10), null],
    ['is unknown where a register is not a number', at(0, Number.NaN), at(1, 10), null],
  ]
  it.each(cases)('%s', (_title, before, after, mWh, estimated = false) => {
    const segment = counterSegment(before, after)
    expect(segment?.mWh ?? null).toBe(mWh)
    if (segment) expect(segment).toMatchObject({ from: before.ts, to: after.ts, estimated })
  })

  it('is never negative', () => {
    const register = fc.double({ min: 0, max: 1e10, noNaN: true })
    fc.assert(
      fc.property(register, register, fc.integer({ min: 1, max: 5000 }), (low, high, minutes) => {
        expect(counterSegment(at(0, low), at(minutes, high))?.mWh ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('energy of a power', () => {
  const cases: [
    title: string,
    reading: Reading,
    sign: 1 | -1,
    hold: number,
    next: number | null,
    mWh: number | null,
    seconds?: number,
  ][] = [
    ['holds to the next reading', at(0, 600), 1, 3 * minute, 1 * minute, 10_000, 60],
    ['holds no longer than three periods', at(0, 600), 1, 3 * minute, 60 * minute, 30_000, 180],
    ['covers a declared step exactly', at(0, 600, 5 * minute), 1, 3 * minute, null, 50_000, 300],
    [
      'is cut short by the next reading within its step',
      at(0, 600, 5 * minute),
      1,
      0,
      2 * minute,
      20_000,
      120,
    ],
    ['counts the other sign as zero', at(0, -600), 1, 3 * minute, 1 * minute, 0, 60],
    ['counts negative power in the opposite direction', at(0, -600), -1, 3 * minute, 1 * minute, 10_000, 60],
    ['is unknown without a valid value', at(0, null), 1, 3 * minute, 1 * minute, null],
    ['is measured up to 1 GW', at(0, 1e9), 1, 3 * minute, 1 * minute, 16_666_666_667, 60],
    ['is unknown beyond any connection', at(0, 1e9 + 1), 1, 3 * minute, 1 * minute, null],
  ]
  it.each(cases)('%s', (_title, reading, sign, hold, next, mWh, seconds) => {
    const segment = powerSegment(reading, sign, hold, next)
    expect(segment?.mWh ?? null).toBe(mWh)
    if (segment) expect((segment.to - segment.from) / 1000).toBe(seconds)
  })
})

describe('the period of a power', () => {
  it.each([
    ['is one minute at the start', null, 60],
    ['is one minute at least', 2, 60],
    ['is the distance to the previous reading', 90, 90],
    ['is five minutes at most', 900, 300],
    ['is one minute after a pause', 901, 60],
  ])('%s', (_title, gapSeconds, seconds) => {
    const ts = 1e12
    expect(holdMs(ts, gapSeconds === null ? null : ts - gapSeconds * 1000)).toBe(3 * seconds * 1000)
  })
})
