import { parseNumber } from '../i18n/parse-number.ts'
import type { RangeRule } from './range-rules.ts'
import { isSingleLine, isSingleLineName } from './single-line.ts'

/** The shared form rules of browser and server. Values are text as a person typed it. */
export type FormRule =
  | { rule: 'required' }
  | { rule: 'email' }
  /** Equal to the named field. */
  | { rule: 'confirmed'; target: string }
  /** A decimal number in the form's language; one that the field has read already is written as a program writes it. */
  | { rule: 'double'; isRead?: true }
  | { rule: 'max_value'; max: number }
  | { rule: 'min_value'; min: number }
  /** At least this many characters. */
  | { rule: 'min'; length: number }
  /** At most this many characters. */
  | { rule: 'max'; length: number }
  /** One line without control or invisible characters. */
  | { rule: 'single_line' }
  | { rule: 'is_not'; other: string }
  | { rule: 'regex'; pattern: RegExp }

export type FormRuleName = FormRule['rule']

/** A broken rule: the locale key of its message and the values of the message (`field` is added by the form). */
export interface FormMessage {
  rule: FormRuleName | RangeRule
  key: `validation.${FormRuleName | RangeRule}`
  params: Record<string, string | number>
}

export interface FormContext {
  /** All values of the form, for `confirmed`. */
  values?: Readonly<Record<string, unknown>>
  /** The language numbers are typed in; without one, numbers are parsed as in a program. */
  locale?: string
}

export const required: FormRule = { rule: 'required' }
export const email: FormRule = { rule: 'email' }

/** A short text among others: a label, a telephone number. */
export const labelRules = (length: number): FormRule[] => [{ rule: 'single_line' }, { rule: 'max', length }]

/** Anything that a person names. */
export const nameRules = (length: number): FormRule[] => [required, ...labelRules(length)]

/** The first rule that `value` breaks, or null. An empty value breaks only `required`. */
export function checkValue(
  value: unknown,
  rules: readonly FormRule[],
  context: FormContext = {},
): FormMessage | null {
  for (const rule of rules) {
    if (rule.rule !== 'required' && isEmpty(value)) continue
    if (!holds(rule, value, context))
      return { rule: rule.rule, key: `validation.${rule.rule}`, params: paramsOf(rule) }
  }
  return null
}

/** The first broken rule of every field that has one. */
export function checkForm(
  values: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, readonly FormRule[]>>,
  context: Omit<FormContext, 'values'> = {},
): Record<string, FormMessage> {
  const broken: Record<string, FormMessage> = {}
  for (const [field, fieldRules] of Object.entries(rules)) {
    const message = checkValue(values[field], fieldRules, { ...context, values })
    if (message) broken[field] = message
  }
  return broken
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return (
    value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
  )
}

// One @ with text before it and a host name of at least two labels after it; whether it exists, only a mail can tell.
const emailPattern =
  /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i

function holds(rule: FormRule, value: unknown, { values = {}, locale = 'en' }: FormContext): boolean {
  const text = String(value)
  const isRead = rule.rule === 'double' && rule.isRead
  const number = typeof value === 'number' ? value : parseNumber(text, isRead ? 'en' : locale)
  switch (rule.rule) {
    case 'required':
      return !isEmpty(value)
    case 'email': {
      const trimmed = text.trim()
      return (
        trimmed.length <= 254 &&
        emailPattern.test(trimmed) &&
        !/^\.|\.\.|\.@/.test(trimmed) &&
        isSingleLine(trimmed)
      )
    }
    case 'confirmed':
      return value === values[rule.target]
    case 'double':
      return number !== null && Number.isFinite(number)
    case 'max_value':
      return number !== null && number <= rule.max
    case 'min_value':
      return number !== null && number >= rule.min
    case 'min':
      return [...text].length >= rule.length
    case 'max':
      return [...text].length <= rule.length
    case 'single_line':
      return isSingleLineName(text)
    case 'is_not':
      return text !== rule.other
    case 'regex':
      return new RegExp(rule.pattern.source, rule.pattern.flags.replace(/[gy]/g, '')).test(text)
  }
}

function paramsOf(rule: FormRule): Record<string, string | number> {
  switch (rule.rule) {
    case 'max_value':
      return { max: rule.max }
    case 'min_value':
      return { min: rule.min }
    case 'min':
    case 'max':
      return { length: rule.length }
    default:
      return {}
  }
}
