import type { MenuNodeView } from '@ohmstead/contract/navigation'

export function createNode(
  type: MenuNodeView['type'],
  id: number,
  title: string,
  href: string,
  children: MenuNodeView[] = [],
): MenuNodeView {
  const hasChildren = type === 'location'
  return { id, title, type, href, level: 0, children, aliases: [], data: { hasChildren } }
}
