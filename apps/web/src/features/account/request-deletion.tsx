import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** A super admin asks support to delete their account, which they cannot do themselves. */
export function RequestDeletion() {
  const t = useT()
  const format = useFormat()
  const request = useMutation({
    mutationFn: () => call('POST /auth/user/deletion-request'),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  if (request.data)
    return (
      <p role="status">
        {t('account.privacy.deletion_requested', { time: format.dateTime(request.data.requested_at) })}
      </p>
    )
  return (
    <Button isBusy={request.isPending} onClick={() => request.mutate()}>
      {t('account.privacy.request_deletion')}
    </Button>
  )
}
