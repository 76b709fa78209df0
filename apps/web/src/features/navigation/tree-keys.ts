import type { TreeRow } from './tree-rows.ts'

export type TreeMove = { focus: number } | { toggle: true } | { follow: true }

/** The effect of a key on a row of a tree, by the ARIA authoring practices; null leaves it to the browser. */
export function moveInTree(
  key: string,
  index: number,
  rows: readonly Pick<TreeRow, 'depth' | 'isExpandable' | 'isExpanded'>[],
): TreeMove | null {
  const row = rows[index]
  if (!row) return null
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(index + 1, last) }
    case 'ArrowUp':
      return { focus: Math.max(index - 1, 0) }
    case 'Home':
      return { focus: 0 }
    case 'End':
      return { focus: last }
    case 'ArrowRight':
      if (!row.isExpandable) return null
      return row.isExpanded ? { focus: Math.min(index + 1, last) } : { toggle: true }
    case 'ArrowLeft': {
      if (row.isExpanded) return { toggle: true }
      const parent = rows.slice(0, index).findLastIndex(({ depth }) => depth < row.depth)
      return parent < 0 ? null : { focus: parent }
    }
    case 'Enter':
    case ' ':
      return { follow: true }
    default:
      return null
  }
}
