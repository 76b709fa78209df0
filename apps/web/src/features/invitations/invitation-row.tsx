import type { InvitationView } from '@ohmstead/contract/invitations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { invitationsQuery, switchableFlags } from '../../shared/people/location-people-query.ts'
import styles from '../../shared/people/people.module.css'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { inviteFailure } from './invite-failure.ts'

/** An invitation with its state; an open one can be resent or revoked. */
export function InvitationRow({
  invitation,
  locationId,
}: {
  invitation: InvitationView
  locationId: number
}) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { id: invitationId, email, status, permissions, delivery } = invitation
  const params = { locationId, invitationId }
  const refresh = () => {
    setAsking(false)
    return queryClient.invalidateQueries(invitationsQuery(locationId))
  }
  const resend = useMutation({
    mutationFn: () => call('POST /locations/:locationId/invitations/:invitationId/resend', { params }),
    onSuccess: () => showToast(t('invitations.done.resent', { email }), { tone: 'success' }),
    onError: (error) => showToast(inviteFailure(error, t), { tone: 'danger' }),
    onSettled: refresh,
  })
  const revoke = useMutation({
    mutationFn: () => call('DELETE /locations/:locationId/invitations/:invitationId', { params }),
    onSuccess: () => showToast(t('invitations.done.revoked', { email }), { tone: 'success' }),
    onError: (error) =>
      showToast(`${t('location_invite.delete_failed')} ${failureText(error, t)}`, { tone: 'danger' }),
    onSettled: refresh,
  })
  const facts = [
    invitation.invited_by && t('invitations.fact.by', { name: formatPersonName(invitation.invited_by) }),
    status === 'confirmed' && invitation.confirmed_at !== null
      ? t('invitations.fact.confirmed', { time: format.dateTime(invitation.confirmed_at) })
      : status !== 'revoked' &&
        t(`invitations.fact.${status === 'pending' ? 'until' : 'expired'}`, {
          time: format.dateTime(invitation.expires_at),
        }),
    [
      t('people.flag.view'),
      ...switchableFlags.filter((flag) => permissions[flag]).map((flag) => t(`people.flag.${flag}`)),
    ].join(', '),
  ].filter(Boolean)
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h3>
          {email}{' '}
          <span className={styles.state} data-state={status}>
            {t(`invitations.status.${status}`)}
          </span>
        </h3>
        <p>{facts.join(' · ')}</p>
        {status === 'pending' && <Delivery delivery={delivery} />}
      </div>
      <div className={styles.actions}>
        {(status === 'pending' || status === 'expired') && (
          <>
            <Button
              size="small"
              isBusy={resend.isPending}
              aria-label={t('invitations.action.resend_of', { email })}
              onClick={() => resend.mutate()}
            >
              {t('invitations.action.resend')}
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={t('invitations.action.revoke_of', { email })}
              onClick={() => setAsking(true)}
            >
              {t('invitations.action.revoke')}
            </Button>
          </>
        )}
      </div>
      {isAsking && (
        <ConfirmModal
          isDangerous
          title={t('invitations.revoke.title')}
          text={t('invitations.revoke.text', { email })}
          action={t('invitations.action.revoke')}
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

/** The state of the mail, unless it has arrived. */
function Delivery({ delivery }: Pick<InvitationView, 'delivery'>) {
  const t = useT()
  if (delivery === 'failed')
    return (
      <p className={styles.undelivered} role="alert">
        {t('location_invite.mail_failed')} {t('invitations.delivery.check')}
      </p>
    )
  if (delivery === 'delayed') return <p role="status">{t('invitations.delivery.delayed')}</p>
  return delivery === 'queued' ? <p role="status">{t('invitations.delivery.queued')}</p> : null
}
