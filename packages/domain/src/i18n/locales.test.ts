import { expect, test } from 'vitest'
import { chooseLocale, chooseTag, localeTag } from './locales.ts'

test.each([
  ['the first wish that is spoken', ['ja', 'de-AT', 'en'], 'de'],
  ['an unset setting gives way to the browser', [null, undefined, 'en-GB'], 'en'],
  ['Slovenian when nothing fits', ['ja', 'zh-CN'], 'sl'],
  ['Slovenian without any wish', [], 'sl'],
])('chooses %s', (_, wishes, locale) => {
  expect(chooseLocale(wishes)).toBe(locale)
})

test('passes over a language whose texts are not available', () => {
  expect(chooseLocale(['de', 'en'], ['sl', 'en'])).toBe('en')
})

test.each([
  ['bs', 'sr-Latn-RS', 'bs'],
  ['mk', 'sr-Cyrl-RS', 'mk'],
  ['sr', 'sr-Latn-RS', 'sr-Latn-RS'],
  ['sl', 'sl', 'sl'],
])('writes %s like its neighbour if a browser does not know it', (locale, standIn, own) => {
  expect(chooseTag(locale, () => false)).toBe(standIn)
  expect(chooseTag(locale, () => true)).toBe(own)
  expect(new Intl.NumberFormat(standIn).format(0.5)).toBe('0,5')
  expect(new Intl.NumberFormat(localeTag(locale)).format(0.5)).toBe('0,5')
})
