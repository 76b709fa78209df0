import { type Actor, activeRole, type LocationEntry } from './permission.ts'
import { canManageRole, type Role } from './role.ts'

/** A person as the rules for managing people see them. */
export interface ManagedUser {
  id: number
  /** The active role. */
  role: Role
  /**
   * The company they chose when registering, or that a super admin gave them. The companies of their locations do not
   * count: a location can be handed to somebody who did not ask for it.
   */
  homeCompanyId: number | null
  /** The companies an aggregator runs; empty for others. */
  runsCompanyIds: readonly number[]
  /** Whether the owner of the address has confirmed it. */
  isConfirmed: boolean
}

export interface UserActions {
  /** Roles the actor may give this person; empty if the actor may not change their role. */
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
 * What an actor may do to another person. Nobody may do anything to themselves, so no one can raise their own role or
 * lock themselves out. An aggregator manages people whose home company is one of its own; guests at its locations, or
 * people who merely own one, are visible but not managed. An unconfirmed account is given nothing, because its owner is
 * not yet known: an aggregator may resend the link but cannot keep the address from its real owner. Only a super admin
 * grants aggregator and super admin, moves people between companies, and impersonates, but never another
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
 * Whether somebody with the flags `own` at a location may change another person's flags from `before` to `after`:
 * nobody grants or removes a right they do not have. Every other right requires seeing the location.
 */
export function mayChangeFlags(own: LocationFlags, before: LocationFlags, after: LocationFlags): boolean {
  return flagNames.every((name) => before[name] === after[name] || own[name])
}
