import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { getDateFormat } from '../charts/date-format.ts'
import { formatTag } from './locale.ts'

/** A calendar day in the current language. */
export function useFormatDay(): (day: string) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const days = getDateFormat(formatTag(i18n.locale), { dateStyle: 'long', timeZone: 'UTC' })
    return (day) => days.format(Date.parse(`${day}T00:00:00Z`))
  }, [i18n.locale])
}
