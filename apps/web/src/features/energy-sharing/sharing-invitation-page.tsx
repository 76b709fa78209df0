import type { SharingInvitationView } from '@ohmstead/contract/energy-sharing-groups'
import { IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'
import { EmptyState, errorText, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Panel } from '../../ui/panel.tsx'
import styles from './energy-sharing.module.css'
import { InvitationTerms } from './invitation-terms.tsx'
import { PointPriceField } from './point-price-field.tsx'
import { invitationQuery, refreshSharing } from './sharing-query.ts'

/** Nothing can be done about these by trying again. */
const final: readonly unknown[] = ['token_used', 'token_expired', 'invite_other_address']
/** What no mail ever had in it. */
const noLink: readonly unknown[] = ['token_missing', 'invalid_request']

/** An invitation into a group that shares energy: accepted with a place of one's own, or declined. */
export function SharingInvitationPage() {
  const t = useT()
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const { data: invitation, error, refetch } = useQuery(invitationQuery(token))
  if (error && !invitation) {
    const code = error instanceof ApiError ? error.code : null
    if (!final.includes(code) && !noLink.includes(code))
      return <FailedState isPage error={error} onRetry={() => void refetch()} />
    return (
      <EmptyState
        isPage
        icon={<IconMail size={22} stroke={1.6} />}
        title={t('titles.sharing_invitation')}
        text={noLink.includes(code) ? t('auth.token.missing_title') : errorText(error, t)}
      >
        <Link to={paths.sharing} className={buttonClass()}>
          {t('titles.energy_sharing')}
        </Link>
      </EmptyState>
    )
  }
  if (!invitation)
    return (
      <div className={styles.page} aria-busy>
        <Skeleton width="60%" height={34} />
        <Skeleton height={320} radius={16} />
      </div>
    )
  return <Invitation token={token} invitation={invitation} />
}

function Invitation({ token, invitation }: { token: string; invitation: SharingInvitationView }) {
  const t = useT()
  const format = useFormat()
  const formatDay = useFormatDay()
  const navigate = useNavigate()
  const free = invitation.places.filter(({ obstacle }) => obstacle === null)
  const [chosen, setChosen] = useState(free.length === 1 ? keyOf(free[0]!) : '')
  const [priceListId, setPriceListId] = useState<number | null>(null)
  const [isDeclined, setDeclined] = useState(false)
  const place = free.find((one) => keyOf(one) === chosen)
  const accept = useMutation({
    mutationFn: async () => {
      if (!place) return
      const { group } = await call('POST /sharing-invitations/accept', {
        body: {
          token,
          subject: place.subject,
          priceListId: place.subject.kind === 'point' ? priceListId : null,
        },
      })
      await navigate({ to: paths.sharingGroup(group.id), replace: true })
      await refreshSharing()
    },
  })
  const decline = useMutation({
    mutationFn: () => call('POST /sharing-invitations/decline', { body: { token } }),
    onSuccess: () => setDeclined(true),
  })
  const failed = accept.error ?? decline.error
  if (isDeclined)
    return (
      <EmptyState
        isPage
        icon={<IconCircleCheck size={22} stroke={1.6} />}
        title={t('energy_sharing.invitation.declined')}
      >
        <Link to={paths.home} className={buttonClass()}>
          {t('location_invite.continue')}
        </Link>
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <header className={styles.headline}>
        <h1>
          {t('energy_sharing.invitation.heading', {
            inviter: invitation.inviterName,
            group: invitation.groupName,
          })}
        </h1>
        <p>
          {t(`energy_sharing.compare.shared_${invitation.scheme}`)}{' '}
          {t('energy_sharing.invitation.until', { time: format.dateTime(invitation.expiresAt) })}
        </p>
      </header>
      <Panel heading={t('energy_sharing.invitation.terms')}>
        <InvitationTerms invitation={invitation} />
      </Panel>
      <Panel heading={t('energy_sharing.invitation.sees')}>
        <ul className={styles.plain}>
          <li>{t('energy_sharing.invitation.sees_readings', { day: formatDay(invitation.validFrom) })}</li>
          <li>{t('energy_sharing.invitation.sees_money')}</li>
          <li>{t(othersKey(invitation))}</li>
          <li>{t('energy_sharing.own.leave_text')}</li>
        </ul>
      </Panel>
      {invitation.places.length === 0 ? (
        <p className={styles.problems}>{t('energy_sharing.invitation.no_place')}</p>
      ) : (
        <ChoiceField
          label={t('energy_sharing.invitation.place')}
          value={chosen}
          options={free.map((one) => ({ value: keyOf(one), label: one.name }))}
          onChange={setChosen}
        />
      )}
      {place?.subject.kind === 'point' && <PointPriceField value={priceListId} onChange={setPriceListId} />}
      {invitation.places
        .filter(({ obstacle }) => obstacle !== null)
        .map((one) => (
          <p key={keyOf(one)} className={styles.soft}>
            {t(`energy_sharing.obstacle.${one.obstacle!}`, { name: one.name })}
          </p>
        ))}
      {failed && (
        <p className={formStyles.error} role="alert">
          {failureText(failed, t)}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" disabled={!place} isBusy={accept.isPending} onClick={() => accept.mutate()}>
          {t('energy_sharing.invitation.accept')}
        </Button>
        <Button variant="quiet" isBusy={decline.isPending} onClick={() => decline.mutate()}>
          {t('energy_sharing.invitation.decline')}
        </Button>
      </div>
    </div>
  )
}

const keyOf = ({ subject }: SharingInvitationView['places'][number]) =>
  subject.kind === 'location' ? `location-${subject.locationId}` : `point-${subject.abstractDeviceId}`

/** What other members can tell of the invited person. */
function othersKey({ isPair, isSoleSender }: SharingInvitationView): MessageKey {
  if (isPair) return 'energy_sharing.invitation.pair'
  return isSoleSender ? 'energy_sharing.invitation.sole_sender' : 'energy_sharing.invitation.others'
}
