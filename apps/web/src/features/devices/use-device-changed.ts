import { useQueryClient } from '@tanstack/react-query'
import { controllerKey } from '../../shared/controllers/controller-page-query.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { devicePageQuery } from './device-page-query.ts'

/** Reads again what shows a device. */
export function useDeviceChanged(ids: { locationId: number; deviceId: number }) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: devicePageQuery(ids).queryKey }),
      queryClient.invalidateQueries({ queryKey: locationQuery(ids.locationId).queryKey }),
      queryClient.invalidateQueries({ queryKey: menuKey }),
      queryClient.invalidateQueries({ queryKey: controllerKey }),
    ])
}
