/** Roles with their priority; a higher priority includes what the lower ones may do. */
export const rolePriority = {
  ROLE_USER: 0,
  ROLE_USER_BASIC: 1,
  ROLE_USER_ADVANCED: 2,
  ROLE_AGGREGATOR: 5,
  ROLE_SUPER_ADMIN: 10,
} as const

export type Role = keyof typeof rolePriority

export const roles = Object.keys(rolePriority) as Role[]

/** True when `role` is `least` or includes it. */
export function includesRole(role: Role, least: Role): boolean {
  return rolePriority[role] >= rolePriority[least]
}

/** A role may be managed from an equal or higher one; a super admin only by another (which also follows). */
export function canManageRole(own: Role, other: Role): boolean {
  return rolePriority[own] >= rolePriority[other]
}
