import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { noticesKey } from '../../shared/notice-settings-query.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './notices.module.css'

/** Shows whether notices arrive: in this browser, or by e-mail if that is null. */
export function SendTest({ deviceId }: { deviceId: number | null }) {
  const t = useT()
  const { email } = useUser()
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: () =>
      deviceId === null
        ? call('POST /notices/test')
        : call('POST /notices/devices/:pushDeviceId/test', { params: { pushDeviceId: deviceId } }),
    onSuccess: ({ is_sent }) =>
      is_sent
        ? showToast(deviceId === null ? t('notices.test.mail', { email }) : t('notices.test.push'), {
            tone: 'success',
          })
        : showToast(t('notices.test.failed'), { tone: 'danger' }),
    onError: (error) => showToast(failureText(error, t), { tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  })
  return (
    <span className={styles.test}>
      <Button size="small" isBusy={send.isPending} onClick={() => send.mutate()}>
        {t('webhooks.action.test')}
      </Button>
    </span>
  )
}
