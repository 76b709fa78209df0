import { useT } from '../i18n/use-t.ts'

/** What the arrows of a calendar are called: the period before and after the one that is shown. */
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
