import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { includesRole, type Role } from '@ohmstead/domain/access/role'

/** A menu this young was loaded by the cause of the navigation, such as a deletion. */
const justAskedMs = 2000

const placePath = /^\/(companies|location-groups|locations)\//

interface PageChange {
  from: string
  to: string
  groupId: number | null
  /** Since the menu was loaded. */
  menuAgeMs: number
}

/**
 * Whether navigation refetches the menu: a basic user's when leaving the locations, an aggregator's if
 * the shown group is not in it. A super admin's is separate per company and needs no rule.
 */
export function isMenuOutdated(
  role: Role,
  { from, to, groupId, menuAgeMs }: PageChange,
  menu: readonly MenuNodeView[],
): boolean {
  if (role === 'ROLE_SUPER_ADMIN') return false
  if (includesRole(role, 'ROLE_AGGREGATOR')) return groupId !== null && !hasGroup(menu, groupId)
  return menuAgeMs > justAskedMs && placePath.test(from) && !placePath.test(to)
}

function hasGroup(nodes: readonly MenuNodeView[], groupId: number): boolean {
  return nodes.some(
    (node) =>
      (node.type === 'location-group' && node.id === groupId) ||
      (node.type === 'company' && node.data.locationGroupId === groupId) ||
      hasGroup(node.children, groupId),
  )
}
