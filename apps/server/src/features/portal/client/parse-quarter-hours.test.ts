import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMilliWh } from './parse-milli-wh.ts'
import { exportType, importType, parseQuarterHours } from './parse-quarter-hours.ts'
import { parseAnswer, readingsAnswer } from './portal-answers.ts'
import { PortalError } from './portal-error.ts'
import { classifyQuality } from './reading-quality.ts'

const answer = (intervalReadings: object[], readingType = importType) =>
  parseAnswer(
    readingsAnswer,
    JSON.stringify({ usagePoint: '1', intervalBlocks: [{ readingType, intervalReadings }] }),
  )

test('a kilowatt-hour text becomes whole milliwatt-hours digit by digit', () => {
  expect(['0.0370', '0', '1,25', '0.000001', '123456.789', ' 2 ', '-0.5'].map(parseMilliWh)).toEqual([
    37_000, 0, 1_250_000, 1, 123_456_789_000, 2_000_000, -500_000,
  ])
  expect(['', 'x', '1e3', '1.', '1.2.3', '1 000', 'NaN', '1234567890'].map(parseMilliWh)).toEqual(
    Array(8).fill(null),
  )
  expect(parseMilliWh('0.1000000')).toBe(100_000)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9e14 }), (milliWh) => {
      const digits = String(milliWh).padStart(7, '0')
      expect(parseMilliWh(`${digits.slice(0, -6)}.${digits.slice(-6)}`)).toBe(milliWh)
    }),
  )
})

test('decimals beyond the sixth are rounded, half away from zero', () => {
  expect(
    ['0,0000004', '0.0000005', '-0.0000005', '0.29499999999999998', '9.9999999'].map(parseMilliWh),
  ).toEqual([0, 1, -1, 295_000, 10_000_000])
})

test('accepts and rejects the same decimals as a regular expression', () => {
  const decimal = /^\s*-?\d{1,9}(?:[.,]\d{1,30})?\s*$/
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789.,- \t\u00a0e+'), maxLength: 16 })
  fc.assert(
    fc.property(texts, (text) => {
      const decimals = /[.,](\d*)/.exec(text)?.[1] ?? ''
      const isRead = decimal.test(text)
      expect(parseMilliWh(text) !== null, text).toBe(isRead)
      if (!isRead) return
      const [whole = ''] = text.trim().replace('-', '').split(/[.,]/)
      const kept = BigInt(whole + decimals.slice(0, 6).padEnd(6, '0'))
      const rounded = Number(kept) + (decimals.charAt(6) >= '5' ? 1 : 0)
      expect(parseMilliWh(text)).toBe(text.includes('-') && rounded > 0 ? -rounded : rounded)
    }),
    { numRuns: 2000 },
  )
})

test('an end stamp becomes a start, in summer and in winter time', () => {
  const { imports } = parseQuarterHours(
    answer([
      { timestamp: '2026-05-30T00:15:00+02:00', value: '0.0370', readingQualities: [] },
      { timestamp: '2026-01-01T00:00:00+01:00', value: 1.5 },
    ]),
    new Map(),
  )
  expect(imports).toEqual([
    { startMs: Date.parse('2026-05-29T22:00:00Z'), milliWh: 37_000, state: '.' },
    { startMs: Date.parse('2025-12-31T22:45:00Z'), milliWh: 1_500_000, state: '.' },
  ])
})

test('flags: none is measured, 1.5 is missing whatever the value, 3 is estimated', () => {
  const read = (readingQualityType: string, value = '0') =>
    parseQuarterHours(
      answer([{ timestamp: '2026-05-30T00:15:00+02:00', value, readingQualities: [{ readingQualityType }] }]),
      new Map([['9.9.9', 'Ocenjena vrednost']]),
    ).imports[0]
  expect(read('1.5.259')).toMatchObject({ milliWh: null, state: 'm' })
  expect(read('3.8.0', '0.25')).toMatchObject({ milliWh: 250_000, state: 'e' })
  expect(read('1.8.0', '0.25')).toMatchObject({ state: '.' })
  expect(read('9.9.9', '0.25')).toMatchObject({ state: 'e' })
  expect(classifyQuality(['3.8.0', '1.5.259'], new Map())).toBe('m')
})

test('directions are separated, unknown types skipped, and stamps without an offset counted', () => {
  const readings = [{ timestamp: '2026-05-30T00:15:00', value: '1' }]
  expect(parseQuarterHours(answer(readings), new Map())).toEqual({ imports: [], exports: [], unreadable: 1 })
  const sent = [{ timestamp: '2026-05-30T00:15:00+02:00', value: '1' }]
  expect(parseQuarterHours(answer(sent, exportType), new Map()).exports).toHaveLength(1)
  expect(parseQuarterHours(answer(sent, '8.0.2'), new Map())).toEqual({
    imports: [],
    exports: [],
    unreadable: 0,
  })
})

test('an answer of another shape is refused completely', () => {
  for (const text of ['<html>', '[]', '{"intervalBlocks":[{"readingType":1}]}'])
    expect(() => parseAnswer(readingsAnswer, text), text).toThrow(PortalError)
  const timestamp = '2026-05-30T00:15:00+02:00'
  for (const reading of [
    null,
    [],
    'x',
    {},
    { timestamp: 1 },
    { timestamp, value: true },
    { timestamp, value: {} },
    { timestamp, readingQualities: '1.5' },
    { timestamp, readingQualities: [null] },
    { timestamp, readingQualities: [[]] },
    { timestamp, readingQualities: [{ readingQualityType: 1 }] },
  ])
    expect(() => answer([{ timestamp, value: '1' }, reading as object]), JSON.stringify(reading)).toThrow(
      PortalError,
    )
  for (const reading of [
    { timestamp },
    { timestamp, value: null, readingQualities: null },
    { timestamp, value: 1, readingQualities: ['1.8.0', {}, { readingQualityType: null }] },
  ])
    expect(parseQuarterHours(answer([reading]), new Map()).imports).toHaveLength(1)
  expect(parseAnswer(readingsAnswer, '{"intervalBlocks":[{"readingType":"x"}]}').intervalBlocks).toEqual([
    { readingType: 'x', intervalReadings: [] },
  ])
  expect(parseAnswer(readingsAnswer, '{"intervalBlocks":null}').intervalBlocks).toEqual([])
})
