import type { QueryClient } from '@tanstack/react-query'
import { locationGroupsKey } from '../locations/location-query.ts'
import { menuKey } from '../navigation/menu-query.ts'
import { setUser, userQuery } from './current-user.ts'

/** After one's own access has changed: the person, the menu and the lists of places anew. */
export async function adoptAccess(queryClient: QueryClient): Promise<void> {
  setUser(await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }))
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: menuKey }),
    queryClient.invalidateQueries({ queryKey: locationGroupsKey }),
  ])
}
