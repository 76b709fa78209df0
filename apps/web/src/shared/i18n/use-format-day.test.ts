import { expect, test } from 'vitest'
import { createFormatDay } from './use-format-day.ts'

test.each([
  ['en', '1 December 2026'],
  ['de', '1. Dezember 2026'],
  ['hr', '1. prosinca 2026.'],
  ['sl', '1. 12. 2026'],
])('in %s a day fits into a sentence', (locale, text) => {
  expect(createFormatDay(locale)('2026-12-01').replaceAll('\u00a0', ' ')).toBe(text)
})
