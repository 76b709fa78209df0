import type { FormMessage } from '../forms/form-rules.ts'
import { compareExact, isDecimalText, parseExact } from '../money/exact.ts'

/** Broken rules by the path of their field, like 'buy.t1' or 'taxes.rows.0.rate': the first rule of each. */
export type TermsProblems = Record<string, FormMessage>

export type Report = (path: string, rule: FormMessage['rule'], params?: FormMessage['params']) => void

export function collectProblems(): { problems: TermsProblems; report: Report } {
  const problems: TermsProblems = {}
  const report: Report = (path, rule, params = {}) => {
    problems[path] ??= { rule, key: `validation.${rule}`, params }
  }
  return { problems, report }
}

export interface NumberBounds {
  min: number
  max: number
  isRequired?: boolean
}

/** A decimal text within bounds; null only where it is not required. */
export function checkDecimal(report: Report, path: string, value: string | null, bounds: NumberBounds): void {
  if (value === null || value === '') {
    if (bounds.isRequired ?? true) report(path, 'required')
    return
  }
  if (!isDecimalText(value)) {
    report(path, 'double')
    return
  }
  const exact = parseExact(value)
  if (compareExact(exact, parseExact(String(bounds.min))) < 0) report(path, 'min_value', { min: bounds.min })
  if (compareExact(exact, parseExact(String(bounds.max))) > 0) report(path, 'max_value', { max: bounds.max })
}

export function checkWhole(report: Report, path: string, value: number, bounds: NumberBounds): void {
  if (!Number.isInteger(value)) report(path, 'double')
  else if (value < bounds.min) report(path, 'min_value', { min: bounds.min })
  else if (value > bounds.max) report(path, 'max_value', { max: bounds.max })
}

/** Where both are decimals, the second is not below the first. */
export function checkOrder(report: Report, path: string, lower: string | null, upper: string | null): void {
  if (lower === null || upper === null || !isDecimalText(lower) || !isDecimalText(upper)) return
  if (compareExact(parseExact(lower), parseExact(upper)) > 0)
    report(path, 'min_value', { min: Number(lower) })
}

/** Whether a text is a day of the calendar, 'YYYY-MM-DD' from 1970 on. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1970-01-01') return false
  const ms = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}

/** Inclusive days below `path`: `validFrom`, and `validTo` that is not before it. */
export function checkDays(
  report: Report,
  path: string,
  { validFrom, validTo }: { validFrom: string; validTo: string | null },
): void {
  if (!isDay(validFrom)) report(`${path}validFrom`, 'required')
  if (validTo === null) return
  if (!isDay(validTo)) report(`${path}validTo`, 'required')
  else if (validTo < validFrom) report(`${path}validTo`, 'range_reversed')
}
