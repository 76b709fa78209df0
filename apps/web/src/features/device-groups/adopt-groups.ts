import type { QueryClient } from '@tanstack/react-query'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'

/** After a change of its device groups, a location and the menu are refetched. */
export const adoptGroups = (queryClient: QueryClient, locationId: number): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: locationQuery(locationId).queryKey }),
    queryClient.invalidateQueries({ queryKey: menuKey }),
  ])
