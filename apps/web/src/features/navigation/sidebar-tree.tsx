import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type RefObject, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import styles from './sidebar-tree.module.css'
import type { TreeAlarms } from './tree-alarms.ts'
import { moveInTree } from './tree-keys.ts'
import { markMatches, type TreeRow } from './tree-rows.ts'

interface SidebarTreeProps {
  rows: readonly TreeRow[]
  /** Open alarms by the key of a place, including those below it. */
  alarms: ReadonlyMap<string, TreeAlarms>
  activeKey: string | null
  search: string
  isNarrow: boolean
  scroller: RefObject<HTMLDivElement | null>
  onToggle: (row: TreeRow) => void
  onFollow: () => void
}

const rowHeight = 36

/** The places and devices as a tree: only visible rows are drawn, arrow keys move through all of it. */
export function SidebarTree({
  rows,
  alarms,
  activeKey,
  search,
  isNarrow,
  scroller,
  onToggle,
  onFollow,
}: SidebarTreeProps) {
  const t = useT()
  const navigate = useNavigate()
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => rows[index]!.key,
  })
  const tabKey = rows.some(({ key }) => key === focusedKey) ? focusedKey : (activeKey ?? rows[0]?.key)
  const tabStop = rows.some(({ key }) => key === tabKey) ? tabKey : rows[0]?.key

  const focusRow = (index: number) => {
    const row = rows[index]
    if (!row) return
    setFocusedKey(row.key)
    virtualizer.scrollToIndex(index)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
    )
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const move = moveInTree(event.key, index, rows)
    if (!move) return
    event.preventDefault()
    if ('focus' in move) focusRow(move.focus)
    else if ('toggle' in move) onToggle(rows[index]!)
    else {
      void navigate({ to: rows[index]!.node.href })
      onFollow()
    }
  }

  return (
    <div
      role="tree"
      aria-label={t('navigation.tree.label')}
      className={styles.tree}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index]!
        const rung = alarms.get(row.key)
        const facts = [
          row.node.category && t(`device.category.${row.node.category.value}`),
          rung && t('navigation.bottom.alarms', { count: rung.open }),
        ].filter(Boolean)
        return (
          <div
            key={key}
            role="treeitem"
            data-index={index}
            aria-level={row.depth + 1}
            aria-setsize={row.siblings}
            aria-posinset={row.position}
            aria-expanded={row.isExpandable ? row.isExpanded : undefined}
            aria-selected={row.key === activeKey}
            aria-label={row.node.title}
            aria-description={facts.join(', ') || undefined}
            tabIndex={row.key === tabStop ? 0 : -1}
            data-tooltip={isNarrow ? row.node.title : undefined}
            className={styles.row}
            data-narrow={isNarrow || undefined}
            style={{
              transform: `translateY(${start}px)`,
              paddingLeft: isNarrow ? undefined : 8 + row.depth * 16,
            }}
            onFocus={() => setFocusedKey(row.key)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <RowContent
              row={row}
              alarms={rung}
              search={search}
              isNarrow={isNarrow}
              onToggle={onToggle}
              onFollow={onFollow}
            />
          </div>
        )
      })}
    </div>
  )
}

/** Drawn once while the tree is scrolled past it: a link costs more than the rest of its row. */
const RowContent = memo(function RowContent({
  row,
  alarms,
  search,
  isNarrow,
  onToggle,
  onFollow,
}: { row: TreeRow; alarms: TreeAlarms | undefined } & Pick<
  SidebarTreeProps,
  'search' | 'isNarrow' | 'onToggle' | 'onFollow'
>) {
  const { node } = row
  return (
    <>
      {!isNarrow && (
        // For the pointer only: the row itself opens and closes by the arrow keys.
        <span
          className={styles.toggle}
          data-open={row.isExpanded}
          aria-hidden
          onClick={() => row.isExpandable && onToggle(row)}
        >
          {row.isExpandable && <IconChevronRight size={14} stroke={2} />}
        </span>
      )}
      <Link
        to={node.href}
        className={styles.link}
        tabIndex={-1}
        aria-label={isNarrow ? node.title : undefined}
        onClick={() => {
          if (row.isExpandable && !row.isExpanded) onToggle(row)
          onFollow()
        }}
      >
        <NodeIcon type={node.type} category={node.category?.value} />
        {!isNarrow && (
          <span className={styles.title}>
            {markMatches(node.title, search).map(({ text, isMatch }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
              isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
            )}
          </span>
        )}
        {alarms && (
          // Drawn by CSS: the row's name has no number in it, its description has.
          <span
            className={styles.alarms}
            data-count={isNarrow ? '' : alarms.unseen || alarms.open}
            data-seen={alarms.unseen === 0 || undefined}
          />
        )}
      </Link>
    </>
  )
})
