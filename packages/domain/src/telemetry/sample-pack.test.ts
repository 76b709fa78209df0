import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeColumns, decodeSamples, encodeSamples, type PackedSample } from './sample-pack.ts'

const start = Date.UTC(2026, 5, 1)

const number = fc.oneof(
  fc.integer({ min: -20_000, max: 20_000 }),
  fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 1000),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.constantFrom(
    0,
    2 ** 51,
    2 ** 51 + 1,
    -(2 ** 51),
    Number.MAX_SAFE_INTEGER,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    0.1 + 0.2,
    1e-9,
  ),
)
const value = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, '', 'ok', 'ključ\n"') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
)
const key = fc.constantFrom('grid/power', 'grid/energy_import', 'pv/state', 'toString', 'č/1')
const samples = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 2 ** 43 })),
      stepSeconds: fc.option(fc.integer({ min: 0, max: 86_400 }), { freq: 3 }),
      values: fc.dictionary(key, value, { noNullPrototype: true }),
    }),
    { maxLength: 60 },
  )
  .map((list) => {
    let ts = start
    return list.map(({ gap, ...sample }): PackedSample => {
      ts = Math.min(ts + gap, 8.64e15)
      return { ts, ...sample }
    })
  })

describe('packed samples', () => {
  it('come back exactly, whatever their values are', () => {
    fc.assert(
      fc.property(samples, (list) => {
        expect(decodeSamples(encodeSamples(list))).toEqual(list)
      }),
      { numRuns: 500 },
    )
  })

  it('come back by metric, the others unread', () => {
    fc.assert(
      fc.property(samples, key, (list, wanted) => {
        const column = decodeColumns(encodeSamples(list), [wanted]).values.get(wanted)
        const expected = list.map(({ values }) =>
          Object.hasOwn(values, wanted) ? values[wanted] : undefined,
        )
        expect(column ?? list.map(() => undefined)).toEqual(expected)
      }),
    )
  })

  it('of a usual metric take two bytes a value, and the instants one', () => {
    const list = Array.from({ length: 360 }, (_, index) => ({
      ts: start + index * 60_000,
      stepSeconds: null,
      values: { 'grid/energy_import': 5_123_456.7 + index * 12.3 + (index % 7) / 10 },
    })).map((sample) => ({
      ...sample,
      values: { 'grid/energy_import': Math.round(sample.values['grid/energy_import'] * 10) / 10 },
    }))
    expect(encodeSamples(list).length).toBeLessThan(360 * 3 + 60)
  })

  it.each([
    ['of another version', (bytes: Uint8Array) => bytes.fill(9, 0, 1)],
    ['cut short', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 1)],
  ])('%s are refused', (_, damage) => {
    const bytes = encodeSamples([{ ts: start, stepSeconds: null, values: { 'grid/power': 1200 } }])
    expect(() => decodeSamples(damage(bytes))).toThrow(RangeError)
  })
})
