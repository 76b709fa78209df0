import type { UserView } from '@ohmstead/contract/users'
import { findLastPlace } from '../shared/navigation/last-place.ts'
import { menuQuery } from '../shared/navigation/menu-query.ts'
import { paths } from '../shared/paths.ts'
import { queryClient } from '../shared/query-client.ts'
import { beginAtHome } from '../shared/selected-company.ts'
import { hasRole } from '../shared/session/current-user.ts'
import { siteQuery } from '../shared/site.ts'
import { chooseHomeLocation } from './choose-home-location.ts'
import { homePath } from './guard.ts'

/** Where this person starts; below aggregator this requires the menu. */
export async function findHome(user: UserView): Promise<string> {
  beginAtHome()
  if (hasRole(user, 'ROLE_AGGREGATOR')) return homePath(user, null)
  const nodes = await queryClient.ensureQueryData(menuQuery(null))
  const ownIds = user.locations.map(({ id }) => id)
  const home = chooseHomeLocation(nodes, { lastId: findLastPlace(user.id), ownIds })
  return homePath(user, home?.href ?? null)
}

/** Where a visitor starts: in an installation without a super admin, at the creation of the first one. */
export async function findStrangersHome(): Promise<string> {
  const site = await queryClient.ensureQueryData(siteQuery).catch(() => null)
  return site?.needsFirstAdmin ? paths.firstAdmin : paths.login
}
