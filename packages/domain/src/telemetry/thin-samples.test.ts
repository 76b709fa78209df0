import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reading } from './energy-segment.ts'
import { continueSeries, type EnergySource } from './energy-series.ts'
import type { EnergyHours } from './energy-slot.ts'
import type { PackedSample, PackedValue } from './sample-pack.ts'
import { thinSamples } from './thin-samples.ts'

const start = Date.UTC(2026, 5, 1)
const [register, power, soc, state] = ['grid/energy_import', 'pv/power', 'bat/soc', 'bat/mode']
const full = new Set([power])
const counter: EnergySource = { kind: 'counter' }

function hoursOf(
  samples: readonly PackedSample[],
  key: string,
  source: EnergySource,
  breaks?: readonly number[],
): EnergyHours {
  const hours: EnergyHours = new Map()
  const readings = samples
    .filter(({ values }) => Object.hasOwn(values, key))
    .map(({ ts, stepSeconds, values }): Reading => {
      const value = values[key]
      return {
        ts,
        value: typeof value === 'number' ? value : null,
        stepMs: stepSeconds === null ? null : stepSeconds * 1000,
      }
    })
  continueSeries(source, null, readings, hours, true, breaks)
  return hours
}

const energies = (samples: readonly PackedSample[], breaks?: readonly number[]) => [
  hoursOf(samples, register, counter, breaks),
  hoursOf(samples, power, { kind: 'power', sign: 1 }),
  hoursOf(samples, power, { kind: 'power', sign: -1 }),
]

const odd = fc.constantFrom<PackedValue>(null, 'fault', false, -5)
const gap = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(10_000, 9_999, 1000, 60_000) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 400_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 400_000, max: 20_000_000 }) },
)
const step = fc.option(fc.constantFrom(10, 60, 900, 40_000), { freq: 6 })
/** Readings of a register that rises, restarts, rolls over, jumps or says something else; and of a power. */
const anySamples = fc
  .array(
    fc.record({
      gap,
      step,
      rise: fc.option(
        fc.oneof(
          { weight: 12, arbitrary: fc.integer({ min: 0, max: 40 }) },
          { weight: 1, arbitrary: fc.constantFrom(-1, -50_000, 5_000_000, -1e9) },
        ),
        { nil: undefined, freq: 5 },
      ),
      odd: fc.option(odd, { freq: 1, nil: undefined }),
      isOdd: fc.integer({ min: 0, max: 12 }),
      watts: fc.option(fc.integer({ min: -5000, max: 5000 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .chain((list) => fc.constantFrom<number>(0, 4000, 99_999_990).map((first) => ({ list, first })))
  .map(({ list, first }) => {
    let [ts, wh] = [start, first]
    return list.map(({ gap: ms, step: stepSeconds, rise, odd: other, isOdd, watts }): PackedSample => {
      ts += ms
      const values: PackedSample['values'] = {}
      if (rise !== undefined) {
        wh = Math.max(0, wh + rise)
        values[register] = isOdd === 0 && other !== undefined ? other : wh
      }
      if (watts !== undefined) values[power] = isOdd === 1 && other !== undefined ? other : watts
      return { ts, stepSeconds, values }
    })
  })

/** When the register became another one. */
const anyBreaks = fc.array(
  fc.integer({ min: 0, max: 3_000_000 }).map((ms) => start + ms),
  { maxLength: 3 },
)

const every10s = (count: number, values: (index: number) => PackedSample['values']): PackedSample[] =>
  Array.from({ length: count }, (_, index) => ({
    ts: start + index * 10_000,
    stepSeconds: null,
    values: values(index),
  }))
const secondsOf = (samples: readonly PackedSample[]) => samples.map(({ ts }) => (ts - start) / 1000)

describe('thinned samples', () => {
  it('have the energy of all of them in every slot, whatever was sent', () => {
    fc.assert(
      fc.property(anySamples, anyBreaks, (samples, breaks) => {
        const breaksOf = new Map([[register, breaks]])
        const thinned = thinSamples(samples, full, breaksOf)
        expect(energies(thinned, breaks)).toEqual(energies(samples, breaks))
        expect(thinSamples(thinned, full, breaksOf)).toEqual(thinned)
      }),
      { numRuns: 1000 },
    )
  })

  it('have it with late readings of a register that only rises, as if nothing had been left out', () => {
    // At most as fast as is plausible between any two of them.
    const plausible = fc.record({
      gap: gap.map((ms) => Math.max(ms, 1000)),
      rise: fc.integer({ min: 0, max: 2 }),
      isLate: fc.boolean(),
    })
    const rising = fc.array(plausible, {
      minLength: 2,
      maxLength: 150,
    })
    fc.assert(
      fc.property(rising, (list) => {
        let [ts, wh] = [start, 1000]
        const all = list.map(({ gap: ms, rise, isLate }) => {
          ts += ms
          wh += rise
          return { isLate, sample: { ts, stepSeconds: null, values: { [register]: wh, [power]: wh % 3000 } } }
        })
        const inTime = all.filter(({ isLate }) => !isLate).map(({ sample }) => sample)
        const late = all.filter(({ isLate }) => isLate).map(({ sample }) => sample)
        const both = [...thinSamples(inTime, full), ...late].sort((a, b) => a.ts - b.ts)
        const everything = energies(all.map(({ sample }) => sample))
        expect(energies(both)).toEqual(everything)
        expect(energies(thinSamples(both, full))).toEqual(everything)
      }),
      { numRuns: 500 },
    )
  })

  it('are one a minute, and a register also at both edges of its slots', () => {
    const samples = every10s(61, (index) => ({ [register]: 1000 + index, [soc]: index }))
    const thinned = thinSamples(samples, full)
    const of = (key: string) => secondsOf(thinned.filter(({ values }) => Object.hasOwn(values, key)))
    expect(of(soc)).toEqual([0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600])
    expect(of(register)).toEqual([0, 60, 120, 180, 240, 290, 300, 360, 420, 480, 540, 590, 600])
  })

  it('keep what a register showed after a zero, of which less is plausible at once', () => {
    // 5 kWh within twenty seconds: plausible after 1 Wh, not after a zero.
    const samples = every10s(3, (index) => ({ [register]: [0, 1, 5000][index]! }))
    expect(thinSamples(samples, full)).toEqual(samples)
    expect(energies(thinSamples(samples, full))).toEqual(energies(samples))
  })

  it('keep every change of a state, and what a number turns to', () => {
    const states = ['on', 'on', 'off', 'off', 'on', 'on', 'on']
    expect(
      secondsOf(
        thinSamples(
          every10s(7, (index) => ({ [state]: states[index]! })),
          full,
        ),
      ),
    ).toEqual([0, 20, 40, 60])
    const values = [1, 2, null, null, 3, 4, 5]
    expect(
      secondsOf(
        thinSamples(
          every10s(7, (index) => ({ [soc]: values[index]! })),
          full,
        ),
      ),
    ).toEqual([0, 20, 40, 60])
  })

  it('that came once a minute or less often are all there', () => {
    const samples = every10s(100, (index) => ({ [soc]: index })).filter((_, index) => index % 6 === 0)
    expect(thinSamples(samples, full)).toEqual(samples)
  })
})
