import type { QueryClient } from '@tanstack/react-query'
import { locationGroupsKey } from '../locations/location-query.ts'
import { menuKey } from '../navigation/menu-query.ts'
import { setUser, userQuery } from './current-user.ts'

/** After a change of one's own access: refetches the person, the menu and the lists of locations. */
export async function adoptAccess(queryClient: QueryClient): Promise<void> {
  setUser(await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }))
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: menuKey }),
    queryClient.invalidateQueries({ queryKey: locationGroupsKey }),
  ])
}
