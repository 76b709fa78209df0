import type { FeeMonth } from '../calculation-data.ts'

/** Everything, a calendar year ('2026') or a month ('mar-2026'). */
export type BillPeriod = 'all' | (string & {})

/** The choices: everything, years with more than one month in the range, and each month. */
export function listPeriods(months: readonly FeeMonth[]): { years: string[]; months: string[] } {
  const years = [...new Set(months.map(({ firstDay }) => firstDay.slice(0, 4)))]
  return {
    years: years.length > 1 ? years : [],
    months: months.map(({ month }) => month),
  }
}

export function selectMonths(months: readonly FeeMonth[], period: BillPeriod): FeeMonth[] {
  if (period === 'all') return [...months]
  const chosen = months.filter(({ month, firstDay }) => month === period || firstDay.slice(0, 4) === period)
  return chosen.length > 0 ? chosen : [...months]
}
