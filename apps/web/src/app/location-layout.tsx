import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { locationQuery, useIsLocationMissing } from '../shared/locations/location-query.ts'
import { useRouteIds } from '../shared/route-ids.ts'
import { NotFoundState } from '../shared/states/not-found-page.tsx'
import { FailedState } from '../shared/states/page-states.tsx'

/** Wraps every page of a location: handles a missing or foreign location, so the pages need not. */
export function LocationLayout() {
  const { locationId } = useRouteIds()
  const { error, data, refetch } = useQuery({
    ...locationQuery(locationId ?? 0),
    enabled: locationId !== null,
  })
  const isMissing = useIsLocationMissing(locationId)
  if (locationId === null || isMissing) return <NotFoundState />
  if (error && !data) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return <Outlet />
}
