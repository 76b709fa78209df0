import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { usePortalDevice, usePortalDevices } from '../../shared/portal/use-portal-devices.ts'
import { usePortalSelection } from '../../shared/portal/use-portal-selection.ts'

export const isNotFound = (error: Error) => error instanceof ApiError && error.code === 'not_found'

/**
 * A point that was deleted while selected, or since the last selection, is replaced by the first one. An address
 * with a point that never existed still says that there is none.
 */
export function useForgetGone(): void {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { data: own } = usePortalDevices()
  const { device, selection, isLoading, error } = usePortalDevice()
  const { change } = usePortalSelection()
  const seen = useRef(new Set<number>())
  const { deviceId } = selection
  const isGone =
    own !== undefined && !isLoading && deviceId !== null && device === null && (!error || isNotFound(error))
  const isKept = search.device === undefined
  useEffect(() => {
    for (const { id } of own ?? []) seen.current.add(id)
    if (isGone && (isKept || seen.current.has(deviceId))) change({ deviceId: null })
  }, [own, isGone, isKept, deviceId, change])
}
