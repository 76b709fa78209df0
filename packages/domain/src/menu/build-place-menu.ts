import { createNameOrder } from '../i18n/name-order.ts'
import { locationAddress } from './location-address.ts'
import type { MenuNode } from './menu-node.ts'

export interface MenuSource {
  companies: readonly { id: number; name: string; rootGroupId: number }[]
  groups: readonly { id: number; companyId: number; parentId: number | null; name: string }[]
  locations: readonly {
    id: number
    companyId: number
    locationGroupId: number
    name: string
    hasDevices: boolean
  }[]
}

/**
 * The tree company → location group → location, sorted by title in the reader's language, groups before locations.
 *
 * `full` shows everything, including empty groups: the tree for people who run companies. `reachable` is for people with
 * single locations: groups without a visible location are omitted, and a company or group with a single child is replaced
 * by it, so that a household sees only its home. A location's address belongs to the route set of its parent.
 */
export function buildPlaceMenu(source: MenuSource, shape: 'full' | 'reachable', locale: string): MenuNode[] {
  const order = createNameOrder(locale)
  const groupsByParent = Map.groupBy(source.groups, (group) => group.parentId)
  const locationsByGroup = Map.groupBy(source.locations, (location) => location.locationGroupId)
  const byKindAndName = (one: Item, other: Item) =>
    Number('inside' in other) - Number('inside' in one) || order(one.name, other.name)

  interface Branch {
    kind: 'company' | 'group'
    id: number
    companyId: number
    groupId: number
    name: string
    inside: Item[]
  }
  type Item = Branch | MenuSource['locations'][number]

  function branch(
    kind: Branch['kind'],
    id: number,
    companyId: number,
    groupId: number,
    name: string,
  ): Branch {
    const groups = (groupsByParent.get(groupId) ?? []).map((group) =>
      branch('group', group.id, companyId, group.id, group.name),
    )
    const kept: Item[] = shape === 'full' ? groups : groups.flatMap(collapse)
    const inside = [...kept, ...(locationsByGroup.get(groupId) ?? [])].sort(byKindAndName)
    return { kind, id, companyId, groupId, name, inside }
  }

  function collapse(item: Item): Item[] {
    return 'inside' in item && item.inside.length < 2 ? item.inside : [item]
  }

  function node(item: Item, level: number, parent: Branch | null): MenuNode {
    if (!('inside' in item)) {
      const { id, companyId, locationGroupId, name, hasDevices } = item
      const isUnderItsGroup = parent?.kind === 'group' && parent.groupId === locationGroupId
      const prefix = isUnderItsGroup
        ? `/companies/${companyId}/location-groups/${locationGroupId}`
        : parent
          ? `/companies/${companyId}`
          : ''
      return {
        id,
        title: name,
        type: 'location',
        ...locationAddress({ locationId: id, companyId, locationGroupId }, prefix),
        level,
        children: [],
        data: { companyId, locationGroupId, locationId: id, hasChildren: hasDevices },
      }
    }
    return {
      id: item.id,
      title: item.name,
      type: item.kind === 'company' ? 'company' : 'location-group',
      href: `/companies/${item.companyId}/location-groups/${item.groupId}`,
      level,
      children: item.inside.map((child) => node(child, level + 1, item)),
      aliases: item.kind === 'company' ? [`/companies/${item.companyId}`] : [],
      data: { companyId: item.companyId, locationGroupId: item.groupId },
    }
  }

  const companies = source.companies.map(({ id, name, rootGroupId }) =>
    branch('company', id, id, rootGroupId, name),
  )
  const top: Item[] = shape === 'full' ? companies : companies.flatMap(collapse)
  return top.toSorted(byKindAndName).map((item) => node(item, 0, null))
}
