import { useLingui } from '@lingui/react'
import { formatDays } from '../../shared/charts/format-bucket.ts'

const lastDayOf = (month: string) => {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return `${month}-${daysInMonth}`
}

/** "June 2026", "May–July 2026": whole months 'YYYY-MM', the last one inclusive. */
export function useMonthText(): (from: string, to?: string) => string {
  const { i18n } = useLingui()
  return (from, to = from) => formatDays(`${from}-01`, lastDayOf(to), i18n.locale)
}
