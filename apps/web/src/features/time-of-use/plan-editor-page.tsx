import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { timePlanQuery } from '../../shared/pricing/time-plans-query.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { PlanEditor } from './plan-editor.tsx'
import styles from './time-of-use.module.css'
import { useLibraryNames } from './use-library-names.ts'

/** One time-of-use plan. */
export function PlanEditorPage() {
  const { timePlanId = '' }: Record<string, string | undefined> = useParams({ strict: false })
  const id = /^\d{1,9}$/.test(timePlanId) ? Number(timePlanId) : 0
  // Somebody else may be editing the same plan.
  const { data, error, refetch } = useQuery({ ...timePlanQuery(id), refetchInterval: 60_000 })
  const plan = useLibraryNames(data)
  if (!plan && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!plan) return <Skeleton height={480} radius={16} />
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <PlanEditor key={plan.id} plan={plan} />
    </div>
  )
}
