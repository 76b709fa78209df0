import { type TunnelMinutes, tunnelMinutes, usualTunnelMinutes } from '@ohmstead/domain/fleet/tunnel-terms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { ConfirmModal } from '../../../shared/confirm-modal.tsx'
import {
  type ControllerIds,
  commandsKey,
  tunnelQuery,
} from '../../../shared/controllers/controller-page-query.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import styles from './tunnel-panel.module.css'

const minuteMs = 60_000

/** For how long and why; over a mobile network it asks once more, since data costs there. */
export function OpenTunnelForm({ ids, isMetered }: { ids: ControllerIds; isMetered: boolean }) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [minutes, setMinutes] = useState<TunnelMinutes>(usualTunnelMinutes)
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const open = useMutation({
    mutationFn: () =>
      call('POST /locations/:locationId/controllers/:controllerId/tunnel', {
        params: { ...ids },
        body: { minutes, reason: reason.trim() || null },
      }),
    onSuccess: async (answer) => {
      queryClient.setQueryData(tunnelQuery(ids).queryKey, (known) => known && { ...known, ...answer })
      await queryClient.invalidateQueries({ queryKey: commandsKey(ids) })
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: () => setAsking(false),
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isMetered) setAsking(true)
        else if (!open.isPending) open.mutate()
      }}
    >
      {isMetered && <p className={styles.warning}>{t('controllers.notice.lte')}</p>}
      <div className={styles.fields}>
        <SelectField
          label={t('controllers.tunnel.duration')}
          value={String(minutes)}
          options={tunnelMinutes.map((one) => ({
            value: String(one),
            label: format.duration(one * minuteMs),
          }))}
          onChange={(value) => setMinutes(tunnelMinutes.find((one) => String(one) === value)!)}
        />
        <TextField
          label={t('controllers.tunnel.reason')}
          value={reason}
          maxLength={200}
          autoComplete="off"
          onChange={setReason}
        />
        <Button type="submit" variant="primary" isBusy={open.isPending}>
          {t('controllers.tunnel.open')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmModal
          title={t('controllers.tunnel.open')}
          text={t('controllers.notice.lte')}
          action={t('controllers.tunnel.open')}
          isBusy={open.isPending}
          onConfirm={() => open.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}
