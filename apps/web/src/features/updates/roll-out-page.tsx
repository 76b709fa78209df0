import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { useRollOutId } from '../../shared/route-ids.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { errorText, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import backStyles from '../../ui/back-link.module.css'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { RollOutProgress } from './roll-out-progress.tsx'
import { RollOutTargets } from './roll-out-targets.tsx'
import { rollOutQuery, rollOutsKey } from './software-query.ts'
import styles from './updates.module.css'

/** A roll-out while it goes on, and what became of each controller. */
export function RollOutPage() {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const rollOutId = useRollOutId() ?? 0
  const { data: rollOut, error, refetch } = useQuery(rollOutQuery(rollOutId))
  const [isEnding, setEnding] = useState(false)
  const act = useMutation({
    mutationFn: (action: 'pause' | 'resume' | 'cancel') =>
      call('POST /roll-outs/:rollOutId/state', {
        params: { rollOutId },
        body: { action, revision: rollOut?.revision ?? 0 },
      }),
    // After a conflict the page shows what the other person did.
    onSettled: () => queryClient.invalidateQueries({ queryKey: rollOutsKey }),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
  })
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundState />
  if (!rollOut && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!rollOut) return <Skeleton height={320} radius={16} />
  const { state, image, company, location_group: group, by, created_at } = rollOut
  const facts = [
    t('updates.installed_version', { version: image.version }),
    company?.name ?? t('updates.form.all_companies'),
    group?.name,
    by && formatPersonName(by),
    format.dateTime(created_at),
  ].filter(Boolean)
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <Link className={backStyles.link} to={paths.software}>
        <IconArrowLeft size={16} aria-hidden />
        {t('titles.software')}
      </Link>
      <header className={styles.head}>
        <div>
          <h1>{rollOut.name}</h1>
          <p className={styles.soft}>{facts.join(' · ')}</p>
        </div>
        <div className={styles.actions}>
          {state === 'running' && (
            <Button isBusy={act.isPending} onClick={() => act.mutate('pause')}>
              {t('updates.pause')}
            </Button>
          )}
          {(state === 'paused' || state === 'stopped') && (
            <Button variant="primary" isBusy={act.isPending} onClick={() => act.mutate('resume')}>
              {t('updates.resume')}
            </Button>
          )}
          {state !== 'done' && state !== 'cancelled' && (
            <Button variant="quiet" onClick={() => setEnding(true)}>
              {t('updates.end')}
            </Button>
          )}
        </div>
      </header>
      <section className={styles.box} aria-live="polite">
        <p className={styles.badge} data-state={state}>
          {t(`updates.roll_out_state.${state}`)}
        </p>
        <RollOutProgress rollOut={rollOut} />
      </section>
      <RollOutTargets rollOutId={rollOutId} />
      {isEnding && (
        <ConfirmModal
          title={t('updates.end_title')}
          text={t('updates.end_text')}
          action={t('updates.end')}
          isDangerous
          isBusy={act.isPending}
          onConfirm={() => act.mutate('cancel', { onSettled: () => setEnding(false) })}
          onClose={() => setEnding(false)}
        />
      )}
    </div>
  )
}
