import type { QueryClient } from '@tanstack/react-query'

/** After a change of its device groups, a location and the menu are read again. */
export const adoptGroups = (queryClient: QueryClient, locationId: number): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['location', locationId] }),
    queryClient.invalidateQueries({ queryKey: ['menu'] }),
  ])
