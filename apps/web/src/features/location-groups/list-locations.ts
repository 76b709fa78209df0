import type { MenuNodeView } from '@ohmstead/contract/navigation'

export interface ListedLocation {
  id: number
  name: string
  /** The group it lies in, and the names of all groups around it, from the top down. */
  groupId: number
  way: string[]
}

/** All locations of a company, however deep they lie, by their names. */
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
