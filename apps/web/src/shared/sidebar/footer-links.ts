import type { UserView } from '@ohmstead/contract/users'
import { decide, type LocationPermission } from '@ohmstead/domain/access/permission'
import { includesRole } from '@ohmstead/domain/access/role'
import type { NavigationContext } from '../navigation/next-context.ts'
import { type LocationAddress, locationPaths, paths } from '../paths.ts'
import { actorOf } from '../session/current-user.ts'
import { isSetUp } from '../session/is-set-up.ts'

export type FooterLink =
  /** Its page belongs to `sections`, whose other pages mark it as current too. */
  | { key: 'manage' | 'settings' | 'pricing'; href: string; sections: readonly string[] }
  | { key: 'setup' | 'sharing' | 'integrations' | 'global' | 'companies'; href: string }
  | { key: 'back'; href: string; name: string }

interface Place {
  user: UserView
  location: (LocationAddress & { ownCompanyId: number | null }) | null
  context: NavigationContext | null
}

/** The buttons below the tree, each by its condition. */
export function buildFooterLinks({ user, location, context }: Place): FooterLink[] {
  const links: FooterLink[] = []
  if (location && mayDo(user, 'location.edit', location.locationId, location.ownCompanyId)) {
    links.push({
      key: 'manage',
      href: locationPaths.controllers(location),
      sections: [locationPaths.manage(location)],
    })
  } else if (location && mayDo(user, 'location.manageUsers', location.locationId, location.ownCompanyId)) {
    links.push({
      key: 'manage',
      href: locationPaths.manageUsers(location),
      sections: [locationPaths.manage(location)],
    })
  }
  if (user.role === 'ROLE_USER_BASIC' || user.role === 'ROLE_USER_ADVANCED')
    links.push({ key: 'setup', href: paths.setup })
  const isAggregator = includesRole(user.role, 'ROLE_AGGREGATOR')
  if (isAggregator) links.push({ key: 'companies', href: paths.overview })
  if (location)
    links.push({
      key: 'pricing',
      href: locationPaths.pricing(location),
      sections: [locationPaths.pricing(location)],
    })
  // Until then every page of prices leads back to the set-up.
  else if (isSetUp(user))
    links.push({ key: 'pricing', href: paths.pricing, sections: [paths.pricing, paths.setupPricing] })
  links.push(
    { key: 'sharing', href: paths.sharing },
    { key: 'integrations', href: paths.integrations },
    { key: 'settings', href: paths.userSettings, sections: [paths.user] },
  )
  if (isAggregator) links.push({ key: 'global', href: paths.globalSettings })
  if (context) links.push({ key: 'back', href: context.returnPath, name: context.name })
  return links
}

function mayDo(
  user: UserView,
  permission: LocationPermission,
  locationId: number,
  companyId: number | null,
): boolean {
  const resource = { kind: 'location', locationId, companyId: companyId ?? -1 } as const
  return decide(actorOf(user), permission, resource) === 'allowed'
}
