import type { QueryClient } from '@tanstack/react-query'
import { setUser, userQuery } from './current-user.ts'

/** After one's own access has changed: the person, the menu and the lists of places anew. */
export async function adoptAccess(queryClient: QueryClient): Promise<void> {
  setUser(await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }))
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['menu'] }),
    queryClient.invalidateQueries({ queryKey: ['location-group'] }),
  ])
}
