import { useCallback } from 'react'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'

/** "October 2026", of 'YYYY-MM'. */
export function useMonthName(): (month: string) => string {
  const { locale } = useFormat()
  return useCallback(
    (month) => {
      const names = getDateFormat(formatTag(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' })
      return names.format(Date.parse(`${month}-01T00:00:00Z`))
    },
    [locale],
  )
}
