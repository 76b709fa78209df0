import { usePrefetchQuery } from '@tanstack/react-query'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { latestQuery } from '../../shared/power-flow/use-flow-readings.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { FailedState, FailedStrip } from '../../shared/states/page-states.tsx'
import { glanceQuery } from './glance-query.ts'
import styles from './location-overview.module.css'
import { LocationOverview } from './location-overview.tsx'
import { NothingConnected } from './nothing-connected.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'

/** A location's current state and today so far. */
export function LocationOverviewPage() {
  const address = useLocationAddress()
  // The newest values and the days before need nothing of the location: the requests run in parallel.
  usePrefetchQuery(latestQuery(address?.locationId ?? 0))
  usePrefetchQuery(glanceQuery(address?.locationId ?? 0))
  const { data: location, error, refetch } = useLocationView(address?.locationId ?? 0)
  if (!address || !location) {
    return error ? <FailedState isPage error={error} onRetry={() => void refetch()} /> : <OverviewSkeleton />
  }
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {location.devices.length === 0 ? (
        <NothingConnected location={location} address={address} />
      ) : (
        // Another location starts fresh: nothing of the previous one may be visible in it.
        <LocationOverview key={location.id} location={location} address={address} />
      )}
    </div>
  )
}
