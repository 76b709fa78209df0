import type { Days } from '@ohmstead/domain/portal/so-far'
import { useMemo } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { SoFarLead } from '../../../shared/portal/so-far.tsx'
import { useEuro } from '../../../shared/use-euro.ts'
import { categoryText } from '../bill/category-text.ts'
import { comparePaid } from '../bill/compare-systems.ts'
import { usePaidSentences } from '../bill/use-paid-sentences.ts'
import { type Calculation, monthsOf } from '../calculation-data.ts'
import styles from './answer.module.css'

export interface PaidStripProps {
  calculation: Calculation
  /** Whether the point has yearly net metering. */
  isNetted: boolean
  soFar: Days | null
}

/** What was paid, with its parts, before any recommendation; every figure is also in the bill. */
export function PaidStrip({ calculation, isNetted, soFar }: PaidStripProps) {
  const t = useT()
  const euro = useEuro()
  const comparison = useMemo(
    () => comparePaid(monthsOf(calculation, 'newSystem'), monthsOf(calculation, 'oldSystem')),
    [calculation],
  )
  const sentences = usePaidSentences(comparison, isNetted)
  if (!sentences) return null
  const parts = comparison.rows.flatMap(({ category, kind, cells }) => {
    const amount = cells.newSystem?.totalCost?.amount
    return kind === 'line' && category !== 'EMPTY' && amount !== undefined ? [{ category, amount }] : []
  })
  return (
    <div className={styles.paid}>
      <p>
        <SoFarLead days={soFar} />
        {sentences.join(' ')}
      </p>
      <dl>
        {parts.map(({ category, amount }) => (
          <div key={category}>
            <dt>{categoryText(category, t)}</dt>
            <dd>{euro(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
