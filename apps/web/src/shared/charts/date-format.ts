import { isStandInForMacedonian, toMacedonian } from '../i18n/macedonian-words.ts'

type Time = number | Date

interface DateFormat {
  format(time?: Time): string
  formatRange(from: Time, to: Time): string
  formatToParts(time?: Time): Intl.DateTimeFormatPart[]
}

const made = new Map<string, DateFormat>()

/** Formats are expensive to create and cheap to use: each is created once. */
export function getDateFormat(locale: string, options: Intl.DateTimeFormatOptions): DateFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = made.get(key) ?? create(locale, options)
  made.set(key, found)
  return found
}

function create(locale: string, options: Intl.DateTimeFormatOptions): DateFormat {
  const format = new Intl.DateTimeFormat(locale, options)
  if (!isStandInForMacedonian(locale)) return format
  return {
    format: (time) => toMacedonian(format.format(time)),
    formatRange: (from, to) => toMacedonian(format.formatRange(from, to)),
    formatToParts: (time) =>
      format.formatToParts(time).map(({ type, value }) => ({ type, value: toMacedonian(value) })),
  }
}
