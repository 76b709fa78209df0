import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localeTag, supportedLocales } from './locales.ts'
import { parseInteger, parseNumber } from './parse-number.ts'

test.each([
  ['sl', '1.234,5', 1234.5],
  ['sl', '-0,25', -0.25],
  ['sl', '\u22127', -7],
  ['sl', '1.5', null],
  ['sl', '1.23.456', null],
  ['en', '1,234.5', 1234.5],
  ['en', '1,5', null],
  ['en', ' 12 ', 12],
  ['en', '12 13', null],
  ['en', '.5', 0.5],
  ['en', '5.', 5],
  ['en', '.', null],
  ['en', '', null],
  ['en', '-', null],
  ['en', '1e5', null],
  ['en', 'abc', null],
  ['fr', '1\u202f234,5', 1234.5],
  ['fr', '1 234,5', 1234.5],
  ['pl', '12\u00a0345,67', 12345.67],
])('in %s reads %j as %j', (locale, text, value) => {
  expect(parseNumber(text, locale)).toBe(value)
})

describe.each(supportedLocales)('in %s', (locale) => {
  const tag = localeTag(locale)
  const numbers = fc
    .tuple(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.integer({ min: 0, max: 6 }))
    .map(([value, digits]) => ({ value: Number(value.toFixed(Math.min(digits, 3))), digits }))
  const inWriting = (text: string) => text.replaceAll(/[\s\u00a0\u202f]/g, ' ')

  test('reads back what is written, with thousands and without', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(true, false, 'always' as const),
        ({ value, digits }, useGrouping) => {
          const format = new Intl.NumberFormat(tag, {
            minimumFractionDigits: digits,
            maximumFractionDigits: Math.max(3, digits),
            useGrouping,
          })
          const text = format.format(value)
          expect(parseNumber(text, locale), text).toBe(value)
        },
      ),
    )
  })

  test('takes any minus, and any space as a thousands separator', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom('-', '\u2212', '\u2013'),
        fc.constantFrom(' ', '\u00a0', '\u202f'),
        ({ value }, minus, space) => {
          const format = new Intl.NumberFormat(tag, { maximumFractionDigits: 3, useGrouping: 'always' })
          const text = inWriting(format.format(Math.abs(value))).replaceAll(' ', space)
          expect(parseNumber(`${minus}${text}`, locale), text).toBe(-Math.abs(value))
        },
      ),
    )
  })

  test('rejects numbers with swapped separators, whatever they would become', () => {
    const parts = new Intl.NumberFormat(tag, { useGrouping: 'always' }).formatToParts(1234567.5)
    const [group, decimal] = ['group', 'decimal'].map(
      (type) => parts.find((part) => part.type === type)!.value,
    )
    const swapped = `1${decimal}234${decimal}567${group}5`
    expect(parseNumber(swapped, locale), swapped).toBe(null)
    expect(parseNumber(`1${decimal}5${decimal}5`, locale)).toBe(null)
    expect(parseNumber(`12${group}34`, locale)).toBe(null)
  })

  test('never returns an infinite number', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('0', '9', '.', ',', ' ', '-', '\u2212', '\u00a0', 'e', '∞', '٣'),
    })
    fc.assert(
      fc.property(nasty, (text) => {
        const value = parseNumber(text, locale)
        if (value !== null) expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })
})

test('an integer has no fraction', () => {
  expect(parseInteger('1.000', 'sl')).toBe(1000)
  expect(parseInteger('1,5', 'sl')).toBe(null)
})
