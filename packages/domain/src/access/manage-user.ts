import { type Actor, activeRole, type LocationEntry } from './permission.ts'
import { canManageRole, type Role } from './role.ts'

/** A person as the rules about managing people see them. */
export interface ManagedUser {
  id: number
  /** The active role. */
  role: Role
  /**
   * The company they chose by registering with it, or that a super admin gave them. The companies of their locations say
   * nothing: a location can be handed to somebody who was not asked.
   */
  homeCompanyId: number | null
  /** The companies an aggregator runs; empty for others. */
  runsCompanyIds: readonly number[]
  /** Whether the owner of the address has confirmed it. */
  isConfirmed: boolean
}

export interface UserActions {
  /** Roles this person may be given; empty where their role is not the actor's to change. */
  assignRoles: Role[]
  verify: boolean
  disable: boolean
  changeCompany: boolean
  impersonate: boolean
}

const assignableRoles: Role[] = ['ROLE_USER', 'ROLE_USER_BASIC', 'ROLE_USER_ADVANCED']
const none: UserActions = {
  assignRoles: [],
  verify: false,
  disable: false,
  changeCompany: false,
  impersonate: false,
}

/**
 * What an actor may do with another person; never anything with oneself, so that nobody raises or locks out
 * themselves. An aggregator manages whose home company is one of its own; a guest at one of its locations, or who merely
 * owns one, is seen there, not managed. An account that nobody has confirmed is given nothing: whose it is will only be
 * known then, so an aggregator may send it the link again, and cannot keep its address from the one who has it. Only a
 * super admin grants aggregator and super admin, moves people between companies, and impersonates, but never another
 * super admin.
 */
export function decideUserActions(actor: Actor, user: ManagedUser): UserActions {
  const own = activeRole(actor)
  if (actor.userId === user.id || !canManageRole(own, user.role)) return none
  if (own === 'ROLE_SUPER_ADMIN') {
    if (!user.isConfirmed) return { ...none, verify: true, disable: true }
    return {
      assignRoles: [...assignableRoles, 'ROLE_AGGREGATOR', 'ROLE_SUPER_ADMIN'],
      verify: true,
      disable: true,
      changeCompany: true,
      impersonate: user.role !== 'ROLE_SUPER_ADMIN',
    }
  }
  if (own !== 'ROLE_AGGREGATOR') return none
  const home = user.homeCompanyId === null ? [] : [user.homeCompanyId]
  const places = [...home, ...user.runsCompanyIds]
  if (places.length === 0 || !places.every((id) => actor.companyIds.includes(id))) return none
  if (!user.isConfirmed) return { ...none, verify: true }
  return { ...none, assignRoles: [...assignableRoles], verify: true, disable: true }
}

export type LocationFlags = Omit<LocationEntry, 'id'>

const flagNames = ['view', 'edit', 'control', 'manageUsers'] as const

/**
 * Whether somebody whose own flags at a location are `own` may change another's from `before` to `after`: nobody gives
 * or takes what they do not have. Seeing is the ground of everything else.
 */
export function mayChangeFlags(own: LocationFlags, before: LocationFlags, after: LocationFlags): boolean {
  return flagNames.every((name) => before[name] === after[name] || own[name])
}
