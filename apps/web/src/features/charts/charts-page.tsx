import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationGroupQuery, useLocationView } from '../../shared/locations/location-query.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { FailedState } from '../../shared/states/page-states.tsx'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import { ChartsView } from './charts-view.tsx'
import { DeviceNow } from './device-now.tsx'

/** Charts of a location. */
export function LocationChartsPage() {
  const { locationId } = useRouteIds()
  const { data: location, error, refetch } = useLocationView(locationId ?? 0)
  if (!location) return <NoPlace error={error} onRetry={() => void refetch()} />
  return (
    <ChartsView
      key={location.id}
      place={{ kind: 'location', locationId: location.id }}
      name={location.name}
      timeZone={location.timezone.name}
      devices={location.devices}
    />
  )
}

/** Charts of a group of devices; 0 contains ungrouped ones. */
export function DeviceGroupPage() {
  const t = useT()
  const { locationId, deviceGroupId } = useRouteIds()
  const { data: location, error, refetch } = useLocationView(locationId ?? 0)
  if (!location) return <NoPlace error={error} onRetry={() => void refetch()} />
  const groupId = deviceGroupId ?? 0
  const group = location.device_groups.find(({ id }) => id === groupId)
  const devices = location.devices.filter((device) => (device.device_group_id ?? 0) === groupId)
  if (!group && groupId !== 0) return <NotFoundState />
  return (
    <ChartsView
      key={groupId}
      place={group ? { kind: 'deviceGroup', locationId: location.id, deviceGroupId: group.id } : null}
      locationId={location.id}
      name={group?.name ?? t('location_overview.devices.heading')}
      timeZone={location.timezone.name}
      devices={devices}
    />
  )
}

/** A device: its current values, energies and metrics. */
export function DevicePage() {
  const { locationId, deviceId } = useRouteIds()
  const { data: location, error, refetch } = useLocationView(locationId ?? 0)
  if (!location) return <NoPlace error={error} onRetry={() => void refetch()} />
  const device = location.devices.find(({ id }) => id === deviceId)
  if (!device) return <NotFoundState />
  return (
    <ChartsView
      key={device.id}
      place={{ kind: 'device', locationId: location.id, deviceId: device.id }}
      name={device.name}
      timeZone={location.timezone.name}
      devices={[device]}
      head={<DeviceNow locationId={location.id} device={device} />}
    />
  )
}

/** The summed charts of a group's locations; `head` stands before them. */
export function GroupChartsPage({ head }: { head: ReactNode }) {
  const { locationGroupId } = useRouteIds()
  const {
    data: group,
    error,
    refetch,
  } = useQuery({
    ...locationGroupQuery(locationGroupId ?? 0),
    enabled: locationGroupId !== null,
  })
  if (locationGroupId === null) return <NotFoundState />
  if (!group) return <NoPlace error={error} onRetry={() => void refetch()} />
  return (
    <ChartsView
      key={group.id}
      place={{ kind: 'group', locationGroupId: group.id }}
      name={group.name}
      timeZone={null}
      devices={[]}
      head={head}
    />
  )
}

function NoPlace({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundState />
  return error ? <FailedState isPage error={error} onRetry={onRetry} /> : <ChartsSkeleton />
}
