import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import styles from './portfolio.module.css'
import { runsQuery } from './portfolio-query.ts'
import { PortfolioRun } from './portfolio-run.tsx'
import { RunBar } from './run-bar.tsx'

/** What many metering points cost and could save, computed in one go. */
export function PortfolioPage() {
  const t = useT()
  const { data: runs, error, refetch } = useQuery(runsQuery)
  const [chosenId, setChosenId] = useState<number | null>(null)
  if (!runs) {
    if (error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
    return (
      <div className={styles.page} aria-busy>
        <Skeleton width="60%" height={34} />
        <Skeleton height={72} radius={16} />
        <Skeleton height={480} radius={16} />
      </div>
    )
  }
  const run = runs.find(({ id }) => id === chosenId) ?? runs[0] ?? null
  const bar = <RunBar runs={runs} run={run} onRun={setChosenId} />
  if (run) return <PortfolioRun key={run.id} id={run.id} bar={bar} />
  return (
    <div className={styles.page}>
      <header className={styles.headline}>
        <h1>{t('portfolio.page.heading')}</h1>
        <p>{t('portfolio.page.lead')}</p>
      </header>
      {bar}
      <EmptyState
        icon={<IconListDetails size={22} stroke={1.6} />}
        title={t('portfolio.page.empty_title')}
        text={t('portfolio.page.empty_text')}
      />
    </div>
  )
}
