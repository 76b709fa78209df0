import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import styles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { LocationForm } from './location-form.tsx'
import { LocationOwner } from './location-owner.tsx'
import pageStyles from './location-settings-page.module.css'
import { RemoveLocation } from './remove-location.tsx'

/** The description of a location, its owner, and its deletion. */
export function LocationSettingsPage() {
  const t = useT()
  const locationId = useRouteIds().locationId ?? 0
  const { data: location, error, refetch } = useLocationView(locationId)
  if (!location && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={pageStyles.page}>
      <PageHead title={t('titles.location_settings')} text={t('locations.settings.lead')} />
      {!location ? (
        <Skeleton height={200} radius={16} />
      ) : (
        <>
          <SettingsCard>
            <div className={styles.body}>
              <LocationForm key={location.id} location={location} />
            </div>
          </SettingsCard>
          <SettingsCard>
            <SettingsRow title={t('locations.settings.company')}>
              <span>{location.company.name}</span>
            </SettingsRow>
            <LocationOwner location={location} />
          </SettingsCard>
          <RemoveLocation location={location} />
        </>
      )}
    </div>
  )
}
