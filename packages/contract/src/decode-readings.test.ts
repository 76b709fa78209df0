import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkLimits, type ReadingsMessage } from './controller-messages.ts'
import { decodeReadings } from './decode-readings.ts'

const now = 1_767_225_600_000

function decode(message: unknown): ReadingsMessage {
  const decoded = decodeReadings(JSON.stringify(message), now)
  if (!decoded.ok) throw new Error(`${decoded.reason}: ${decoded.detail}`)
  return decoded.message
}

function reasonOf(message: unknown): string {
  const decoded = decodeReadings(typeof message === 'string' ? message : JSON.stringify(message), now)
  return decoded.ok ? 'ok' : decoded.reason
}

describe('decodeReadings', () => {
  it('reads the message of the protocol', () => {
    const values = {
      'grid/power': 1500,
      'bat/soc': 57,
      'bat/mode': 'auto',
      'hvac/on': true,
      'pv/power': null,
    }
    expect(decode({ v: 1, seq: 18233, samples: [{ ts: now, values }] })).toEqual({
      seq: 18233,
      step: null,
      samples: [{ ts: now, values }],
      refused: [],
      rejectedSamples: 0,
      newestGivenTs: now,
    })
  })

  it.each([
    ['the newest of them', [now - 1, now + 1, now], now + 1],
    ['one that is refused', [now, now + 86_400_000], now + 86_400_000],
    ['one that is older than what is kept', [now - linkLimits.oldestMs - 1], now - linkLimits.oldestMs - 1],
    ['none where samples have no time', [undefined, null], null],
    ['none where it is no time, or seconds', ['x', 1e300, Math.round(now / 1000)], null],
  ])('tells the time that a message itself gives: %s', (_, times, expected) => {
    const samples = times.map((ts) => ({ ts, values: { 'grid/power': 1 } }))
    expect(decode({ samples }).newestGivenTs).toBe(expected)
  })

  it('gives samples without a time the arrival time', () => {
    expect(decode({ samples: [{ values: { 'grid/power': 1 } }] }).samples[0]?.ts).toBe(now)
  })

  it('reads the step of averages and ignores unknown fields', () => {
    expect(decode({ v: 1, step: 300, colour: 'red', samples: [] }).step).toBe(300)
  })

  it.each([
    ['400 days back', -linkLimits.oldestMs, true],
    ['a millisecond more than 400 days back', -linkLimits.oldestMs - 1, false],
    ['5 minutes ahead', linkLimits.aheadMs, true],
    ['a millisecond more than 5 minutes ahead', linkLimits.aheadMs + 1, false],
  ])('takes a sample %s: %#', (_, offset, isTaken) => {
    const message = decode({ samples: [{ ts: now + offset, values: { 'grid/power': 1 } }] })
    expect(message.samples).toHaveLength(isTaken ? 1 : 0)
    expect(message.rejectedSamples).toBe(isTaken ? 0 : 1)
  })

  it('leaves out wrong samples, keeps the good ones and says why', () => {
    const message = decode({
      seq: 1,
      samples: [
        { ts: now + 3_600_000, values: { 'grid/power': 1 } },
        { ts: Math.round(now / 1000), values: { 'grid/power': 2 } },
        { ts: '2026-01-01', values: { 'grid/power': 3 } },
        { ts: now, values: { 'grid/power': 4 } },
        7,
      ],
    })
    expect(message.samples).toEqual([{ ts: now, values: { 'grid/power': 4 } }])
    expect(message.rejectedSamples).toBe(4)
    expect(message.refused.map((refusal) => refusal.reason)).toEqual([
      'in_future',
      'too_old',
      'bad_time',
      'malformed',
    ])
    expect(message.refused[1]?.detail).toContain('looks like seconds')
  })

  it('says of microseconds what is wrong with them, and of an hour ahead nothing but that', () => {
    const detailOf = (ts: number) =>
      decode({ samples: [{ ts, values: { 'grid/power': 1 } }] }).refused[0]?.detail
    expect(detailOf(now * 1000)).toContain('looks like microseconds, send milliseconds')
    expect(detailOf(now + 3_600_000)).toMatch(/ s ahead of the server$/)
  })

  it('says how many days back are kept, also where the bound was drawn a moment after the arrival', () => {
    const text = JSON.stringify({ v: 1, samples: [{ ts: 5, values: { 'grid/power': 1 } }] })
    const decoded = decodeReadings(text, now, now - linkLimits.oldestMs + 3)
    expect(decoded.ok && decoded.message.refused[0]?.detail).toContain('more than 400 days back')
  })

  it('drops bad values alone', () => {
    const values = {
      'grid/power': 1,
      power: 2,
      'a/b/c': 3,
      '__proto__/x': 4,
      'grid/x': { y: 1 },
      'grid/y': 1e13,
      'grid/z': 'x'.repeat(65),
      'grid/nul': 'a\u0000b',
      'grid/pair': '\ud800',
    }
    const message = decode({ samples: [{ ts: now, values }] })
    expect(message.samples).toEqual([{ ts: now, values: { 'grid/power': 1 } }])
    expect(message.rejectedSamples).toBe(0)
    expect(message.refused.map(({ reason, count }) => [reason, count])).toEqual([
      ['bad_key', 3],
      ['bad_value', 5],
    ])
  })

  it.each([
    ['"1500"', 'grid/power is "1500", not a number of W; send it without quotes'],
    ['"1,5 kW"', 'grid/power is "1,5 kW", not a number of W'],
    ['true', 'grid/power is true, not a number of W'],
    ['{"value":1}', 'grid/power is an object, not a number of W'],
    ['1e999', 'grid/power is Infinity, beyond 1000000000000'],
  ])('says why a measured value cannot be %s, and keeps the others', (value, detail) => {
    const text = `{"samples":[{"ts":${now},"values":{"grid/power":${value},"grid/grid_mode":1,"ev/mode":"eco","hvac/on":true,"own/thing":"7"}}]}`
    const decoded = decodeReadings(text, now)
    expect(decoded.ok && decoded.message).toMatchObject({
      samples: [
        { ts: now, values: { 'grid/grid_mode': 1, 'ev/mode': 'eco', 'hvac/on': true, 'own/thing': '7' } },
      ],
      refused: [{ reason: 'bad_value', count: 1, detail }],
    })
  })

  it('counts a sample as left out where none of its values can be kept', () => {
    const values = { 'grid/power': 'much', power: 1 }
    const message = decode({
      samples: [
        { ts: now, values },
        { ts: now, values: {} },
      ],
    })
    expect(message).toMatchObject({ samples: [{ ts: now, values: {} }], rejectedSamples: 1 })
  })

  it('takes a message that begins with a byte order mark', () => {
    expect(reasonOf('\ufeff{"samples":[]}')).toBe('ok')
  })

  it.each(['NaN', '-Infinity'])('says what to send instead of %s', (value) => {
    expect(decodeReadings(`{"samples":[{"values":{"grid/power": ${value}}}]}`, now)).toMatchObject({
      ok: false,
      reason: 'malformed',
      detail: expect.stringMatching(/has no (NaN|Infinity), send null$/),
    })
  })

  it.each([
    ['malformed', '{"v":1,"samples":['],
    ['malformed', '[]'],
    ['malformed', 'null'],
    ['malformed', ''],
    ['malformed', { v: 1, samples: {} }],
    ['malformed', { v: 1, seq: -1, samples: [] }],
    ['malformed', { v: 1, seq: 1.5, samples: [] }],
    ['malformed', { v: 1, step: 0, samples: [] }],
    ['unsupported_version', { v: 2, samples: [] }],
    ['too_many_samples', { v: 1, samples: new Array(1001).fill({ values: {} }) }],
    ['oversized', ' '.repeat(linkLimits.maximumBytes + 1)],
  ])('refuses as %s', (reason, message) => {
    expect(reasonOf(message)).toBe(reason)
  })

  it('names the sequence number of a refused message, so that it is not sent for ever', () => {
    expect(decodeReadings('{"v":9,"seq":5}', now)).toMatchObject({ ok: false, seq: 5 })
    expect(decodeReadings('{"v":1,"seq":6,"samples":3}', now)).toMatchObject({ ok: false, seq: 6 })
  })

  it('cannot be used to reach a prototype', () => {
    const text =
      '{"v":1,"__proto__":{"polluted":1},"samples":[{"ts":1767225600000,"__proto__":{"values":{"a/b":1}},' +
      '"values":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"grid/power":1}}]}'
    const decoded = decodeReadings(text, now)
    expect(decoded.ok && decoded.message.samples[0]?.values).toEqual({ 'grid/power': 1 })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('survives deep nesting', () => {
    expect(reasonOf('['.repeat(100_000))).toBe('malformed')
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect(reasonOf(`{"samples":[{"values":{"a/b":${deep}}}]}`)).toBe('ok')
  })

  it('never throws and never passes on a value outside the limits, whatever it is given', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record(
          {
            v: fc.constantFrom(1, 2, null),
            seq: fc.anything(),
            step: fc.anything(),
            samples: fc.array(
              fc.record({
                ts: fc.oneof(fc.integer({ min: now - 5e10, max: now + 1e6 }), fc.jsonValue()),
                values: fc.dictionary(
                  fc.oneof(fc.constantFrom('grid/power', '__proto__', 'a/b'), fc.string({ unit: 'binary' })),
                  fc.jsonValue(),
                ),
              }),
            ),
          },
          { requiredKeys: [] },
        )
        .map(
          (value) =>
            JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? '',
        ),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const decoded = decodeReadings(text, now)
        if (!decoded.ok) return decoded.detail.isWellFormed() && decoded.detail.length < 300
        for (const { ts, values } of decoded.message.samples) {
          expect(ts).toBeGreaterThanOrEqual(now - linkLimits.oldestMs)
          expect(ts).toBeLessThanOrEqual(now + linkLimits.aheadMs)
          for (const [key, value] of Object.entries(values)) {
            expect(key).toMatch(/^[^/]+\/[^/]+$/)
            if (typeof value === 'number') expect(Math.abs(value)).toBeLessThanOrEqual(1e12)
            if (typeof value === 'string') expect(value.isWellFormed() && !value.includes('\0')).toBe(true)
          }
        }
        return true
      }),
      { numRuns: 500 },
    )
  })
})
