import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { alarmsKey } from '../../shared/alarms-key.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { ListedAlarm } from './filter-alarms.ts'
import styles from './notifications-modal.module.css'

/** Its button disappears once the alarm is acknowledged, so the focus must move. */
export function AcknowledgeButton({
  listed,
  describedBy,
  onDone,
  size = 'small',
}: {
  listed: ListedAlarm
  describedBy: string
  onDone: () => void
  size?: 'small' | 'normal'
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: () =>
      call('POST /locations/:locationId/alarms/:alarmId/acknowledge', {
        params: { locationId: listed.locationId, alarmId: listed.alarm.id },
      }),
    onSuccess: onDone,
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    // Also after a failure: another person may have acknowledged it, or its cause may be gone.
    onSettled: () => queryClient.invalidateQueries({ queryKey: alarmsKey }),
  })
  return (
    <span className={styles.action}>
      <Button
        size={size}
        aria-describedby={describedBy}
        isBusy={acknowledge.isPending}
        onClick={() => acknowledge.mutate()}
      >
        <IconCheck size={14} aria-hidden />
        {t('alarms.modal.acknowledge')}
      </Button>
    </span>
  )
}
