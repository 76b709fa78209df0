import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../lib/call.ts'
import { ConfirmModal } from '../../../../shared/confirm-modal.tsx'
import { useT } from '../../../../shared/i18n/use-t.ts'
import { errorText } from '../../../../shared/states/page-states.tsx'
import { showToast } from '../../../../ui/toast-store.ts'

interface RestoreModalProps {
  params: { controllerId: number; backupId: number }
  time: string
  onStarted: (jobId: number) => void
  onClose: () => void
}

/** Says what a restore replaces, and what may come of it. */
export function RestoreModal({ params, time, onStarted, onClose }: RestoreModalProps) {
  const t = useT()
  const restore = useMutation({
    mutationFn: () => call('POST /backups/controllers/:controllerId/:backupId/restore', { params }),
    onSuccess: ({ job_id }) => onStarted(job_id),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger', delayMs: 5000 }),
    onSettled: onClose,
  })
  return (
    <ConfirmModal
      title={t('backups.restore.title', { time })}
      text={`${t('backups.restore.text')} ${t('backups.restore.warning')}`}
      action={t('backups.restore.action')}
      isDangerous
      isBusy={restore.isPending}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    />
  )
}
