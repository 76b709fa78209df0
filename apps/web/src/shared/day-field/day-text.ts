import { getDateFormat } from '../charts/date-format.ts'

/** Not every browser knows every language; an unknown one would be formatted the American way. */
const findKnown = (tag: string) => (Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0 ? tag : 'de')

const formatOf = (tag: string) =>
  getDateFormat(findKnown(tag), { timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' })

/** "21. 11. 2026", "21/11/2026": a day in the format of a language, without words; empty for an invalid day. */
export function formatDayText(day: string, tag: string): string {
  return day === ''
    ? ''
    : formatOf(tag)
        .format(Date.parse(day))
        .replace(/\s*\p{L}\.?$/u, '')
}

/** The day 'YYYY-MM-DD' of a text in the order of a language, or with the year first; the year has four digits. */
export function parseDayText(text: string, tag: string): string | null {
  const numbers = /^\D*(\d+)\D+(\d+)\D+(\d+)\D*$/.exec(text)?.slice(1)
  if (!numbers) return null
  const usual = formatOf(tag)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []))
  const order = numbers[0]!.length === 4 ? (['year', 'month', 'day'] as const) : usual
  const numberOf = (part: 'year' | 'month' | 'day') => numbers[order.indexOf(part)]!
  if (numberOf('year').length !== 4) return null
  try {
    return Temporal.PlainDate.from(
      { year: Number(numberOf('year')), month: Number(numberOf('month')), day: Number(numberOf('day')) },
      { overflow: 'reject' },
    ).toString()
  } catch {
    return null
  }
}
