import { monthOfDay } from '@ohmstead/domain/i18n/month-of-day'
import { getDateFormat } from '../charts/date-format.ts'
import { isStandInForMacedonian, toMacedonian } from './macedonian-words.ts'

/** Numbers and times for people, in one language. Unknown (null) is always "–". */
export interface Format {
  locale: string
  number(value: number | null, digits?: number): string
  /**
   * `ratio` 0…1. A share of what was measured has up to two decimals, wherever it stands. What is estimated, a difference in
   * words and progress are whole: `digits` says so.
   */
  percent(ratio: number | null, digits?: number, leastDigits?: number): string
  /** "14:05" in the zone; seconds on demand. */
  time(epochMs: number, timeZone?: string, withSeconds?: boolean): string
  /** "21 November 2025" in the zone. */
  day(epochMs: number, timeZone?: string): string
  /** "Sunday", or short. */
  weekday(epochMs: number, timeZone: string, length: 'long' | 'short'): string
  /** Short day and time for lists. */
  dateTime(epochMs: number, timeZone?: string): string
  /** "3 minutes ago", from the age in milliseconds. */
  ago(ageMs: number): string
  /** "2 hrs 5 mins", to the minute; days from two days on. */
  duration(ms: number): string
}

export const unknownText = '–'

/** Most languages' own number formats use a hyphen for the minus, shorter than a digit and easy to miss. */
export const withMinus = (text: string) => text.replace('-', '−')

/** A line never breaks within "26. 10. 2025", only before the time. */
const keepTogether = (day: string) => day.replace(/(?<!,) /g, '\u00a0')

/** `tag` determines the region's conventions and, by its `hc`, the clock. */
export function createFormat(locale: string, tag: string): Format {
  const dates = (timeZone: string | undefined, options: Intl.DateTimeFormatOptions) =>
    getDateFormat(tag, { ...options, timeZone })
  const inOwnWords = isStandInForMacedonian(tag) ? toMacedonian : (text: string) => text
  const numbers = new Map<number, Intl.NumberFormat>()
  const numberFormat = (digits: number) => {
    const found =
      numbers.get(digits) ??
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        // Never "-0".
        signDisplay: 'negative',
      })
    numbers.set(digits, found)
    return found
  }
  // Weekdays in full: abbreviated they are letters that few languages read as words.
  const units = (unit: 'minute' | 'hour' | 'day', value: number) =>
    inOwnWords(
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'day' ? 'long' : 'short',
      }).format(value),
    ).replaceAll(' ', '\u00a0')
  let relative: Intl.RelativeTimeFormat | undefined
  return {
    locale,
    number: (value, digits = 0) =>
      value === null ? unknownText : withMinus(numberFormat(digits).format(value)),
    percent: (ratio, digits, leastDigits = 0) => {
      if (ratio === null) return unknownText
      const format = new Intl.NumberFormat(tag, {
        style: 'percent',
        minimumFractionDigits: leastDigits,
        maximumFractionDigits: digits ?? 2,
      })
      const least = 10 ** -((digits ?? 2) + 2)
      // What is there never reads 0 %, and what is not whole never 100 %.
      if (ratio > 0 && ratio < least / 2) return `< ${format.format(least)}`
      return withMinus(format.format(ratio < 1 ? Math.min(ratio, 1 - least) : ratio))
    },
    time: (epochMs, timeZone, withSeconds = false) =>
      dates(timeZone, {
        hour: '2-digit',
        minute: '2-digit',
        ...(withSeconds && { second: '2-digit' }),
      }).format(epochMs),
    day: (epochMs, timeZone) =>
      keepTogether(
        dates(timeZone, { day: 'numeric', month: monthOfDay(locale, 'long'), year: 'numeric' }).format(
          epochMs,
        ),
      ),
    weekday: (epochMs, timeZone, weekday) => dates(timeZone, { weekday }).format(epochMs),
    dateTime: (epochMs, timeZone) =>
      keepTogether(
        dates(timeZone, {
          day: 'numeric',
          month: monthOfDay(locale, 'short'),
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
        }).format(epochMs),
      ),
    ago: (ageMs) => {
      // Created on first use: it takes a phone longer than drawing a row.
      relative ??= new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
      const seconds = Math.max(0, Math.round(ageMs / 1000))
      if (seconds < 60) return inOwnWords(relative.format(-seconds, 'second'))
      if (seconds < 3600) return inOwnWords(relative.format(-Math.round(seconds / 60), 'minute'))
      if (seconds < 86_400) return inOwnWords(relative.format(-Math.round(seconds / 3600), 'hour'))
      return inOwnWords(relative.format(-Math.round(seconds / 86_400), 'day'))
    },
    duration: (ms) => {
      const minutes = Math.round(ms / 60_000)
      if (minutes < 60) return units('minute', minutes)
      if (minutes >= 2 * 1440) return units('day', Math.round(minutes / 1440))
      const hours = units('hour', Math.floor(minutes / 60))
      return minutes % 60 === 0 ? hours : `${hours} ${units('minute', minutes % 60)}`
    },
  }
}
