import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasRole, useUser } from '../session/current-user.ts'
import { deviceQuery, devicesQuery, isImporting, type PortalDevice } from './portal-query.ts'
import type { PortalSelection } from './portal-selection.ts'
import type { ReadingsKey } from './readings-key.ts'
import { usePortalSelection } from './use-portal-selection.ts'

/** The own metering points, kept fresh while one of them is imported. */
export function usePortalDevices() {
  return useQuery(devicesQuery)
}

/**
 * The metering point that the pages are about; without a choice the first own one. Null while there is none: it is on its
 * way, does not exist, or is somebody else's whom one does not look after.
 */
export function usePortalDevice(): {
  device: PortalDevice | null
  selection: PortalSelection
  isLoading: boolean
  /** Why the point of somebody else is not here. */
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

/** What the worker is asked by: other readings of the same days are another question. */
export function useReadingsKey(device: PortalDevice | null): ReadingsKey | null {
  const { selection } = usePortalSelection()
  const { from, to } = selection
  const id = device?.id ?? null
  const version = device ? readingsVersion(device) : ''
  return useMemo(() => (id === null ? null : { deviceId: id, from, to, version }), [id, from, to, version])
}

/** While an import runs, not every day that arrives draws everything anew. */
const daysPerPicture = 60

/** Changes whenever the readings may have. */
export function readingsVersion(device: PortalDevice): string {
  const { last_import_at, days, missing_days, estimated_days, from, to } = device.readings
  // The first days are shown as soon as they are there.
  if (isImporting(device)) return `importing ${Math.ceil(days / daysPerPicture)}`
  return [last_import_at, days, missing_days, estimated_days, from, to].join(' ')
}

/** "4-1234567 – 383111": EIMM and the first six characters of the GSRN. */
export function formatDeviceName({ eimm, gsrn }: Pick<PortalDevice, 'eimm' | 'gsrn'>): string {
  return gsrn ? `${eimm} – ${gsrn.slice(0, 6)}` : eimm
}
