import type { IssuedController } from '@ohmstead/contract/controller-setup'
import type { ControllerView } from '@ohmstead/contract/controllers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import {
  connectHash,
  controllersQuery,
  implausibleValuesQuery,
} from '../../shared/controllers/controllers-query.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { controllersPathOf } from '../../shared/paths.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ConnectionModal } from './connection-modal.tsx'
import { ControllerNotes } from './controller-notes.tsx'
import styles from './controllers-page.module.css'
import { RefusalTable } from './refusal-table.tsx'

interface ControllerCardProps {
  controller: ControllerView
  locationId: number
  isOnline: boolean
  timeZone: string | undefined
  mayEdit: boolean
  onIssued: (issued: IssuedController) => void
}

export function ControllerCard({
  controller,
  locationId,
  isOnline,
  timeZone,
  mayEdit,
  onIssued,
}: ControllerCardProps) {
  const t = useT()
  const format = useFormat()
  const { id, unit_id, kind, alias, last_seen_at, linked_at, info, clock, refusals } = controller
  const name = alias || t(`controllers.kind.${kind}`)
  const nameId = useId()
  const base = useLocation({ select: ({ pathname }) => controllersPathOf(pathname) })
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <div className={styles.name} id={nameId}>
          <h2>
            <Link to={`${base}/${id}`}>{name}</Link>
          </h2>
          <span className={styles.serial}>{unit_id}</span>
        </div>
        <span className={styles.state} data-online={isOnline}>
          {t(isOnline ? 'controllers.page.online' : 'controllers.page.offline')}
        </span>
        {mayEdit && (
          <ControllerActions
            controller={controller}
            name={name}
            describedBy={nameId}
            locationId={locationId}
            onIssued={onIssued}
          />
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('controllers.page.last_seen')}</dt>
          <dd>{last_seen_at === null ? t('common.state.never') : format.dateTime(last_seen_at, timeZone)}</dd>
        </div>
        {linked_at !== null && (
          <div>
            <dt>{t('controllers.page.linked')}</dt>
            <dd>{format.day(linked_at, timeZone)}</dd>
          </div>
        )}
        {typeof info.softwareVersion === 'string' && (
          <div>
            <dt>{t('controllers.page.software')}</dt>
            <dd>{info.softwareVersion}</dd>
          </div>
        )}
        {clock && !clock.is_wrong && (
          <div>
            <dt>{t('controllers.clock.label')}</dt>
            <dd>{t('controllers.clock.right')}</dd>
          </div>
        )}
      </dl>
      <ControllerNotes {...controller} />
      {refusals.length > 0 && (
        <RefusalTable
          refusals={refusals}
          implausible={implausibleValuesQuery({ locationId, controllerId: id })}
          timeZone={timeZone}
        />
      )}
    </li>
  )
}

type Asked = 'connect' | 'renew' | 'remove'

function ControllerActions({
  controller,
  name,
  describedBy,
  locationId,
  onIssued,
}: Pick<ControllerCardProps, 'controller' | 'locationId' | 'onIssued'> & {
  name: string
  describedBy: string
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const isLedHere = useLocation({ select: ({ hash }) => hash === connectHash(controller.id) })
  const [asked, setAsked] = useState<Asked | null>(isLedHere ? 'connect' : null)
  const params = { locationId, controllerId: controller.id }
  const finish = () => {
    setAsked(null)
    void queryClient.invalidateQueries(controllersQuery(locationId))
    void queryClient.invalidateQueries({ queryKey: locationQuery(locationId).queryKey })
  }
  const onError = (error: unknown) => showToast(errorText(error, t), { tone: 'danger' })
  const renew = useMutation({
    mutationFn: () => call('POST /locations/:locationId/controllers/:controllerId/credentials', { params }),
    onSuccess: (issued) => {
      finish()
      onIssued(issued)
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /locations/:locationId/controllers/:controllerId', { params }),
    onSuccess: finish,
    onError,
  })
  const isReleased = asked === 'remove' && controller.is_from_stock
  return (
    <div className={styles.actions}>
      <Button size="small" variant="quiet" aria-describedby={describedBy} onClick={() => setAsked('connect')}>
        {t('controllers.credentials.heading')}
      </Button>
      <Button size="small" variant="quiet" aria-describedby={describedBy} onClick={() => setAsked('renew')}>
        {t('controllers.page.renew')}
      </Button>
      <Button size="small" variant="quiet" aria-describedby={describedBy} onClick={() => setAsked('remove')}>
        {t('controllers.page.remove')}
      </Button>
      {asked === 'connect' && (
        <ConnectionModal
          controller={controller}
          locationId={locationId}
          onRenew={() => setAsked('renew')}
          onClose={() => setAsked(null)}
        />
      )}
      {asked && asked !== 'connect' && (
        <ConfirmModal
          title={t(asked === 'remove' ? 'controllers.page.remove_title' : 'controllers.page.renew')}
          text={t(`controllers.page.${isReleased ? 'release' : asked}_text`, { name })}
          action={t(`controllers.page.${asked}`)}
          isDangerous={asked === 'remove'}
          isBusy={renew.isPending || remove.isPending}
          onConfirm={() => (asked === 'renew' ? renew.mutate() : remove.mutate())}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
