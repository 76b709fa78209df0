import { localeTag } from './locales.ts'

const spaces = /[\s\u00a0\u202f]/g

/**
 * Parses a number as a person writes it in `locale`: its decimal and thousands separators, either minus sign. `null`
 * if the text is not a number; a thousands separator in a wrong place is rejected, so that 1.5 typed in a language of
 * decimal commas is questioned instead of read as 15.
 */
export function parseNumber(text: string, locale: string): number | null {
  const { decimal, group } = separators(locale)
  const trimmed = text.trim().replace(/^[\u2212\u2013]/, '-')
  const unspaced = trimmed.replace(spaces, group.trim() === '' ? ' ' : '')
  if (group.trim() !== '' && /\d[\s\u00a0\u202f]+\d/.test(trimmed)) return null
  const g = escapePattern(group.trim() === '' ? ' ' : group)
  const d = escapePattern(decimal)
  const pattern = new RegExp(`^([+-]?)(\\d{1,3}(?:${g}\\d{3})+|\\d+)?(?:${d}(\\d*))?$`)
  const match = pattern.exec(unspaced)
  if (!match || (match[2] === undefined && !match[3])) return null
  const whole = (match[2] ?? '0').replace(new RegExp(g, 'g'), '')
  const value = Number(`${match[1] === '-' ? '-' : ''}${whole}.${match[3] || '0'}`)
  return Number.isFinite(value) ? value : null
}

/** The same for whole numbers; `null` where there is a fraction. */
export function parseInteger(text: string, locale: string): number | null {
  const value = parseNumber(text, locale)
  return value !== null && Number.isSafeInteger(value) ? value : null
}

function separators(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(localeTag(locale), { useGrouping: true }).formatToParts(-1_234_567.5)
  const find = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: find('decimal', '.'), group: find('group', ',') }
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
