import { setupI18n } from '@lingui/core'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import { roundDigits } from '@ohmstead/domain/money/round-digits'
import { parseMonthKey } from '@ohmstead/network-fee/calendar/month-key'
import { getTranslations } from '../../site/translations.ts'

/** The placeholder for unknown values. */
export const unknown = '–'

export type Words = ReturnType<typeof createWords>

/** Texts and number formats of one language. Days and months are local ones of the metering point. */
export function createWords(locale: Locale) {
  // Serbian texts are in Latin script; the bare language tag would select Cyrillic.
  const tag = { en: 'en-GB', sr: 'sr-Latn-RS' }[locale as string] ?? locale
  const { messages } = getTranslations(locale)
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const formats = new Map<string, Intl.NumberFormat>()
  const number = (value: number | null | undefined, least = 0, most = least): string => {
    if (value === null || value === undefined) return unknown
    const key = `${least}/${most}`
    const format =
      formats.get(key) ??
      new Intl.NumberFormat(tag, { minimumFractionDigits: least, maximumFractionDigits: most })
    formats.set(key, format)
    return format.format(value)
  }
  const dayFormat = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  const monthFormat = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const shortFormat = new Intl.DateTimeFormat(tag, { month: 'short', year: '2-digit', timeZone: 'UTC' })
  const nameFormat = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
  const timeFormat = new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Ljubljana',
  })
  const list = new Intl.ListFormat(tag, { type: 'conjunction' })
  const ofMonth = (format: Intl.DateTimeFormat, key: string) => {
    const month = parseMonthKey(key)
    return month ? format.format(Date.UTC(month.year, month.month - 1, 1)) : key
  }
  return {
    tag,
    t: (key: string, values: Record<string, string | number> = {}) => i18n._(key, values),
    number,
    money: (value: number | null | undefined) => (value == null ? unknown : `${number(value, 2)} €`),
    /** For sentences: cents only if they matter. */
    euro: (value: number) => `${number(value, roundDigits(value))} €`,
    kw: (value: number | null | undefined) => (value == null ? unknown : `${number(value, 0, 2)} kW`),
    kwh: (value: number | null | undefined) => (value == null ? unknown : `${number(value, 0)} kWh`),
    percent: (share: number) =>
      new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    day: (day: string) => dayFormat.format(Date.parse(`${day}T00:00:00Z`)),
    time: (atMs: number) => timeFormat.format(atMs),
    monthOf: (key: string) => ofMonth(monthFormat, key),
    /** The name of a calendar month, 1 to 12. */
    month: (month: number) => nameFormat.format(Date.UTC(2000, month - 1, 1)),
    list: (parts: readonly string[]) => list.format(parts),
    shortMonth: (key: string) => ofMonth(shortFormat, key),
    /** Consecutive months as one range. */
    months: (keys: readonly string[]) =>
      list.format(
        joinMonths(keys).map(([first, last]) => {
          const [from, to] = [ofMonth(shortFormat, first), ofMonth(shortFormat, last)]
          return from === to ? from : `${from} – ${to}`
        }),
      ),
  }
}

/** The first and the last month of each consecutive run. */
function joinMonths(keys: readonly string[]): [string, string][] {
  const rows: [string, string][] = []
  let before = Number.NaN
  for (const key of keys) {
    const month = parseMonthKey(key)
    const place = month ? month.year * 12 + month.month : Number.NaN
    if (place === before + 1) rows.at(-1)![1] = key
    else rows.push([key, key])
    before = place
  }
  return rows
}
