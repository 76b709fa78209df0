import type { ControllerUpdateView } from '@ohmstead/contract/updates-controller'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { ConfirmModal } from '../../../shared/confirm-modal.tsx'
import type { ControllerIds } from '../../../shared/controllers/controller-page-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { errorText, FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SettingsCard, SettingsRow } from '../../../ui/settings-card.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import styles from './update-panel.module.css'
import { controllerUpdateQuery } from './update-query.ts'

/** What a controller runs, and the update of it by one press. */
export function UpdatePanel({
  ids,
  isOnline,
  mayEdit,
}: {
  ids: ControllerIds
  isOnline: boolean
  mayEdit: boolean
}) {
  const { data, error, refetch } = useQuery(controllerUpdateQuery(ids))
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={72} radius={16} />
  return (
    <SettingsCard>
      <UpdateRow ids={ids} state={data} isOnline={isOnline} mayEdit={mayEdit} />
    </SettingsCard>
  )
}

const open = ['requested', 'in_progress', 'checking', 'cancelling']

function UpdateRow({
  ids,
  state,
  isOnline,
  mayEdit,
}: {
  ids: ControllerIds
  state: ControllerUpdateView
  isOnline: boolean
  mayEdit: boolean
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { queryKey } = controllerUpdateQuery(ids)
  const { available, update, version, can_update } = state
  const settled = {
    onSuccess: (answer: ControllerUpdateView) => void queryClient.setQueryData(queryKey, answer),
    onError: (error: Error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: () => setAsking(false),
  }
  const path = '/locations/:locationId/controllers/:controllerId/update' as const
  const start = useMutation({
    mutationFn: (imageId: number) => call(`POST ${path}`, { params: { ...ids }, body: { imageId } }),
    ...settled,
  })
  const withdraw = useMutation({
    mutationFn: () => call(`DELETE ${path}`, { params: { ...ids } }),
    ...settled,
  })
  const current = update && open.includes(update.state) ? update : null
  const mayWithdraw = current?.state === 'requested' || current?.state === 'in_progress'
  return (
    <SettingsRow
      title={version ? t('updates.installed_version', { version }) : t('updates.version_unknown')}
      text={can_update ? <UpdateWords state={state} /> : t('updates.unsupported')}
    >
      {can_update && !current && available && mayEdit && (
        <Button
          variant="primary"
          disabled={!isOnline}
          title={isOnline ? undefined : t('errors.controller_offline')}
          onClick={() => setAsking(true)}
        >
          {t(update?.state === 'failed' ? 'common.action.retry' : 'updates.start')}
        </Button>
      )}
      {mayWithdraw && mayEdit && (
        <Button isBusy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('updates.withdraw')}
        </Button>
      )}
      {isAsking && available && (
        <ConfirmModal
          title={t('updates.confirm_title', { version: available.version })}
          text={t('updates.confirm_text')}
          action={t('updates.start')}
          isBusy={start.isPending}
          onConfirm={() => start.mutate(available.image_id)}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsRow>
  )
}

function UpdateWords({ state: { available, update } }: { state: ControllerUpdateView }) {
  const t = useT()
  const current = update && open.includes(update.state) ? update : null
  const failed = update?.state === 'failed' ? update : null
  return (
    <span className={styles.words} role="status">
      {current && (
        <>
          <span>
            {t('updates.to_version', { version: current.version })} · {t(`updates.state.${current.state}`)}
            {current.is_roll_out && ` · ${t('updates.of_roll_out')}`}
          </span>
          {current.hold && <span>{t(`updates.hold.${current.hold}`)}</span>}
          {current.state === 'in_progress' && (
            <ProgressBar
              label={t('updates.state.in_progress')}
              share={current.percent === null ? null : current.percent / 100}
            />
          )}
          {current.detail && <q lang="en">{current.detail}</q>}
        </>
      )}
      {!current && (
        <span>
          {available ? t('updates.available', { version: available.version }) : t('updates.latest')}
        </span>
      )}
      {!current && available?.notes && <span className={styles.notes}>{available.notes}</span>}
      {!current && failed && available && (
        <span className={styles.failed}>
          {t('updates.to_version', { version: failed.version })} · {t('updates.state.failed')}
          {failed.failure && `. ${t(`updates.failure.${failed.failure}`)}`}
          {failed.detail && <q lang="en">{failed.detail}</q>}
        </span>
      )}
    </span>
  )
}
