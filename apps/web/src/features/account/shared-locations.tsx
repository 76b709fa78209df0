import { IconHome } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { LeaveLocation } from '../../shared/people/leave-location.tsx'
import styles from '../../shared/people/people.module.css'
import { useUser } from '../../shared/session/current-user.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'

/** Locations shared by others, each with a way to leave it; nothing without any. */
export function SharedLocations() {
  const t = useT()
  const { permissions, locations } = useUser()
  const shared = permissions.locations.filter(({ id }) => !locations.some((own) => own.id === id))
  if (shared.length === 0) return null
  return (
    <section className={styles.section}>
      <div>
        <h2>{t('account.shared_locations.heading')}</h2>
        <p className={styles.soft}>{t('account.shared_locations.text')}</p>
      </div>
      <SettingsCard>
        {shared.map(({ id }) => (
          <SharedLocation key={id} locationId={id} />
        ))}
      </SettingsCard>
    </section>
  )
}

function SharedLocation({ locationId }: { locationId: number }) {
  const { data } = useLocationView(locationId)
  if (!data) return <Skeleton height={64} radius={16} />
  return (
    <SettingsRow
      title={data.name}
      text={data.company.name}
      icon={<IconHome size={20} stroke={1.6} aria-hidden />}
    >
      <LeaveLocation locationId={locationId} name={data.name} />
    </SettingsRow>
  )
}
