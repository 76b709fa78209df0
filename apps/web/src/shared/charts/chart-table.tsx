import { useLingui } from '@lingui/react'
import { scaleUnit } from '@ohmstead/domain/units/scale-unit'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ChartTable as Table } from '../../shared/charts/chart-csv.ts'
import { formatBucket } from '../../shared/charts/format-bucket.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { TableFrame } from '../../ui/table-frame.tsx'
import styles from './chart-panel.module.css'

const rowHeight = 33
/** A day on which the clocks go back. */
const longestDayMs = 25 * 3_600_000

/** The numbers behind a chart. Only visible rows are rendered, in print all; the table still states their number. */
export function ChartTable({
  table,
  ends,
  caption,
}: {
  table: Table
  ends: ArrayLike<number>
  caption: string
}) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const scrollRef = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: table.ts.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const estimated = useMemo(() => new Set(table.estimated), [table])
  const incomplete = useMemo(() => new Set(table.incomplete), [table])
  // One prefix for all columns of a unit, so that their numbers can be compared across the page.
  const columns = useMemo(() => {
    const largest = new Map<string, number>()
    for (const { unit, values } of table.columns) {
      let most = largest.get(unit) ?? 0
      for (let i = 0; i < values.length; i++) {
        const value = values[i]
        if (typeof value === 'number' && Math.abs(value) > most) most = Math.abs(value)
      }
      largest.set(unit, most)
    }
    return table.columns.map((column) => ({
      ...column,
      scale: scaleUnit(largest.get(column.unit) ?? 0, column.unit),
    }))
  }, [table])
  // The caption already has the day if the table has only one.
  const isOneDay = (ends[table.ts.length - 1] ?? 0) - (table.ts[0] ?? 0) <= longestDayMs
  const isWhole = useWholeOnPaper()
  const seen = virtual.getVirtualItems()
  const rows = isWhole ? Array.from(table.ts, (_, index) => ({ index })) : seen
  const before = isWhole ? 0 : (seen[0]?.start ?? 0)
  const after = isWhole ? 0 : virtual.getTotalSize() - (seen.at(-1)?.end ?? 0)
  const cell = (value: number | string | null | undefined, divisor: number, digits?: number) => {
    if (typeof value === 'string') return value
    if (value === null || value === undefined || Number.isNaN(value)) return format.number(null)
    return format.number(value / divisor, digits ?? (divisor === 1 ? 0 : 3))
  }
  return (
    <TableFrame
      frame={scrollRef}
      label={caption}
      frameClass={styles.tableFrame!}
      tableClass={styles.table}
      aria-rowcount={table.ts.length + 1}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">{t('charts.table.time')}</th>
          {columns.map(({ key, label, scale }) => (
            <th key={key} scope="col">
              {label} {scale.unit && <small>{scale.unit}</small>}
            </th>
          ))}
          <th scope="col">{t('charts.table.quality')}</th>
        </tr>
      </thead>
      <tbody>
        {before > 0 && (
          <tr aria-hidden>
            <td style={{ height: before }} colSpan={columns.length + 2} />
          </tr>
        )}
        {rows.map(({ index }) => (
          <tr key={index} aria-rowindex={index + 2} style={isWhole ? undefined : { height: rowHeight }}>
            <th scope="row">
              {formatBucket(table.ts[index]!, ends[index]!, table.timeZone, i18n.locale, !isOneDay)}
            </th>
            {columns.map(({ key, values, scale, digits }) => (
              <td key={key}>{cell(values[index], scale.divisor, digits)}</td>
            ))}
            <td>
              {estimated.has(index)
                ? t('charts.legend.estimated')
                : incomplete.has(index)
                  ? t('charts.legend.incomplete')
                  : ''}
            </td>
          </tr>
        ))}
        {after > 0 && (
          <tr aria-hidden>
            <td style={{ height: after }} colSpan={columns.length + 2} />
          </tr>
        )}
      </tbody>
    </TableFrame>
  )
}

/** True from the moment the browser prepares to print: it takes the state at the end of the event. */
function useWholeOnPaper(): boolean {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setWhole(true))
    const end = () => setWhole(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isWhole
}
