import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { invitationsQuery } from '../../shared/people/location-people-query.ts'
import styles from '../../shared/people/people.module.css'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { InvitationRow } from './invitation-row.tsx'

/** The people invited to a location. */
export function LocationInvitations({ locationId }: { locationId: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery(invitationsQuery(locationId))
  return (
    <section className={styles.section}>
      <h2>{t('invitations.list.heading')}</h2>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} radius={16} />}
      {data?.length === 0 && (
        <EmptyState
          icon={<IconMail size={22} />}
          title={t('invitations.list.empty')}
          text={t('invitations.list.empty_text')}
        />
      )}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} locationId={locationId} />
          ))}
        </ul>
      )}
    </section>
  )
}
