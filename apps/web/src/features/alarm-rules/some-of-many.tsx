import type { AlarmRuleDraft, AlarmRulePreviewView } from '@ohmstead/contract/alarm-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { JobProgress } from '../../shared/job-progress.tsx'
import { jobsQuery, useJobs } from '../../shared/jobs-query.ts'
import { errorText, FailedState } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './alarm-rules.module.css'
import { startWholePreview, wholePreviewQuery } from './alarm-rules-query.ts'
import { PreviewFound } from './preview-found.tsx'

interface Props {
  groupId: number
  some: AlarmRulePreviewView
  draft: AlarmRuleDraft
}

/** What was found at some locations, and on demand at all of them. */
export function SomeOfMany({ groupId, some, draft }: Props) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [previewId, setPreviewId] = useState<number | null>(null)
  const start = useMutation({
    mutationFn: () => startWholePreview(groupId, draft),
    onSuccess: ({ id }) => {
      setPreviewId(id)
      return queryClient.invalidateQueries(jobsQuery)
    },
    onError: (error) => {
      const isBusy = error instanceof ApiError && error.code === 'conflict'
      showToast(isBusy ? t('alarm_rules.preview.busy') : errorText(error, t), { tone: 'danger' })
    },
  })
  const whole = useQuery({ ...wholePreviewQuery(groupId, previewId ?? 0), enabled: previewId !== null })
  const state = whole.data?.state
  if (whole.data?.preview) return <PreviewFound found={whole.data.preview} draft={draft} />
  const hasStopped = state === 'failed' || state === 'cancelled'
  const rest = (
    <>
      {whole.error && !whole.data && <FailedState error={whole.error} onRetry={() => void whole.refetch()} />}
      {state === 'failed' && <p>{t('alarm_rules.preview.failed')}</p>}
      {previewId === null || hasStopped ? (
        <>
          <p className={styles.soft}>
            {t('alarm_rules.preview.looked', {
              count: format.number(some.lookedAt),
              total: format.number(some.locations),
            })}
          </p>
          <Button isBusy={start.isPending} onClick={() => start.mutate()}>
            {t('alarm_rules.preview.all', { total: format.number(some.locations) })}
          </Button>
        </>
      ) : (
        <Progress jobId={whole.data?.job_id ?? null} total={some.locations} />
      )}
    </>
  )
  return <PreviewFound found={some} draft={draft} rest={rest} />
}

function Progress({ jobId, total }: { jobId: number | null; total: number }) {
  const t = useT()
  const format = useFormat()
  const { data: jobs = [] } = useJobs()
  const job = jobs.find(({ id }) => id === jobId)
  const label = t('alarm_rules.preview.looked', {
    count: format.number(job?.done ?? 0),
    total: format.number(job?.total ?? total),
  })
  return <JobProgress job={job} label={label} />
}
