import type { MenuNodeView } from '@ohmstead/contract/navigation'

/** All locations of the tree, once each. */
export function listMenuLocations(nodes: readonly MenuNodeView[]): { id: number; name: string }[] {
  const found = new Map<number, string>()
  const visit = (node: MenuNodeView) => {
    if (node.type === 'location') found.set(node.id, node.title)
    else node.children.forEach(visit)
  }
  nodes.forEach(visit)
  return [...found].map(([id, name]) => ({ id, name }))
}
