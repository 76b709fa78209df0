import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { locationPeopleQuery } from '../../shared/people/location-people-query.ts'
import styles from '../../shared/people/people.module.css'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { LocationPersonCard } from './location-person-card.tsx'

/** Who may see, change or control a location; invitations are passed in. */
export function LocationUsersPage({
  locationId,
  invite,
  invitations,
}: {
  locationId: number
  invite: ReactNode
  invitations: ReactNode
}) {
  const t = useT()
  const { data: location } = useLocationView(locationId)
  const people = useQuery(locationPeopleQuery(locationId))
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
        {invite}
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
      {invitations}
    </div>
  )
}
