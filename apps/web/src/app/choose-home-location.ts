import type { MenuNodeView } from '@ohmstead/contract/navigation'

/**
 * The location that somebody starts at: the last visited one while it is still visible, else the first of their
 * own, else the first of the tree. Not merely the first: by name that may be a neighbour's shared with them.
 */
export function chooseHomeLocation(
  nodes: readonly MenuNodeView[],
  { lastId, ownIds }: { lastId: number | null; ownIds: readonly number[] },
): MenuNodeView | null {
  const locations = listLocations(nodes)
  return (
    locations.find(({ id }) => id === lastId) ??
    locations.find(({ id }) => ownIds.includes(id)) ??
    locations[0] ??
    null
  )
}

function listLocations(nodes: readonly MenuNodeView[]): MenuNodeView[] {
  return nodes.flatMap((node) => (node.type === 'location' ? [node] : listLocations(node.children)))
}
