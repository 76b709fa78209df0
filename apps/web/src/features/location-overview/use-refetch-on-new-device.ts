import type { LocationView } from '@ohmstead/contract/locations'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Live } from '../../shared/live/use-live.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { showDevicesInMenu } from '../../shared/navigation/menu-query.ts'
import { findUnknownDevices } from './find-unknown-devices.ts'

/** A reading of a device unknown to the page: the location is refetched, once for each. The tree follows the location. */
export function useRefetchOnNewDevice(
  { id, devices }: Pick<LocationView, 'id' | 'devices'>,
  { values }: Pick<Live, 'values'>,
): void {
  const queryClient = useQueryClient()
  const unknown = findUnknownDevices(devices, values).join()
  useEffect(() => {
    if (unknown === '') return
    void queryClient.invalidateQueries({ queryKey: locationQuery(id).queryKey })
  }, [queryClient, id, unknown])
  const known = devices.map(({ key }) => key).join()
  useEffect(() => {
    if (known === '') return
    let isLeft = false
    // The tree says itself what it could not fetch.
    showDevicesInMenu(queryClient, { locationId: id, deviceKeys: known.split(',') }, () => isLeft).catch(
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [queryClient, id, known])
}
