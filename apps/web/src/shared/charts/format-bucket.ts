import { formatTag } from '../i18n/locale.ts'
import { getDateFormat } from './date-format.ts'
import { offsetAtMs } from './offset-at.ts'

/** "14:00–14:15", "Thu 20 Nov", "November 2026": a bucket in words, in a zone. A repeated hour names its offset. */
export function formatBucket(
  startMs: number,
  endMs: number,
  timeZone: string,
  locale: string,
  withDay = true,
): string {
  const tag = formatTag(locale)
  const hours = (endMs - startMs) / 3_600_000
  if (hours > 26 * 24) return getDateFormat(tag, { timeZone, month: 'long', year: 'numeric' }).format(startMs)
  const day = getDateFormat(tag, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(startMs)
  if (hours > 22) return day
  const time = getDateFormat(tag, { timeZone, hour: '2-digit', minute: '2-digit' })
  const span = `${time.format(startMs)}–${time.format(endMs)}${formatRepeated(startMs, timeZone)}`
  return withDay ? `${day}, ${span}` : span
}

function formatRepeated(ms: number, timeZone: string): string {
  const offset = offsetAtMs(ms, timeZone)
  const isRepeated =
    offsetAtMs(ms + 3_600_000, timeZone) < offset || offsetAtMs(ms - 3_600_000, timeZone) > offset
  if (!isRepeated) return ''
  const hours = offset / 3_600_000
  return ` (UTC${hours < 0 ? '−' : '+'}${Math.abs(hours)})`
}

/** "Friday, 20 November 2026", "16–22 November 2026", "November 2026", "March–May 2026", "2026": inclusive calendar days in words. */
export function formatDays(firstDay: string, lastDay: string, locale: string): string {
  const tag = formatTag(locale)
  const timeZone = 'UTC'
  const [from, to] = [Date.parse(`${firstDay}T00:00:00Z`), Date.parse(`${lastDay}T00:00:00Z`)]
  const date = { timeZone, day: 'numeric', month: 'long', year: 'numeric' } as const
  if (firstDay === lastDay) return getDateFormat(tag, { ...date, weekday: 'long' }).format(from)
  const endsMonth = Temporal.PlainDate.from(lastDay).add({ days: 1 }).day === 1
  if (firstDay.endsWith('-01') && endsMonth) {
    if (firstDay.slice(0, 7) === lastDay.slice(0, 7))
      return getDateFormat(tag, { timeZone, month: 'long', year: 'numeric' }).format(from)
    if (firstDay.endsWith('-01-01') && lastDay === `${firstDay.slice(0, 4)}-12-31`)
      return firstDay.slice(0, 4)
    return getDateFormat(tag, { timeZone, month: 'long', year: 'numeric' }).formatRange(from, to)
  }
  return getDateFormat(tag, date).formatRange(from, to)
}
