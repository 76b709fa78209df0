import type { MenuNodeView } from '@ohmstead/contract/navigation'

export interface ListedLocation {
  id: number
  name: string
  /** Its group, and the names of all parent groups, top down. */
  groupId: number
  way: string[]
}

/** All locations of a company at any depth, by name. */
export function listLocations(
  nodes: readonly MenuNodeView[],
  rootGroupId: number,
  compare: (one: string, other: string) => number,
): ListedLocation[] {
  const collect = (level: readonly MenuNodeView[], groupId: number, way: string[]): ListedLocation[] =>
    level.flatMap((node) => {
      if (node.type === 'company') return collect(node.children, groupId, way)
      if (node.type === 'location-group') return collect(node.children, node.id, [...way, node.title])
      return node.type === 'location' ? [{ id: node.id, name: node.title, groupId, way }] : []
    })
  return collect(nodes, rootGroupId, []).sort((one, other) => compare(one.name, other.name))
}
