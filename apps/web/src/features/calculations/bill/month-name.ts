import { parseMonthKey } from '@ohmstead/network-fee/calendar/month-key'
import { getDateFormat } from '../../../shared/charts/date-format.ts'
import { formatTag } from '../../../shared/i18n/locale.ts'

/** `mar-2024` → "March 2024", "Mar 24" in short, in the current language; other texts are unchanged. */
export function formatMonthName(key: string, locale: string, length: 'long' | 'short' = 'long'): string {
  const month = parseMonthKey(key)
  if (!month) return key
  const year = length === 'long' ? 'numeric' : '2-digit'
  return getDateFormat(formatTag(locale), { month: length, year, timeZone: 'UTC' }).format(
    Date.UTC(month.year, month.month - 1, 1),
  )
}
