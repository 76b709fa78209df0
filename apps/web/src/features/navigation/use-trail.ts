import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readStoredJson, writeStored } from '../../lib/local-store.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationGroupQuery, locationQuery } from '../../shared/locations/location-query.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { buildGroupTrail, buildLocationTrail, type Crumb } from './breadcrumb-trail.ts'

interface StoredTrail {
  pathname: string
  trail: Crumb[]
}

/** The breadcrumbs of the current page; the last ones are stored so that a reload draws them at once. */
export function useTrail(): Crumb[] {
  const t = useT()
  const user = useUser()
  const ids = useRouteIds()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { locationId, locationGroupId } = ids
  const isGroupPage = locationId === null && locationGroupId !== null
  const { data: location } = useQuery({ ...locationQuery(locationId ?? 0), enabled: locationId !== null })
  const { data: group } = useQuery({ ...locationGroupQuery(locationGroupId ?? 0), enabled: isGroupPage })
  const isAggregator = hasRole(user, 'ROLE_AGGREGATOR')

  const trail = build()
  const text = trail && JSON.stringify({ pathname, trail } satisfies StoredTrail)
  useEffect(() => {
    if (text !== null) writeStored('breadcrumbs', text)
  }, [text])
  if (trail) return trail
  const stored = readStoredJson<StoredTrail>('breadcrumbs')
  return stored?.pathname === pathname ? stored.trail : []

  /** null while loading. */
  function build(): Crumb[] | null {
    if (locationId !== null) {
      return location ? buildLocationTrail(location, ids, isAggregator, t('device.group.none')) : null
    }
    if (isGroupPage) return group ? buildGroupTrail(group, isAggregator) : null
    return []
  }
}
