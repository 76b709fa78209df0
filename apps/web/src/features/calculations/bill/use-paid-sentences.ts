import { useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import type { SystemsComparison } from './compare-systems.ts'

/**
 * What is paid under the system in force, and the old one in comparison; null without any result. The monthly amounts of
 * a point with net metering are not what it pays, and are said to be without it.
 */
export function usePaidSentences(comparison: SystemsComparison, isNetted: boolean): string[] | null {
  const t = useT()
  const euro = useEuro()
  const totals = comparison.rows.findLast(({ kind }) => kind === 'grandTotal')?.cells
  const nowEur = totals?.newSystem?.totalCost?.amount
  if (nowEur === undefined) return null
  const oldEur = totals?.oldSystem?.totalCost?.amount
  const paid = t(isNetted ? 'calculations.compare.now_not_netted' : 'calculations.compare.now', {
    amount: euro(nowEur),
    months: comparison.months.length,
  })
  if (oldEur === undefined) return [paid]
  const compared = t(oldEur <= nowEur ? 'calculations.compare.old_less' : 'calculations.compare.old_more', {
    difference: euro(Math.abs(oldEur - nowEur)),
  })
  return [paid, compared]
}
