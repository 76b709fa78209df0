import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reading } from './energy-segment.ts'
import { continueSeries, type EnergySource, type SeriesTail } from './energy-series.ts'
import { type EnergyHours, slotMs } from './energy-slot.ts'

const minute = 60_000
const counter: EnergySource = { kind: 'counter' }
const power: EnergySource = { kind: 'power', sign: 1 }
const at = (minutes: number, value: number | null, stepMinutes: number | null = null): Reading => ({
  ts: minutes * minute,
  value,
  stepMs: stepMinutes === null ? null : stepMinutes * minute,
})

function slotsOf(source: EnergySource, readings: Reading[]) {
  const hours: EnergyHours = new Map()
  continueSeries(source, null, readings, hours)
  return flatten(hours)
}

/** [slot's start in minutes, mWh, marks]: e = estimated, i = incomplete. */
function flatten(hours: EnergyHours): [number, number, string][] {
  return [...hours]
    .sort(([a], [b]) => a - b)
    .flatMap(([hour, { slots, estimated, complete }]) =>
      slots.flatMap((mWh, index): [number, number, string][] => {
        if (mWh === null) return []
        const marks = (estimated & (1 << index) ? 'e' : '') + (complete & (1 << index) ? '' : 'i')
        return [[(hour + index * slotMs) / minute, mWh, marks]]
      }),
    )
}

describe('a register', () => {
  it('gives each slot its share of the rise', () => {
    expect(slotsOf(counter, [at(0, 0), at(10, 100)])).toEqual([
      [0, 50_000, ''],
      [5, 50_000, ''],
    ])
  })
  it('marks slots that are only partly covered by readings', () => {
    expect(slotsOf(counter, [at(3, 0), at(12, 90)])).toEqual([
      [0, 20_000, 'i'],
      [5, 50_000, ''],
      [10, 20_000, 'i'],
    ])
  })
  it('completes a slot from several readings', () => {
    expect(slotsOf(counter, [at(0, 0), at(2, 20), at(4, 40), at(6, 60)])).toEqual([
      [0, 50_000, ''],
      [5, 10_000, 'i'],
    ])
  })
  it('spreads an outage and marks it', () => {
    expect(slotsOf(counter, [at(0, 0), at(20, 40)]).map(([, mWh, marks]) => [mWh, marks])).toEqual(
      new Array(4).fill([10_000, 'e']),
    )
  })
  it('leaves a gap, never zero, where the register changes', () => {
    expect(slotsOf(counter, [at(0, 5e6), at(5, 5e6), at(20, 2e6), at(25, 2e6 + 50)])).toEqual([
      [0, 0, ''],
      [20, 50_000, ''],
    ])
  })
  it('passes over readings without a valid register', () => {
    expect(slotsOf(counter, [at(0, 0), at(2, null), at(5, 50)])).toEqual([[0, 50_000, '']])
  })
})

describe('a register that becomes another one', () => {
  const readings = [at(0, 480_000), at(5, 480_010), at(10, 500_010), at(15, 500_030)]
  const broken = (...minutes: number[]) => {
    const hours: EnergyHours = new Map()
    const breaks = minutes.map((minutesIn) => minutesIn * minute)
    continueSeries(counter, null, readings, hours, true, breaks)
    return flatten(hours)
  }
  it.each([7, 10])('at minute %i has no energy between the two', (minutesIn) => {
    expect(broken(minutesIn)).toEqual([
      [0, 10_000, ''],
      [10, 20_000, ''],
    ])
  })
  it('counts as ever on both sides of it', () => {
    expect(broken(5.1, 5.2).map(([, mWh]) => mWh)).toEqual([10_000, 20_000])
    expect(broken(0, 16)).toEqual(slotsOf(counter, readings))
  })
})

describe('a power', () => {
  it('is open at its end until the next reading', () => {
    expect(slotsOf(power, [at(0, 600)])).toEqual([])
    expect(slotsOf(power, [at(0, 600), at(1, 600)])).toEqual([[0, 10_000, 'i']])
  })
  it('ends after three periods if readings stop', () => {
    expect(slotsOf(power, [at(0, 600), at(30, 600)])).toEqual([[0, 30_000, 'i']])
  })
  it('ends at a reading without a valid value', () => {
    expect(slotsOf(power, [at(0, 600), at(2, null), at(5, 600), at(6, 600)])).toEqual([
      [0, 20_000, 'i'],
      [5, 10_000, 'i'],
    ])
  })
  it('counts a declared step at once', () => {
    expect(slotsOf(power, [at(0, 600, 5), at(5, 1200, 5)])).toEqual([
      [0, 50_000, ''],
      [5, 100_000, ''],
    ])
  })
  it('requests recomputation if a reading cuts a counted step short', () => {
    const tail = continueSeries(power, null, [at(0, 600, 5)], new Map()) as SeriesTail
    expect(continueSeries(power, tail, [at(3, 600)], new Map())).toBe('recompute')
  })
})

