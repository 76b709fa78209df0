import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { upload } from '../../../../lib/call.ts'
import { useT } from '../../../../shared/i18n/use-t.ts'
import { errorText } from '../../../../shared/states/page-states.tsx'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { backupsQuery } from './backups-query.ts'

/** Takes back a file that was downloaded here. */
export function AddFile({ controllerId }: { controllerId: number }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (file: File) =>
      upload('POST /backups/controllers/:controllerId/file', file, 'application/vnd.ohmstead.backup', {
        controllerId,
      }),
    onSuccess: (list) => {
      queryClient.setQueryData(backupsQuery(controllerId).queryKey, list)
      showToast(t('backups.upload.done'), { tone: 'success' })
    },
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger', delayMs: 5000 }),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('backups.upload.action')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) add.mutate(file)
          event.target.value = ''
        }}
      />
      <Button size="small" variant="quiet" isBusy={add.isPending} onClick={() => input.current?.click()}>
        {t('backups.upload.action')}
      </Button>
    </>
  )
}
