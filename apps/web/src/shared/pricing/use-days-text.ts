import { useFormatDay } from '../i18n/use-format-day.ts'
import { useT } from '../i18n/use-t.ts'

/** "1 Jan 2026 – 31 Dec 2026", or "from 1 Jan 2026" without an end: inclusive days 'YYYY-MM-DD'. */
export function useDaysText(): (from: string, to: string | null) => string {
  const t = useT()
  const day = useFormatDay()
  return (from, to) =>
    to === null
      ? t('rate_plans.days.open', { from: day(from) })
      : t('rate_plans.days.span', { from: day(from), to: day(to) })
}
