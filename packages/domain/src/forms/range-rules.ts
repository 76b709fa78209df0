/**
 * What may be wrong with a range of days or instants, instead of a form rule: an end in the future, an end before the
 * start, more days than are answered at once, more intervals than any chart draws, or shares that are not a whole.
 */
export const rangeRules = [
  'future_date',
  'range_reversed',
  'range_too_long',
  'shares_sum',
  'too_many_intervals',
] as const

export type RangeRule = (typeof rangeRules)[number]

export const isRangeRule = (rule: string): rule is RangeRule => rangeRules.some((known) => known === rule)
