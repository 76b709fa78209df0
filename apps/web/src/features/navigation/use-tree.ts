import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { branchOf, locationMenuQuery } from '../../shared/navigation/menu-query.ts'
import { buildTreeRows, findNodePath, nodeKey, type TreeRow } from './tree-rows.ts'

/** The sidebar's tree: open nodes, loaded children, and the current page. */
export function useTree(nodes: readonly MenuNodeView[], search: string) {
  const queryClient = useQueryClient()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => openTops(nodes))
  const [opened, setOpened] = useState<ReadonlyMap<number, MenuNodeView>>(new Map())
  const branches = useBranches(opened)

  const open = useCallback(
    (node: MenuNodeView) => {
      setExpanded((current) => new Set(current).add(nodeKey(node)))
      if (node.type !== 'location') return
      setOpened((current) => new Map(current).set(node.id, node))
      void queryClient.prefetchQuery(locationMenuQuery(branchOf(node)))
    },
    [queryClient],
  )
  const close = useCallback((node: MenuNodeView) => {
    setExpanded((current) => {
      const next = new Set(current)
      next.delete(nodeKey(node))
      return next
    })
  }, [])

  const path = useMemo(() => findNodePath(nodes, pathname, branches), [nodes, pathname, branches])
  const reached = useRef('')
  useEffect(() => {
    // Once per page and depth reached, so that a branch closed by hand stays closed.
    const signature = path.map(nodeKey).join('|')
    if (signature === reached.current) return
    reached.current = signature
    const isPageBelow = /\/device-groups\//.test(pathname)
    for (const node of path) if (node.type !== 'location' || isPageBelow || node === path.at(-1)) open(node)
  }, [path, pathname, open])
  useEffect(() => {
    setExpanded((current) => (current.size > 0 ? current : openTops(nodes)))
  }, [nodes])

  const rows = useMemo(
    () => buildTreeRows(nodes, { expanded, branches, search }),
    [nodes, expanded, branches, search],
  )
  const toggle = useCallback(
    (row: TreeRow) => (row.isExpanded ? close(row.node) : open(row.node)),
    [open, close],
  )
  const activeNode = path.at(-1)
  return { rows, open, close, toggle, branches, activeKey: activeNode ? nodeKey(activeNode) : null }
}

function useBranches(
  opened: ReadonlyMap<number, MenuNodeView>,
): ReadonlyMap<number, readonly MenuNodeView[]> {
  // Loaded on expansion, and again only when a page says that something changed: a request cancelled by navigation
  // stays cancelled.
  const fetched = useQueries({
    queries: [...opened.values()].map((node) => ({
      ...locationMenuQuery(branchOf(node)),
      enabled: ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated,
    })),
    combine: takeData,
  })
  return useMemo(() => {
    const branches = new Map<number, readonly MenuNodeView[]>()
    ;[...opened.keys()].forEach((locationId, index) => {
      const children = fetched[index]
      if (children) branches.set(locationId, children)
    })
    return branches
  }, [opened, fetched])
}

// One function for all renders, so that an unchanged result keeps its identity.
function takeData(results: readonly { data: MenuNodeView[] | undefined }[]): (MenuNodeView[] | undefined)[] {
  return results.map(({ data }) => data)
}

function openTops(nodes: readonly MenuNodeView[]): ReadonlySet<string> {
  return new Set(nodes.filter(({ type }) => type === 'company').map(nodeKey))
}
