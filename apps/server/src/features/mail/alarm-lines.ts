import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import { cleanLine } from '@ohmstead/domain/forms/single-line'
import { type Locale, localeTag } from '@ohmstead/domain/i18n/locales'

/** One alarm of a mail that tells of several. */
export interface AlarmLine {
  state: 'raised' | 'over'
  /** `PLATFORM`: the platform itself lost `lost` of `all` controllers. */
  type: AlarmType | 'PLATFORM'
  /** The name that people gave the rule which raised it. */
  ruleName: string | null
  lost: number
  all: number
  /** The location; empty for the platform. */
  place: string
  /** The device or controller. */
  subject: string | null
  /** When it began, or ended. */
  time: number
  zone: string
  url: string
}

/** What happened, where and when, in words. */
export function writeAlarmLine(
  line: AlarmLine,
  write: (key: string, values?: Record<string, string | number>) => string,
  locale: Locale,
): { what: string; where: string; time: string } {
  const time = new Intl.DateTimeFormat(localeTag(locale), {
    ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: line.zone },
  }).format(line.time)
  if (line.type === 'PLATFORM') {
    const { lost, all } = line
    return { what: write('mail.alarms.platform', { lost, all }), where: '', time: `${time} ${line.zone}` }
  }
  const what =
    line.type === 'RULE'
      ? cleanName(line.ruleName ?? write('alarms.type.RULE'))
      : write(`alarms.type.${line.type}`)
  const where = [line.place, line.subject]
    .filter((part) => part !== null && part !== '')
    .map((part) => cleanName(part!))
  return { what, where: where.join(', '), time }
}

/** A name that people chose: mail programs must not make a link of it. */
export const cleanName = (text: string) =>
  cleanLine(text, 100)
    .replace(/:\/\//g, ' ')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
