import type { MenuNodeView, MenuPlaceView } from '@ohmstead/contract/navigation'
import { completeMenu } from '@ohmstead/domain/menu/short-menu'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'

/** The prefix of everything that shows names and places of the tree. */
export const menuKey = ['menu'] as const

interface StoredMenu {
  key: string
  structure: MenuPlaceView[]
}

let drawn: { text: string; key: string; tree: MenuNodeView[] } | undefined

/** Read once while it is the same: every render asks, and ten thousand places take long to read. */
function readStoredTree(key: string): MenuNodeView[] | undefined {
  const text = readStored('menu')
  if (text === null) return
  if (drawn?.text !== text) {
    const stored = parseMenu(text)
    if (!stored) return
    drawn = { text, key: stored.key, tree: completeMenu(stored.structure) }
  }
  return drawn.key === key ? drawn.tree : undefined
}

/** The same tree again, if nothing has changed: what was worked out from it stays. */
function keepTree(menu: StoredMenu): MenuNodeView[] {
  const text = JSON.stringify(menu)
  if (drawn?.text !== text) {
    writeStored('menu', text)
    drawn = { text, key: menu.key, tree: completeMenu(menu.structure) }
  } else if (readStored('menu') === null) writeStored('menu', text)
  return drawn.tree
}

function parseMenu(text: string): StoredMenu | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const keyOf = (companyId: number | null) => (companyId === null ? 'own' : `company-${companyId}`)

/** Whether the tree of the last visit is there. */
export const isMenuKept = (companyId: number | null) => readStoredTree(keyOf(companyId)) !== undefined

/**
 * The tree: a super admin's is that of a company, everybody else's their own (`companyId` null). The last one is
 * stored in the browser and drawn at once while the new one is loading.
 */
export function menuQuery(companyId: number | null) {
  const key = keyOf(companyId)
  return queryOptions({
    queryKey: [...menuKey, 'tree', companyId],
    queryFn: async ({ signal }) => {
      const { structure } =
        companyId === null
          ? await call('GET /menu', { signal })
          : await call('GET /menu/:companyId', { params: { companyId }, signal })
      return keepTree({ key, structure })
    },
    staleTime: 5 * 60_000,
    placeholderData: () => readStoredTree(key),
  })
}

export interface LocationBranch {
  locationId: number
  level: number
  /** The route set of the location's node: the prefix before `/locations/`. */
  prefix: string
}

export function branchOf(node: MenuNodeView): LocationBranch {
  return {
    locationId: node.id,
    level: node.level,
    prefix: node.href.slice(0, node.href.indexOf('/locations/')),
  }
}

/** The children of a location, loaded on expansion; leaving the page cancels it. */
export function locationMenuQuery({ locationId, level, prefix }: LocationBranch) {
  return queryOptions({
    queryKey: [...locationMenuKey, locationId, prefix],
    queryFn: async ({ signal }) =>
      (
        await call('GET /menu/locations/:locationId', {
          params: { locationId },
          query: { level, prefix },
          signal,
        })
      ).structure,
    staleTime: 60_000,
  })
}

export const locationMenuKey = [...menuKey, 'location'] as const

/**
 * Refetches the children of a location, if the tree shows them, unless all these devices are among them: the tree
 * fetches nothing by itself, and what it is just being told may be older than what a page knows.
 */
export async function showDevicesInMenu(
  queryClient: QueryClient,
  { locationId, deviceKeys }: { locationId: number; deviceKeys: readonly string[] },
  isLeft: () => boolean,
): Promise<void> {
  const queries = queryClient.getQueryCache().findAll({ queryKey: [...locationMenuKey, locationId] })
  await Promise.all(
    queries.map(async (query) => {
      if (query.state.fetchStatus === 'fetching') await query.promise
      const { data } = query.state
      if (data === undefined || isLeft() || query.getObserversCount() === 0) return
      const shown = new Set(listDeviceKeys(data as MenuNodeView[]))
      if (deviceKeys.some((key) => !shown.has(key))) await query.fetch()
    }),
  )
}

const listDeviceKeys = (nodes: readonly MenuNodeView[]): string[] =>
  nodes.flatMap(({ data, children }) => [
    ...(data.deviceKey === undefined ? [] : [data.deviceKey]),
    ...listDeviceKeys(children),
  ])

/** A company with its groups and locations, as administration shows them. */
export function companyMenuQuery(companyId: number) {
  return queryOptions({
    queryKey: [...menuKey, 'groups', companyId],
    queryFn: async ({ signal }) => {
      const answer = await call('GET /menu/:companyId', { params: { companyId }, signal })
      return { ...answer, structure: completeMenu(answer.structure) }
    },
  })
}
