import type { JobView } from '@ohmstead/contract/jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useT } from './i18n/use-t.ts'
import { isOpen, jobsQuery } from './jobs-query.ts'
import { errorText } from './states/page-states.tsx'

/** Stops running work; nothing where it has ended or may not be stopped. */
export function CancelJobButton({ job }: { job: JobView }) {
  const t = useT()
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call('POST /jobs/:jobId/cancel', { params: { jobId: job.id } }),
    onSettled: () => queryClient.invalidateQueries(jobsQuery),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  if (!isOpen(job) || !job.can_cancel) return null
  const isStopping = cancel.isPending || cancel.isSuccess
  return (
    <Button size="small" variant="quiet" disabled={isStopping} onClick={() => cancel.mutate()}>
      {t(isStopping ? 'jobs.panel.cancelling' : 'jobs.panel.cancel')}
    </Button>
  )
}
