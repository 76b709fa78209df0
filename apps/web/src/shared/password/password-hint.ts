/** What makes a password weak, as the specification lists it. */
export const passwordHints = [
  'frequently_used',
  'commonly_used',
  'heavily_used',
  'similar_to_common',
  'single_word',
  'name_alone',
  'common_name',
  'keyboard_row',
  'short_pattern',
  'repeat',
  'sequence',
  'date',
  'year',
  'own_data',
] as const
export type PasswordHint = (typeof passwordHints)[number]

export interface PasswordStrength {
  /** 0 is guessed at once, 4 hardly ever. */
  score: 0 | 1 | 2 | 3 | 4
  hint: PasswordHint | null
  /** More uncommon words would help. */
  needsWords: boolean
}

/** The library's warning in our words. */
const hints: Record<string, PasswordHint> = {
  topTen: 'heavily_used',
  topHundred: 'frequently_used',
  common: 'commonly_used',
  similarToCommon: 'similar_to_common',
  wordByItself: 'single_word',
  namesByThemselves: 'name_alone',
  commonNames: 'common_name',
  straightRow: 'keyboard_row',
  keyPattern: 'short_pattern',
  simpleRepeat: 'repeat',
  extendedRepeat: 'repeat',
  sequences: 'sequence',
  dates: 'date',
  recentYears: 'year',
  userInputs: 'own_data',
}

export function hintOf(warning: string | null): PasswordHint | null {
  return (warning !== null && hints[warning]) || null
}
