import type { MenuNodeView } from '@ohmstead/contract/navigation'

/** The groups below a company, which stands for its root group, as options of a select; deeper ones are indented. */
export function listGroupOptions(
  nodes: readonly MenuNodeView[],
  depth = 0,
): { value: string; label: string }[] {
  return nodes.flatMap(({ type, id, title, children = [] }) => {
    if (type === 'company') return listGroupOptions(children, depth)
    if (type !== 'location-group') return []
    const label = `${'\u00a0\u00a0'.repeat(depth)}${title}`
    return [{ value: String(id), label }, ...listGroupOptions(children, depth + 1)]
  })
}