const readingsOf = (value: fc.Arbitrary<number | null>, step: fc.Arbitrary<number | null>) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 2000 }), value, step), { minLength: 1, maxLength: 60 })
    .map((entries) => {
      let ts = 1_700_000_000_000
      return entries.map(([gapSeconds, reading, stepSeconds]): Reading => {
        ts += gapSeconds * 1000
        return { ts, value: reading, stepMs: stepSeconds === null ? null : stepSeconds * 1000 }
      })
    })
const watts = fc.option(fc.double({ min: -20_000, max: 20_000, noNaN: true }), { freq: 8 })

describe('a series', () => {
  it('does not depend on how its readings are split into batches', () => {
    fc.assert(
      fc.property(
        readingsOf(watts, fc.constant(null)),
        fc.array(fc.nat(60), { maxLength: 8 }),
        fc.constantFrom<EnergySource>(counter, power, { kind: 'power', sign: -1 }),
        (readings, cuts, source) => {
          const whole: EnergyHours = new Map()
          continueSeries(source, null, readings, whole)
          const pieces: EnergyHours = new Map()
          let tail: SeriesTail | null = null
          const edges = [
            ...new Set([0, ...cuts.map((cut) => Math.min(cut, readings.length)), readings.length]),
          ].sort((a, b) => a - b)
          for (let piece = 0; piece + 1 < edges.length; piece++) {
            tail = continueSeries(
              source,
              tail,
              readings.slice(edges[piece], edges[piece + 1]),
              pieces,
            ) as SeriesTail | null
          }
          expect(flatten(pieces)).toEqual(flatten(whole))
        },
      ),
    )
  })

  it('of a rising register sums to its rise', () => {
    fc.assert(
      fc.property(readingsOf(fc.double({ min: 0, max: 500, noNaN: true }), fc.constant(null)), (rises) => {
        let register = 1000
        const readings = rises.map((reading) => {
          register += reading.value ?? 0
          return { ...reading, value: register }
        })
        const sum = slotsOf(counter, readings).reduce((total, [, mWh]) => total + mWh, 0)
        expect(sum).toBe(Math.round(readings.at(-1)!.value * 1000) - Math.round(readings[0]!.value * 1000))
      }),
    )
  })

  it('of power agrees with counting every second', () => {
    const step = fc.option(fc.constantFrom(60, 300, 900), { freq: 3 })
    fc.assert(
      fc.property(readingsOf(watts, step), (readings) => {
        const expected = new Map<number, { mWh: number; seconds: number }>()
        readings.forEach((reading, index) => {
          const previous = readings[index - 1]
          const next = readings[index + 1]
          if (reading.value === null || (!next && reading.stepMs === null)) return
          const gap = previous ? (reading.ts - previous.ts) / 1000 : Number.POSITIVE_INFINITY
          const period = gap <= 900 ? Math.min(300, Math.max(60, gap)) : 60
          const end = Math.min(
            reading.ts + (reading.stepMs ?? 3000 * period),
            next?.ts ?? Number.POSITIVE_INFINITY,
          )
          for (let second = reading.ts; second < end; second += 1000) {
            const slot = Math.floor(second / slotMs)
            const sum = expected.get(slot) ?? { mWh: 0, seconds: 0 }
            sum.mWh += Math.max(0, reading.value) / 3.6
            sum.seconds++
            expected.set(slot, sum)
          }
        })
        const actual = slotsOf(power, readings)
        expect(actual.map(([start]) => start)).toEqual([...expected.keys()].map((slot) => slot * 5))
        for (const [start, mWh, marks] of actual) {
          const { mWh: exact, seconds } = expected.get(start / 5)!
          expect(Math.abs(mWh - exact)).toBeLessThan(310) // each segment is rounded to whole mWh, at most one per second
          expect(marks).toBe(seconds === 300 ? '' : 'i')
        }
      }),
      { numRuns: 60 },
    )
  })
})
