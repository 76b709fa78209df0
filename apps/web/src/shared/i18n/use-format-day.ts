import { useLingui } from '@lingui/react'
import { monthOfDay } from '@ohmstead/domain/i18n/month-of-day'
import { useMemo } from 'react'
import { getDateFormat } from '../charts/date-format.ts'
import { formatTag } from './locale.ts'

/** A day of the calendar ('YYYY-MM-DD') in a language, in the form it has within a sentence. */
export function createFormatDay(locale: string): (day: string) => string {
  const days = getDateFormat(formatTag(locale), {
    day: 'numeric',
    month: monthOfDay(locale, 'long'),
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (day) => days.format(Date.parse(`${day}T00:00:00Z`))
}

export function useFormatDay(): (day: string) => string {
  const { i18n } = useLingui()
  return useMemo(() => createFormatDay(i18n.locale), [i18n.locale])
}
