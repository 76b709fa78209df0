import { expect, test } from 'vitest'
import { type Locale, localeTag } from './locales.ts'
import { monthOfDay } from './month-of-day.ts'

// What follows "until": the genitive, or a number, in each language that has cases.
const expected: Record<Locale, string> = {
  bs: '3. 12. 2026.',
  cs: '3. prosince 2026',
  de: '3. Dezember 2026',
  en: '3 December 2026',
  fr: '3 décembre 2026',
  hr: '3. prosinca 2026.',
  it: '3 dicembre 2026',
  mk: '3 декември 2026 г.',
  nl: '3 december 2026',
  pl: '3 grudnia 2026',
  pt: '3 de dezembro de 2026',
  sk: '3. decembra 2026',
  sl: '3. 12. 2026',
  sr: '3. 12. 2026.',
  sv: '3 december 2026',
}

test.each(Object.entries(expected))('a day in %s fits into a sentence: %s', (locale, text) => {
  const format = new Intl.DateTimeFormat(localeTag(locale), {
    day: 'numeric',
    month: monthOfDay(locale, 'long'),
    year: 'numeric',
    timeZone: 'UTC',
  })
  expect(format.format(Date.UTC(2026, 11, 3))).toBe(text)
})

test('a tag with a region or a clock counts as its language', () => {
  expect([monthOfDay('sl-u-hc-h12', 'short'), monthOfDay('sr-Latn-RS', 'long')]).toEqual([
    'numeric',
    'numeric',
  ])
  expect(monthOfDay('en-GB', 'short')).toBe('short')
})
