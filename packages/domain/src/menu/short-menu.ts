import { locationAddress } from './location-address.ts'
import type { MenuNode } from './menu-node.ts'

/** A node of a tree of places without what follows from the rest of it: half the size, where there are many locations. */
export interface ShortMenuNode {
  id: number
  title: string
  type: MenuNode['type']
  href: string
  level: number
  /** Left out where there are none. */
  children?: ShortMenuNode[] | undefined
  /** Left out for locations. */
  aliases?: string[] | undefined
  /**
   * Left out are the company and the group of a location where they are its parent's, its own id, and that it has
   * children; and the whole where nothing is left.
   */
  data?:
    | {
        companyId?: number | undefined
        locationGroupId?: number | undefined
        hasChildren?: boolean | undefined
      }
    | undefined
}

interface Above {
  companyId?: number | undefined
  locationGroupId?: number | undefined
}

export function shortenMenu(nodes: readonly MenuNode[], above: Above = {}): ShortMenuNode[] {
  return nodes.map(({ id, title, type, href, level, children, aliases, data }) => {
    const node: ShortMenuNode = { id, title, type, href, level }
    if (type === 'location') {
      const rest = shortenData(data, above)
      return Object.keys(rest).length > 0 ? { ...node, data: rest } : node
    }
    const { companyId, locationGroupId } = data
    if (children.length > 0) node.children = shortenMenu(children, data)
    return { ...node, aliases, data: { companyId, locationGroupId } }
  })
}

function shortenData({ companyId, locationGroupId, hasChildren }: MenuNode['data'], above: Above) {
  const rest: NonNullable<ShortMenuNode['data']> = {}
  if (companyId !== above.companyId) rest.companyId = companyId
  if (locationGroupId !== above.locationGroupId) rest.locationGroupId = locationGroupId
  if (!hasChildren) rest.hasChildren = false
  return rest
}

/** The whole tree again. */
export function completeMenu(nodes: readonly ShortMenuNode[], above: Above = {}): MenuNode[] {
  return nodes.map((node) => {
    const { children = [], data = {} } = node
    const place = {
      companyId: data.companyId ?? above.companyId!,
      locationGroupId: data.locationGroupId ?? above.locationGroupId!,
    }
    const whole = { ...node, children: completeMenu(children, place), aliases: node.aliases ?? [] }
    if (node.type !== 'location') return { ...whole, data: place }
    const prefix = node.href.slice(0, node.href.indexOf('/locations/'))
    return {
      ...whole,
      aliases: node.aliases ?? locationAddress({ ...place, locationId: node.id }, prefix).aliases,
      data: { ...place, locationId: node.id, hasChildren: data.hasChildren ?? true },
    }
  })
}
