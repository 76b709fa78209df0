import type { FormRuleName } from '@ohmstead/domain/forms/form-rules'
import { type RangeRule, rangeRules } from '@ohmstead/domain/forms/range-rules'
import type { z } from 'zod'

const rules = new Set<string>([
  'required',
  'email',
  'confirmed',
  'double',
  'max_value',
  'min_value',
  'min',
  'max',
  'single_line',
  'is_not',
  'regex',
  ...rangeRules,
] satisfies (FormRuleName | RangeRule)[])

/**
 * The shared form rule, or range rule, that an input broke, so that `fields` of a refusal always names one a page can show.
 * `given` is the whole input: a number that is read from text is reported as no number where nothing was sent at all.
 */
export function brokenRule(issue: z.core.$ZodIssue, given: unknown): FormRuleName | RangeRule {
  if (rules.has(issue.message)) return issue.message as FormRuleName | RangeRule
  switch (issue.code) {
    case 'invalid_type':
      return isAbsent(issue.input) || isAbsent(valueAt(given, issue.path))
        ? 'required'
        : issue.expected === 'number'
          ? 'double'
          : 'regex'
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? 'min_value' : 'min'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? 'max_value' : 'max'
    case 'invalid_format':
      return issue.format === 'email' ? 'email' : 'regex'
    default:
      return 'regex'
  }
}

const isAbsent = (value: unknown) => value === undefined || value === null

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (isAbsent(value) ? value : (value as Record<PropertyKey, unknown>)[key]),
    given,
  )
