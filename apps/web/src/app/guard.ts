import type { UserView } from '@ohmstead/contract/users'
import { includesRole } from '@ohmstead/domain/access/role'
import { paths } from '../shared/paths.ts'
import { isSetUp } from '../shared/session/is-set-up.ts'

/** Who a page is for. The set-up is for everybody below aggregator who may add a location or waits for one. */
export type Audience =
  | 'public'
  | 'signedIn'
  | 'settingUp'
  | 'belowAggregator'
  | 'basic'
  | 'aggregator'
  | 'superAdmin'

/** The other pages of `auth` are reached through mailed links, whoever is signed in. */
const onlyForStrangers: readonly string[] = [
  paths.login,
  paths.register,
  paths.forgottenPassword,
  paths.firstAdmin,
]

type Person = Pick<UserView, 'role' | 'permissions' | 'second_factor_due'>

/** Where a page redirects this person; null shows it. */
export function guardPage(
  user: Person | null,
  audience: Audience,
  pathname: string,
  now: number,
): string | null {
  if (audience === 'public') return user && onlyForStrangers.includes(pathname) ? paths.home : null
  if (!user) return paths.login
  if (lacksSecondFactor(user, now)) return secures(pathname) ? null : paths.twoFactor
  if (!isAllowed(user, audience)) return paths.home
  if (!isSetUp(user) && !isBeforeSetup(pathname)) return paths.setup
  return null
}

/** Until one is set up, nothing else is available; the server enforces the same. */
export const lacksSecondFactor = (
  { second_factor_due: due }: Pick<UserView, 'second_factor_due'>,
  now: number,
) => due !== null && due <= now

const secures = (pathname: string) => pathname === paths.twoFactor || pathname === paths.passkeys

/** The set-up with its ways to a first location, what works without a controller, and one's own account. */
function isBeforeSetup(pathname: string): boolean {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  return (
    waysToLocation.includes(pathname) || isBelow(paths.integrations) || pathname.startsWith(`${paths.user}/`)
  )
}

const waysToLocation: readonly string[] = [
  paths.setup,
  paths.setupDevices,
  paths.setupOemDevice,
  paths.setupP1Wifi,
  paths.setupForeign,
]

function isAllowed(user: Person, audience: Exclude<Audience, 'public'>): boolean {
  const { role } = user
  switch (audience) {
    case 'signedIn':
      return true
    case 'settingUp':
      return role === 'ROLE_USER' ? !isSetUp(user) : !includesRole(role, 'ROLE_AGGREGATOR')
    case 'belowAggregator':
      return includesRole(role, 'ROLE_USER_BASIC') && !includesRole(role, 'ROLE_AGGREGATOR')
    case 'basic':
      return includesRole(role, 'ROLE_USER_BASIC')
    case 'aggregator':
      return includesRole(role, 'ROLE_AGGREGATOR')
    case 'superAdmin':
      return role === 'ROLE_SUPER_ADMIN'
  }
}

/** Where `/` leads: to the companies for people who run them, else the first location of the menu, else the set-up. */
export function homePath(user: Person, firstLocationHref: string | null): string {
  if (includesRole(user.role, 'ROLE_AGGREGATOR')) return paths.overview
  return firstLocationHref ?? paths.setup
}
