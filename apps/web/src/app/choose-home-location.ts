import type { MenuNodeView } from '@ohmstead/contract/navigation'

/**
 * The location that somebody starts at: the one visited last while it is still theirs to see, else the first of their
 * own, else the first of the tree. Not merely the first: by its name that may be a neighbour's who shares it.
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
