import type { AlarmCountView } from '@ohmstead/contract/alarms'
import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { nodeKey } from './tree-rows.ts'

export interface TreeAlarms {
  open: number
  /** Those not acknowledged yet. */
  unseen: number
}

/** The alarms of each place that has any, in it and below, by the key of its node. */
export function sumTreeAlarms(
  nodes: readonly MenuNodeView[],
  counts: readonly AlarmCountView[],
): ReadonlyMap<string, TreeAlarms> {
  const sums = new Map<string, TreeAlarms>()
  if (counts.length === 0) return sums
  const byLocation = new Map(counts.map((count) => [count.location_id, count]))
  const byCompany = Map.groupBy(counts, (count) => count.company_id)
  const visit = (node: MenuNodeView): TreeAlarms => {
    const below = node.type === 'location' ? [] : node.children.map(visit)
    const own = node.type === 'location' ? byLocation.get(node.id) : undefined
    // The locations of a company without a loaded tree are not in the tree.
    const named = node.type === 'company' && below.length === 0 ? byCompany.get(node.id) : undefined
    const sum = addUp([...below, ...(own ? [own] : []), ...(named ?? [])])
    if (sum.open > 0) sums.set(nodeKey(node), sum)
    return sum
  }
  nodes.forEach(visit)
  return sums
}

function addUp(parts: readonly TreeAlarms[]): TreeAlarms {
  let open = 0
  let unseen = 0
  for (const part of parts) {
    open += part.open
    unseen += part.unseen
  }
  return { open, unseen }
}

/** A tree with a single location needs no mark to find the one with the alarm. */
export function hasSeveralPlaces(nodes: readonly MenuNodeView[]): boolean {
  return nodes.length > 1 || nodes.some(({ type, children }) => type !== 'location' && children.length > 0)
}
