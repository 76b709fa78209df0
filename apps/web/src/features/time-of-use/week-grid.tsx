import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { formatMinute } from '@ohmstead/domain/time/format-minute'
import { rowsInUse } from '@ohmstead/pricing/time-plan/find-uncovered'
import {
  type CellArea,
  cellsOfDay,
  stretchesOf,
  type WeekCells,
} from '@ohmstead/pricing/time-plan/week-cells'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { DayColumn } from './day-column.tsx'
import { areaOf, type GridSelection, moveByKey, placeAt } from './grid-cursor.ts'
import { hoursText, joinRows, useRowNames } from './plan-text.ts'
import styles from './week-grid.module.css'

/** Quarter-hours of a day that somebody wants to see, half-open. */
export interface GridTarget {
  row: CellArea['weekdays'][number]
  from: number
  to: number
}

const hours = Array.from({ length: 25 }, (_, hour) => hour)

/**
 * A week as a grid of quarter-hours, days beside one another: painted with the mouse or a finger, or by the arrow keys,
 * which select more with Shift; Enter paints, Delete erases. What is selected and what holds there is read out.
 */
export function WeekGrid({
  plan,
  area,
  blocks,
  cells,
  target,
  brush,
  onPaint,
  onBrush,
  onUndo,
  onRedo,
}: {
  plan: TimePlanView
  area: Pick<CellArea, 'type' | 'seasonId'>
  blocks: readonly TimePlanBlock[]
  cells: WeekCells
  /** Hours to be shown: they are selected and get the focus. */
  target: GridTarget | null
  /** Undefined if the plan cannot be changed. */
  brush: number | null | undefined
  onPaint: (area: CellArea, blockId: number | null) => void
  onBrush: (blockId: number | null) => void
  onUndo: () => void
  onRedo: () => void
}) {
  const t = useT()
  const rowName = useRowNames()
  const helpId = useId()
  const days = useRef<HTMLDivElement>(null)
  const rows = rowsInUse(plan)
  const [selection, setSelection] = useState<GridSelection>(() => {
    const start = { column: 0, cell: 0 }
    return { anchor: start, head: start }
  })
  const [shown, setShown] = useState<GridTarget | null>(null)
  if (target !== shown) {
    setShown(target)
    const column = target ? rows.indexOf(target.row) : -1
    if (target && column >= 0)
      setSelection({ anchor: { column, cell: target.from }, head: { column, cell: target.to - 1 } })
  }
  useEffect(() => {
    if (target) days.current?.focus()
  }, [target])
  // The pointer that paints: a second finger neither paints nor moves what the first one does.
  const [painter, setPainter] = useState<number | null>(null)
  const isPainting = painter !== null
  const [isActive, setActive] = useState(false)
  const { firstColumn, lastColumn, from, to } = areaOf(selection)
  const selectedRows = rows.slice(firstColumn, lastColumn + 1)
  const titleOf = (blockId: number) =>
    blocks.find(({ id }) => id === blockId)?.title ?? t('time_of_use.week.nothing')

  const paint = (selected: GridSelection, blockId: number | null) => {
    const { firstColumn: first, lastColumn: last, from: start, to: end } = areaOf(selected)
    onPaint({ ...area, weekdays: rows.slice(first, last + 1), from: start, to: end }, blockId)
  }
  const placeOf = (event: PointerEvent) => {
    const box = days.current!.getBoundingClientRect()
    return placeAt(
      (event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height,
      rows.length,
    )
  }
  const begin = (event: PointerEvent) => {
    if (event.button !== 0 || isPainting) return
    const place = placeOf(event)
    days.current!.setPointerCapture?.(event.pointerId)
    setSelection({ anchor: event.shiftKey ? selection.anchor : place, head: place })
    setPainter(brush === undefined ? null : event.pointerId)
  }
  const extend = (event: PointerEvent) => {
    if (event.pointerId === painter) setSelection({ anchor: selection.anchor, head: placeOf(event) })
  }
  const finish = (event: PointerEvent) => {
    if (event.pointerId !== painter) return
    // A last move may not be drawn yet.
    const swept = { anchor: selection.anchor, head: placeOf(event) }
    setSelection(swept)
    if (brush !== undefined) paint(swept, brush)
    setPainter(null)
  }
  const press = (event: KeyboardEvent) => {
    const head = moveByKey(selection.head, event.key, rows.length)
    const isCommand = event.ctrlKey || event.metaKey
    if (head && !isCommand) setSelection({ anchor: event.shiftKey ? selection.anchor : head, head })
    else if (brush === undefined) return
    else if (isCommand && event.key.toLowerCase() === 'z') (event.shiftKey ? onRedo : onUndo)()
    else if (isCommand) return
    else if (event.key === 'Enter' || event.key === ' ') paint(selection, brush)
    else if (event.key === 'Delete' || event.key === 'Backspace') paint(selection, null)
    else if (event.key === 'Escape') setSelection({ anchor: selection.head, head: selection.head })
    else if (/^[1-9]$/.test(event.key) && blocks[Number(event.key) - 1])
      onBrush(blocks[Number(event.key) - 1]!.id)
    else return
    event.preventDefault()
  }
  const held = [
    ...new Set(
      selectedRows.flatMap((row) => cellsOfDay(cells, area.type, area.seasonId, row).slice(from, to)),
    ),
  ]
  const told = [
    joinRows(selectedRows, rowName),
    hoursText(from * 15, to * 15),
    held.map(titleOf).join(', '),
  ].join(' · ')
  const ink = brush === null || brush === undefined ? undefined : blocks.find(({ id }) => id === brush)?.color
  return (
    <div className={styles.frame} style={{ '--days': rows.length } as CSSProperties}>
      <div className={styles.top}>
        <p className={styles.told} aria-live="polite">
          {told}
        </p>
        <div className={styles.names} aria-hidden>
          {rows.map((row) => (
            <span key={row}>{rowName(row, 'short')}</span>
          ))}
        </div>
      </div>
      <div className={styles.grid}>
        <div className={styles.hours} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
              {formatMinute(hour * 60)}
            </span>
          ))}
        </div>
        <div
          ref={days}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is painted by keyboard
          tabIndex={0}
          aria-label={t('time_of_use.week.grid')}
          aria-describedby={helpId}
          className={styles.days}
          data-active={isActive || isPainting || undefined}
          data-locked={brush === undefined || undefined}
          onPointerDown={begin}
          onPointerMove={extend}
          onPointerUp={finish}
          onPointerCancel={(event) => event.pointerId === painter && setPainter(null)}
          onFocus={() => setActive(true)}
          onBlur={() => setActive(false)}
          onKeyDown={press}
        >
          {rows.map((row, column) => (
            <DayColumn
              key={row}
              name={rowName(row)}
              stretches={stretchesOf(cellsOfDay(cells, area.type, area.seasonId, row))}
              blocks={blocks}
              selected={column >= firstColumn && column <= lastColumn ? { from, to } : null}
              ink={isPainting ? ink : undefined}
            />
          ))}
        </div>
      </div>
      <p id={helpId} className={styles.help} data-locked={brush === undefined || undefined}>
        {t(brush === undefined ? 'time_of_use.week.help_locked' : 'time_of_use.week.help')}
      </p>
    </div>
  )
}
