import type { MenuNodeView } from '@ohmstead/contract/navigation'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'

export interface PaletteEntry {
  key: string
  title: string
  /** The path of a place, to distinguish equal names. */
  detail: string
  node: MenuNodeView | null
  isPerson?: boolean
  /** Of what was found outside the tree. */
  icon?: { type: MenuNodeView['type']; category?: DeviceCategory }
  /** A location that the tree may show as well. */
  locationId?: number
  run: () => void
}

/** The text the results belong to, which may still be loading. */
export interface Asked {
  text: string
  selected: number
  /** Enter was pressed: the selected entry opens as soon as all answers are there. */
  isEntered: boolean
}

const shownAtMost = 50

/** Without the locations that the tree shows already. */
export function dropShownLocations(
  found: readonly PaletteEntry[],
  shown: readonly PaletteEntry[],
): PaletteEntry[] {
  const known = new Set(shown.flatMap(({ node }) => (node?.type === 'location' ? [node.id] : [])))
  return found.filter(({ locationId }) => locationId === undefined || !known.has(locationId))
}

/** The entries matching the text, best first: a title that begins with it, then a word, then anywhere. */
export function rankEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = fold(text).trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries.slice(0, shownAtMost)
  return entries
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, shownAtMost)
    .map(({ entry }) => entry)
}

/** Letters without diacritics: "kovac" matches Kovač. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('ł', 'l')
}

function score({ title, detail }: PaletteEntry, words: readonly string[]): number {
  const lower = fold(title)
  const around = fold(detail)
  let total = 0
  for (const word of words) {
    if (lower.startsWith(word)) total += 4
    else if (lower.includes(` ${word}`)) total += 3
    else if (lower.includes(word)) total += 2
    else if (around.includes(word)) total += 1
    else return 0
  }
  return total
}

/** Every place of the tree with the names above it. */
export function flattenNodes(
  nodes: readonly MenuNodeView[],
  branches: ReadonlyMap<number, readonly MenuNodeView[]> = new Map(),
  above: readonly string[] = [],
): { node: MenuNodeView; detail: string }[] {
  return nodes.flatMap((node) => {
    const children = node.type === 'location' ? (branches.get(node.id) ?? node.children) : node.children
    return [{ node, detail: above.join(' / ') }, ...flattenNodes(children, branches, [...above, node.title])]
  })
}
