import type { ControllerProblem } from '@ohmstead/domain/fleet/controller-problem'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { AttentionList } from './attention-list.tsx'
import { ControllersPanel } from './controllers-panel.tsx'
import { DatabasePanel } from './database-panel.tsx'
import { LinkPanel } from './link-panel.tsx'
import styles from './operation.module.css'
import { operationQuery } from './operation-query.ts'
import { ProcessesPanel } from './processes-panel.tsx'
import { WorkPanel } from './work-panel.tsx'

/** For super admins: what runs, waits and fails on the whole platform, and how its database grows. */
export function OperationPage() {
  const t = useT()
  const format = useFormat()
  const { data, dataUpdatedAt, error, refetch } = useQuery(operationQuery)
  const [problem, setProblem] = useState<ControllerProblem>('late')
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('titles.operation')}</h1>
        <p className={styles.lead}>
          {t('operation.lead')}
          {data && ` ${t('operation.as_of', { time: format.time(data.checked_at, undefined, true) })}`}
        </p>
      </header>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={480} radius={16} />}
      {data && (
        <>
          {error && <FailedStrip error={error} knownAt={dataUpdatedAt} onRetry={() => void refetch()} />}
          <AttentionList view={data} onProblem={setProblem} />
          <ProcessesPanel processes={data.processes} now={data.checked_at} />
          <LinkPanel processes={data.processes} />
          <WorkPanel view={data} />
          <ControllersPanel controllers={data.controllers} problem={problem} onProblem={setProblem} />
          <DatabasePanel database={data.database} />
        </>
      )}
    </div>
  )
}
