import type { UserView } from '@ohmstead/contract/users'
import { findFirstLocation, menuQuery } from '../features/navigation/menu-data.ts'
import { queryClient } from '../shared/query-client.ts'
import { hasRole } from '../shared/session/current-user.ts'
import { homePath } from './guard.ts'

/** Where this person starts; below aggregator the menu is fetched for it. */
export async function findHome(user: UserView): Promise<string> {
  if (hasRole(user, 'ROLE_AGGREGATOR')) return homePath(user, null)
  const nodes = await queryClient.ensureQueryData(menuQuery(null))
  return homePath(user, findFirstLocation(nodes)?.href ?? null)
}
