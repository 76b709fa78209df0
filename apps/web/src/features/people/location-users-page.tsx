import { IconMail, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { invitationsQuery, locationPeopleQuery } from '../../shared/people/location-people-data.ts'
import styles from '../../shared/people/people.module.css'
import { useRouteIds } from '../../shared/route-ids.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteModal } from './invite-modal.tsx'
import { LocationPersonCard } from './location-person-card.tsx'

/** Who may see, change or control a location, and who is invited to it. */
export function LocationUsersPage() {
  const t = useT()
  const locationId = useRouteIds().locationId ?? 0
  const { data: location } = useLocationView(locationId)
  const people = useQuery(locationPeopleQuery(locationId))
  const invitations = useQuery(invitationsQuery(locationId))
  const [isInviting, setInviting] = useState(false)
  if (!people.data && people.error)
    return <FailedState isPage error={people.error} onRetry={() => void people.refetch()} />
  return (
    <div className={styles.page}>
      {people.error && people.data && (
        <FailedStrip error={people.error} onRetry={() => void people.refetch()} />
      )}
      <header className={styles.head}>
        <div>
          <h1>{t('titles.users')}</h1>
          <p>{t('people.location.lead')}</p>
        </div>
        <Button variant="primary" onClick={() => setInviting(true)}>
          <IconUserPlus size={16} aria-hidden />
          {t('invitations.action.invite')}
        </Button>
      </header>
      {!people.data ? (
        <Skeleton height={180} radius={16} />
      ) : (
        people.data.length > 0 && (
          <ul className={styles.list} aria-label={t('people.location.list')}>
            {people.data.map((person) => (
              <LocationPersonCard
                key={person.id}
                person={person}
                locationId={locationId}
                locationName={location?.name ?? ''}
              />
            ))}
          </ul>
        )
      )}
      <section className={styles.section}>
        <h2>{t('invitations.list.heading')}</h2>
        {invitations.error && !invitations.data && (
          <FailedState error={invitations.error} onRetry={() => void invitations.refetch()} />
        )}
        {!invitations.data && !invitations.error && <Skeleton height={96} radius={16} />}
        {invitations.data?.length === 0 && (
          <EmptyState
            icon={<IconMail size={22} />}
            title={t('invitations.list.empty')}
            text={t('invitations.list.empty_text')}
          />
        )}
        {invitations.data && invitations.data.length > 0 && (
          <ul className={styles.list}>
            {invitations.data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} locationId={locationId} />
            ))}
          </ul>
        )}
      </section>
      {isInviting && <InviteModal locationId={locationId} onClose={() => setInviting(false)} />}
    </div>
  )
}
