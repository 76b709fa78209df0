import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { locationQuery } from '../locations/location-query.ts'
import { declaredDevicesQuery } from './controllers-query.ts'

/** Says what a foreign device is; null leaves it to what its adapter recognises. */
export function useSetCategory(locationId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({
      deviceId,
      ...body
    }: {
      deviceId: number
      category: DeviceCategory | null
      seen: DeviceCategory
    }) =>
      call('PUT /locations/:locationId/devices/:deviceId/category', {
        params: { locationId, deviceId },
        body,
      }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(declaredDevicesQuery(locationId)),
        queryClient.invalidateQueries({ queryKey: locationQuery(locationId).queryKey }),
      ]),
  })
}
