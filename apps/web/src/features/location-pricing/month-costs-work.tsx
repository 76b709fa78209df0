import type { JobView } from '@ohmstead/contract/jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { JobProgress } from '../../shared/job-progress.tsx'
import { jobsQuery } from '../../shared/jobs-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Starts working out the costs of all locations of a company, shows how far it is, and stops it. */
export function MonthCostsWork({ companyId, job }: { companyId: number; job: JobView | null }) {
  const t = useT()
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () => call('POST /companies/:companyId/pricing/costs/refresh', { params: { companyId } }),
    onSuccess: ({ jobId }) => {
      if (jobId === null) showToast(t('location_pricing.month.no_plans'))
      return queryClient.invalidateQueries(jobsQuery)
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  if (job) return <Progress key={job.id} job={job} />
  return (
    <Button isBusy={start.isPending} onClick={() => start.mutate()}>
      {t('location_pricing.month.refresh')}
    </Button>
  )
}

function Progress({ job }: { job: JobView }) {
  const t = useT()
  const format = useFormat()
  const label = t('location_pricing.month.progress', {
    done: format.number(job.done),
    total: format.number(job.total),
  })
  return <JobProgress job={job} label={label} />
}
