import { monthOfDay } from '@ohmstead/domain/i18n/month-of-day'

/** A day, a month or a year as a reader writes it: '2025-10-29', '2025-10' or '2025'. */
export function formatDateText(text: string, tag: string): string {
  const [year, month, day] = text.split('-').map(Number)
  if (month === undefined) return text
  return new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: day === undefined ? 'long' : monthOfDay(tag, 'short'),
    day: day === undefined ? undefined : 'numeric',
    timeZone: 'UTC',
  }).format(Date.UTC(year!, month - 1, day ?? 1))
}
