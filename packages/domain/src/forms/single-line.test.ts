import { describe, expect, it } from 'vitest'
import { checkValue, email, nameRules } from './form-rules.ts'
import { cleanLine } from './single-line.ts'

const check = (name: string) => checkValue(name, nameRules(20))?.rule ?? null

describe('a name', () => {
  it.each([
    'Ana-Marija O’Neill',
    'Živa Čeh',
    'Дејан Ѓорѓиев',
    'שרה כהן',
    'محمد رضا',
    // Persian and Sinhala need joiners, and so do family emoji.
    'می‌خواهم',
    'ශ්‍රී',
    'Hiša 👨‍👩‍👧',
    'Mongol ᠮᠣᠩᠭᠣᠯ',
    '1. nadstropje (levo)',
    ' Ana ',
  ])('may be %j', (name) => {
    expect(check(name)).toBe(null)
    expect(cleanLine(name, 200)).toBe(name.trim())
  })

  it.each([
    ['a line break', 'Ana\nKos'],
    ['a return', 'Ana\rKos'],
    ['a tab', 'Ana\tKos'],
    ['a zero', 'Ana\0Kos'],
    ['a next line', 'Ana\u0085Kos'],
    ['a line separator', 'Ana\u2028Kos'],
  ])('may not have %s, which is replaced by a space in imported names', (_, name) => {
    expect(check(name)).toBe('single_line')
    expect(cleanLine(name, 200)).toBe('Ana Kos')
  })

  it.each([
    ...['061c', '200e', '202a', '202b', '202c', '202d', '202e', '2066', '2067', '2068', '2069'],
    ...['00ad', '200b', '2060', '2063', '206f', '3164', 'feff', 'ffa0', 'fff9', 'e0041'],
  ])('may not have U+%s, which is dropped from imported names', (code) => {
    const name = `Ana${String.fromCodePoint(Number.parseInt(code, 16))}Kos`
    expect(check(name)).toBe('single_line')
    expect(cleanLine(name, 200)).toBe('AnaKos')
  })

  it.each(['\nAna', '\u200bAna'])('may not begin so either: %j', (name) => {
    expect(check(name)).toBe('single_line')
    expect(cleanLine(name, 200)).toBe('Ana')
  })

  it('may not consist of joiners only', () => {
    expect(check('\u200d\u200c')).toBe('single_line')
  })

  it('is required and limited in length', () => {
    expect(check('  ')).toBe('required')
    expect(check('a'.repeat(21))).toBe('max')
  })
})

it('keeps whole characters when an imported name is too long', () => {
  expect(cleanLine('Ana 👩🏽', 5)).toBe('Ana 👩')
  expect(cleanLine('Ana \ud83d', 10)).toBe('Ana \ufffd')
  expect(cleanLine('Ana Kos', 4)).toBe('Ana')
})

it('an e-mail address has no invisible characters either', () => {
  expect(checkValue('ana\u202e@b.si', [email])?.rule).toBe('email')
})
