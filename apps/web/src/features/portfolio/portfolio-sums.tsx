import { useLingui } from '@lingui/react'
import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import type { Answer } from '../../lib/call.ts'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useEuro } from '../../shared/use-euro.ts'
import styles from './portfolio.module.css'
import { isRunning, type PortfolioOptimisation } from './portfolio-query.ts'

type Totals = Answer<'GET /portfolio/optimisations/:optimisationId'>['totals']

/** The answer in one sentence: how many points, how much could be saved, against what. */
export function PortfolioSums({
  optimisation,
  totals,
  isSearched,
}: {
  optimisation: PortfolioOptimisation
  totals: Totals
  isSearched: boolean
}) {
  const t = useT()
  const { i18n } = useLingui()
  const euro = useEuro()
  const format = useFormat()
  const day = useFormatDay()
  const { points, with_result, current_cost, advised_cost, yearly_saving } = totals
  const without = points - with_result
  const days = formatDays(optimisation.from, optimisation.to, i18n.locale)
  const costs = { current: euro(current_cost, 0), advised: euro(advised_cost, 0) }
  const notes = [
    t('portfolio.sums.short', costs),
    without > 0 && !isRunning(optimisation) && t('portfolio.sums.without', { count: without }),
    totals.so_far > 0 && t('portfolio.sums.so_far', { count: totals.so_far }),
    optimisation.state === 'cancelled' && t('portfolio.sums.cancelled'),
    optimisation.state === 'failed' && t('portfolio.sums.failed'),
    isSearched && t('portfolio.sums.searched'),
  ].filter((note) => typeof note === 'string')
  const basis = t('portfolio.sums.lead', {
    days,
    from: day(optimisation.advice_from),
    basis: t(`calculations.held.${nameBasis(optimisation)}`),
    ...costs,
  })
  return (
    <header className={styles.headline}>
      <div role="status">
        <h1>
          {isRunning(optimisation)
            ? t('portfolio.sums.running', {
                done: format.number(optimisation.done),
                total: format.number(optimisation.total),
                saving: euro(yearly_saving, 0),
              })
            : t('portfolio.sums.a_year', { count: points, saving: euro(yearly_saving, 0) })}
        </h1>
      </div>
      <p>{notes.join(' ')}</p>
      <details className={styles.basis}>
        <summary>{t('portfolio.sums.basis')}</summary>
        <p>{basis}</p>
      </details>
    </header>
  )
}
