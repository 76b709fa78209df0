import type { MenuNodeView } from '@ohmstead/contract/navigation'

export interface TreeRow {
  node: MenuNodeView
  key: string
  /** Depth as drawn, 0 at the top. */
  depth: number
  isExpandable: boolean
  isExpanded: boolean
  /** Its position among its siblings, for screen readers. */
  position: number
  siblings: number
}

export interface TreeState {
  expanded: ReadonlySet<string>
  /** The loaded children of a location. */
  branches: ReadonlyMap<number, readonly MenuNodeView[]>
  search: string
}

export function nodeKey(node: Pick<MenuNodeView, 'type' | 'href'>): string {
  return `${node.type} ${node.href}`
}

/** The rows of the tree top down. A search shows matches with their path, opened. */
export function buildTreeRows(nodes: readonly MenuNodeView[], state: TreeState): TreeRow[] {
  const needle = state.search.trim().toLowerCase()
  const rows: TreeRow[] = []
  const add = (siblings: readonly MenuNodeView[], depth: number) => {
    const shown = needle ? siblings.filter((node) => matchesBelow(node, needle, state)) : siblings
    shown.forEach((node, index) => {
      const key = nodeKey(node)
      const children = childrenOf(node, state)
      const isExpandable = children.length > 0 || (node.type === 'location' && node.data.hasChildren === true)
      const opens = needle
        ? children.some((child) => matchesBelow(child, needle, state))
        : state.expanded.has(key)
      rows.push({
        node,
        key,
        depth,
        isExpandable,
        isExpanded: isExpandable && opens,
        position: index + 1,
        siblings: shown.length,
      })
      if (opens) add(children, depth + 1)
    })
  }
  add(nodes, 0)
  return rows
}

function childrenOf(node: MenuNodeView, { branches }: TreeState): readonly MenuNodeView[] {
  return node.type === 'location' ? (branches.get(node.id) ?? node.children) : node.children
}

function matchesBelow(node: MenuNodeView, needle: string, state: TreeState): boolean {
  return (
    node.title.toLowerCase().includes(needle) ||
    childrenOf(node, state).some((child) => matchesBelow(child, needle, state))
  )
}

/** A title split into matching and other parts, for the marks. */
export function markMatches(title: string, search: string): { text: string; isMatch: boolean }[] {
  const needle = search.trim().toLowerCase()
  const lower = title.toLowerCase()
  // Some letters are longer in lower case; then positions differ and nothing is marked.
  if (!needle || lower.length !== title.length) return [{ text: title, isMatch: false }]
  const parts: { text: string; isMatch: boolean }[] = []
  let from = 0
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, from)) {
    if (at > from) parts.push({ text: title.slice(from, at), isMatch: false })
    from = at + needle.length
    parts.push({ text: title.slice(at, from), isMatch: true })
  }
  if (from < title.length) parts.push({ text: title.slice(from), isMatch: false })
  return parts
}

/** The nodes from the top down to the current page: the deepest node whose address, in any set, begins the path. */
export function findNodePath(
  nodes: readonly MenuNodeView[],
  pathname: string,
  branches: TreeState['branches'],
): MenuNodeView[] {
  let best: MenuNodeView[] = []
  let bestLength = 0
  const visit = (siblings: readonly MenuNodeView[], way: readonly MenuNodeView[]) => {
    for (const node of siblings) {
      const here = [...way, node]
      const length = matchLength(node, pathname)
      if (length > bestLength) {
        best = here
        bestLength = length
      }
      visit(childrenOf(node, { expanded: new Set(), branches, search: '' }), here)
    }
  }
  visit(nodes, [])
  return best
}

function matchLength(node: MenuNodeView, pathname: string): number {
  let longest = 0
  for (const href of [node.href, ...node.aliases]) {
    if ((pathname === href || pathname.startsWith(`${href}/`)) && href.length > longest) longest = href.length
  }
  return longest
}
