import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasRole, useUser } from '../session/current-user.ts'
import { deviceQuery, devicesQuery, isImporting, type PortalDevice } from './portal-query.ts'
import type { PortalSelection } from './portal-selection.ts'
import type { ReadingsKey } from './readings-key.ts'
import { usePortalSelection } from './use-portal-selection.ts'

/** One's own metering points, refetched while one of them is imported. */
export function usePortalDevices() {
  return useQuery(devicesQuery)
}

/**
 * The metering point of the pages; by default the first own one. Null while there is none: it is loading,
 * does not exist, or belongs to somebody whom one does not manage.
 */
export function usePortalDevice(): {
  device: PortalDevice | null
  selection: PortalSelection
  isLoading: boolean
  /** Why somebody else's point is not available. */
  error: Error | null
} {
  const user = useUser()
  const own = usePortalDevices()
  const { selection } = usePortalSelection()
  const device = findDevice(own.data ?? [], selection.deviceId)
  const isForeign = own.data !== undefined && device === null && selection.deviceId !== null
  const foreign = useQuery({
    ...deviceQuery(selection.deviceId ?? 0),
    enabled: isForeign && hasRole(user, 'ROLE_AGGREGATOR'),
  })
  return {
    device: device ?? (isForeign ? (foreign.data ?? null) : null),
    selection,
    isLoading: own.isLoading || foreign.isLoading,
    error: isForeign ? foreign.error : null,
  }
}

export function findDevice(devices: readonly PortalDevice[], id: number | null): PortalDevice | null {
  return (id === null ? devices[0] : devices.find((device) => device.id === id)) ?? null
}

/** The key for the worker: other readings of the same days are another question. */
export function useReadingsKey(device: PortalDevice | null): ReadingsKey | null {
  const { selection } = usePortalSelection()
  const { from, to } = selection
  const id = device?.id ?? null
  const version = device ? readingsVersion(device) : ''
  return useMemo(() => (id === null ? null : { deviceId: id, from, to, version }), [id, from, to, version])
}

/** While an import runs, not every arriving day redraws everything. */
const daysPerPicture = 60

/** Changes whenever the readings may have. */
export function readingsVersion(device: PortalDevice): string {
  const { last_import_at, days, missing_days, estimated_days, from, to } = device.readings
  // The first days are shown as soon as they arrive.
  if (isImporting(device)) return `importing ${Math.ceil(days / daysPerPicture)}`
  return [last_import_at, days, missing_days, estimated_days, from, to].join(' ')
}

/** "4-1234567 – 383111": EIMM and the first six characters of the GSRN. */
export function formatDeviceName({ eimm, gsrn }: Pick<PortalDevice, 'eimm' | 'gsrn'>): string {
  return gsrn ? `${eimm} – ${gsrn.slice(0, 6)}` : eimm
}
