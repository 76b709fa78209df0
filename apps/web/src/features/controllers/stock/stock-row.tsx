import type { StockControllerView } from '@ohmstead/contract/controllers-stock'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { companyControllersKey } from '../../../shared/company-controllers-key.ts'
import { ConfirmModal } from '../../../shared/confirm-modal.tsx'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { paths } from '../../../shared/paths.ts'
import styles from '../../../shared/people/people.module.css'
import { errorText } from '../../../shared/states/page-states.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'

/** One controller of the stock; while nobody has linked it, it can be deleted. */
export function StockRow({ controller, companyId }: { controller: StockControllerView; companyId: number }) {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const { unit_id, kind, alias, state, online, last_seen_at, location, waiting_messages } = controller
  const facts = [
    last_seen_at === null
      ? t('controllers.company.fact.never_seen')
      : t('controllers.company.fact.seen', { ago: format.ago(Math.max(1000, now - last_seen_at)) }),
    ...(waiting_messages > 0 ? [t('controllers.stock.waiting_messages', { count: waiting_messages })] : []),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h2>
          <span className={styles.serial}>{unit_id}</span>{' '}
          <span className={styles.state} data-state={online ? 'online' : 'offline'}>
            {t(`controllers.stock.state_${state}`)}
          </span>
        </h2>
        <p>
          {t(`controllers.kind.${kind}`)}
          {alias && ` · ${alias}`}
          {state === 'linked' && ' · '}
          {state === 'linked' && !location && t('controllers.stock.foreign_location')}
          {location && (
            <Link to={paths.globalLocation(companyId, location.location_group_id, location.id)}>
              {location.name}
            </Link>
          )}
        </p>
        <p>{facts.join(' · ')}</p>
      </div>
      {state !== 'linked' && <DeleteButton controller={controller} companyId={companyId} />}
    </li>
  )
}

function DeleteButton({ controller, companyId }: { controller: StockControllerView; companyId: number }) {
  const t = useT()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { id, unit_id: serial } = controller
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE /companies/:companyId/controller-stock', {
        params: { companyId },
        body: { controllerIds: [id] },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: companyControllersKey }),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: () => setAsked(false),
  })
  const title = t('controllers.stock.delete_title', { serial })
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`${t('controllers.stock.delete')} ${serial}`}
        onClick={() => setAsked(true)}
      >
        {t('controllers.stock.delete')}
      </Button>
      {isAsked && (
        <ConfirmModal
          title={title}
          text={t('controllers.stock.delete_text')}
          action={t('controllers.stock.delete')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
