import { describe, expect, test } from 'vitest'
import { checkPasswordStrength } from './check-password-strength.ts'
import type { PasswordHint } from './password-hint.ts'

describe('checkPasswordStrength', () => {
  test.each<[string, PasswordHint | null]>([
    ['password', 'heavily_used'],
    ['sunshine', 'frequently_used'],
    ['bubblegum', 'commonly_used'],
    ['p4ssword1!', 'similar_to_common'],
    ['abdomen', 'single_word'],
    ['evangelina', 'name_alone'],
    ['oiuytrewq', 'keyboard_row'],
    ['1qsxcvgy7', 'short_pattern'],
    ['aaaaaaaaa', 'repeat'],
    ['abcdefghijk', 'sequence'],
    ['21.11.1987', 'date'],
    ['potočnik', 'own_data'],
  ])('rates %s as weak', (password, hint) => {
    const strength = checkPasswordStrength(password, ['Potočnik'])
    expect(strength).toMatchObject({ hint, needsWords: true })
    expect(strength.score).toBeLessThan(3)
  })

  test('accepts several uncommon words', () => {
    expect(checkPasswordStrength('sraka kolovoz žveplenka 7', [])).toEqual({
      score: 4,
      hint: null,
      needsWords: false,
    })
  })
})
