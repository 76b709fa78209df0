import { includesRole, type Role } from './role.ts'

/**
 * What an endpoint or a button requires. `public` and `signedIn` need no resource; `role.*` requires a role;
 * `company.*`, `group.*` and `location.*` apply to one resource named by the path.
 */
export type Permission =
  | 'public'
  | 'signedIn'
  | 'role.basic'
  | 'role.aggregator'
  | 'role.superAdmin'
  | 'company.view'
  | 'company.edit'
  | 'group.view'
  | 'group.edit'
  | LocationPermission

/** The rights a location can be shared with. */
export type LocationAction = 'view' | 'edit' | 'control' | 'manageUsers'
/** Deleting and restoring a location is never shared: only its owner and whoever runs its company may do it. */
export type LocationPermission = `location.${LocationAction}` | 'location.delete' | 'location.restore'

export interface LocationEntry {
  id: number
  view: boolean
  edit: boolean
  control: boolean
  manageUsers: boolean
}

/** Who a request acts as, with everything the rule needs; the browser builds the same object from `GET /auth/user`. */
export interface Actor {
  userId: number
  /** The active role is the first one. */
  roles: readonly Role[]
  /** Companies an aggregator runs; empty for others. */
  companyIds: readonly number[]
  /** Own and shared locations with their flags; an owner has all four. */
  locations: readonly LocationEntry[]
  /** The super admin who acts as this person; absent if nobody does. It plays no part in the decision. */
  impersonatorId?: number
  /** From when this person needs a second factor to continue; absent if they have one or need none. */
  secondFactorDue?: number
}

/**
 * The resource a request names; `null` for one that does not exist. For a company or a group,
 * `ownLocationIds` are the locations inside it that the actor has an entry for: whoever sees a location
 * also sees the name of the group and company above it, and a group page shows only the visible locations.
 */
export type Resource =
  | { kind: 'company'; companyId: number; ownLocationIds: readonly number[] }
  | { kind: 'group'; companyId: number; ownLocationIds: readonly number[] }
  | {
      kind: 'location'
      companyId: number
      locationId: number
      /** Absent if nobody owns it. */
      ownerId?: number | null
      /** Deleted but still restorable; absent otherwise. */
      isBeingDeleted?: boolean
    }

export type Decision = 'allowed' | 'not_signed_in' | 'not_found' | 'not_allowed'

export function activeRole(actor: Actor): Role {
  return actor.roles[0] ?? 'ROLE_USER'
}

/** Whether the resource is visible to the actor at all; otherwise it does not exist for them. */
export function canSee(actor: Actor, resource: Resource): boolean {
  if (isBeingDeleted(resource)) return false
  if (runsCompany(actor, resource.companyId)) return true
  const ids = resource.kind === 'location' ? [resource.locationId] : resource.ownLocationIds
  return actor.locations.some((entry) => entry.view && ids.includes(entry.id))
}

/**
 * The one permission rule of server and browser: scope first (foreign is not found), then the permission.
 * Aggregators and above pass every per-resource check inside their scope. The default is no.
 */
export function decide(actor: Actor | null, permission: Permission, resource: Resource | null): Decision {
  if (permission === 'public') return 'allowed'
  if (!actor) return 'not_signed_in'
  const role = activeRole(actor)
  switch (permission) {
    case 'signedIn':
      return 'allowed'
    case 'role.basic':
      return includesRole(role, 'ROLE_USER_BASIC') ? 'allowed' : 'not_allowed'
    case 'role.aggregator':
      return includesRole(role, 'ROLE_AGGREGATOR') ? 'allowed' : 'not_allowed'
    case 'role.superAdmin':
      return role === 'ROLE_SUPER_ADMIN' ? 'allowed' : 'not_allowed'
  }
  if (!resource) return 'not_found'
  if (permission === 'location.restore')
    return isBeingDeleted(resource) && mayDelete(actor, resource) ? 'allowed' : 'not_found'
  if (!canSee(actor, resource)) return 'not_found'
  if (permission === 'location.delete') return mayDelete(actor, resource) ? 'allowed' : 'not_allowed'
  if (runsCompany(actor, resource.companyId)) return 'allowed'
  if (permission === 'company.view' || permission === 'group.view') return 'allowed'
  if (resource.kind !== 'location' || !permission.startsWith('location.')) return 'not_allowed'
  const action = permission.slice('location.'.length) as LocationAction
  const entry = actor.locations.find((candidate) => candidate.id === resource.locationId)
  return entry?.[action] === true ? 'allowed' : 'not_allowed'
}

const isBeingDeleted = (resource: Resource) =>
  resource.kind === 'location' && resource.isBeingDeleted === true

function runsCompany(actor: Actor, companyId: number): boolean {
  const role = activeRole(actor)
  return role === 'ROLE_SUPER_ADMIN' || (role === 'ROLE_AGGREGATOR' && actor.companyIds.includes(companyId))
}

function mayDelete(actor: Actor, resource: Resource): boolean {
  const isOwner = resource.kind === 'location' && resource.ownerId === actor.userId
  return isOwner || runsCompany(actor, resource.companyId)
}
