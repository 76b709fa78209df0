import type { MemberRole, SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCompareLabels } from '../../shared/i18n/use-compare-labels.ts'
import { listMenuLocations } from '../../shared/navigation/list-menu-locations.ts'
import { menuQuery } from '../../shared/navigation/menu-query.ts'
import { devicesQuery } from '../../shared/portal/portal-query.ts'
import { formatDeviceName } from '../../shared/portal/use-portal-devices.ts'
import { useSelectedCompany } from '../../shared/selected-company.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'

export type PlaceSubject =
  | { kind: 'location'; locationId: number }
  | { kind: 'point'; abstractDeviceId: number }

/** Somewhere that one may bring into a group without asking anybody. */
export interface OwnPlace {
  key: string
  label: string
  kind: PlaceSubject['kind']
  subject: PlaceSubject
}

/** One's own locations and metering points, and those of the company that one runs. */
export function useOwnPlaces() {
  const user = useUser()
  const selected = useSelectedCompany()
  const compare = useCompareLabels()
  const menu = useQuery(menuQuery(hasRole(user, 'ROLE_SUPER_ADMIN') ? selected : null))
  const points = useQuery(devicesQuery)
  const runsAll = hasRole(user, 'ROLE_AGGREGATOR')
  const places = useMemo(() => {
    const editable = new Set(user.permissions.locations.filter(({ edit }) => edit).map(({ id }) => id))
    const locations = listMenuLocations(menu.data ?? [])
      .filter(({ id }) => runsAll || editable.has(id))
      .map(({ id, name }) => ofLocation(id, name))
    const own = (points.data ?? []).map((point) => ofPoint(point.id, point.title ?? formatDeviceName(point)))
    return [...locations.sort(compare), ...own.sort(compare)]
  }, [menu.data, points.data, user, runsAll, compare])
  const failed = [menu, points].find(({ error, data }) => error && !data)
  return { places, isLoading: menu.isPending || points.isPending, failed }
}

const ofLocation = (locationId: number, label: string): OwnPlace => ({
  key: `location-${locationId}`,
  label,
  kind: 'location',
  subject: { kind: 'location', locationId },
})

const ofPoint = (abstractDeviceId: number, label: string): OwnPlace => ({
  key: `point-${abstractDeviceId}`,
  label,
  kind: 'point',
  subject: { kind: 'point', abstractDeviceId },
})

/** Production is common only in self-supply; there every member but the plant receives. */
export function rolesOf(scheme: SharingScheme): readonly MemberRole[] {
  return scheme === 'sharing' ? ['receiver', 'both', 'sender'] : ['receiver', 'producer']
}
