import type { UserView } from '@ohmstead/contract/users'
import { includesRole } from '@ohmstead/domain/access/role'

/** Aggregators and above always; others once they can reach a location. */
export function isSetUp(user: Pick<UserView, 'role' | 'permissions'>): boolean {
  return includesRole(user.role, 'ROLE_AGGREGATOR') || user.permissions.locations.some(({ view }) => view)
}
