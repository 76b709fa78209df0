import { useT } from '../i18n/use-t.ts'

/** The labels of a calendar's arrows: the period before and after the shown one. */
export function useCalendarLabels() {
  const t = useT()
  const [previous, next] = [t('charts.range.previous'), t('charts.range.next')]
  return {
    previousMonth: previous,
    nextMonth: next,
    previousYear: previous,
    nextYear: next,
    previousDecade: previous,
    nextDecade: next,
  }
}
