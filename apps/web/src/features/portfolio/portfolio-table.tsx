import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useSoFarText } from '../../shared/portal/so-far.tsx'
import { useEuro } from '../../shared/use-euro.ts'
import shade from '../../ui/scroll-shade.module.css'
import { useScrollShade } from '../../ui/scroll-shade.ts'
import { formatPowers } from './format-powers.ts'
import styles from './portfolio.module.css'
import { type Column, columns, type PortfolioRow, type TableQuestion } from './portfolio-query.ts'

interface PortfolioTableProps {
  rows: readonly PortfolioRow[]
  order: Pick<TableQuestion, 'sort' | 'direction'>
  isOutdated: boolean
  selected: ReadonlyMap<number, PortfolioRow>
  onSelect: (rows: readonly PortfolioRow[], isSelected: boolean) => void
  onOpen: (row: PortfolioRow) => void
  onSort: (column: Column | 'saving') => void
}

/** A line a metering point; the head sorts, the box selects, the name opens. What is too wide scrolls beside the name. */
export function PortfolioTable(props: PortfolioTableProps) {
  const t = useT()
  const { rows, selected, onSelect } = props
  const box = useRef<HTMLDivElement>(null)
  useScrollShade(box)
  const areAllSelected = rows.every(({ device_id }) => selected.has(device_id))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <div ref={box} className={`${styles.scroll} ${shade.frame}`} tabIndex={0}>
      <table className={styles.table} aria-busy={props.isOutdated}>
        <caption className="visually-hidden">{t('titles.portal_portfolio')}</caption>
        <thead>
          <tr>
            {columns.map((column) =>
              column === 'powers' ? (
                <th key={column} scope="col">
                  {t('portfolio.table.powers')}
                </th>
              ) : (
                <SortedHead key={column} column={column} {...props}>
                  {column === 'title' && (
                    <input
                      type="checkbox"
                      aria-label={t('portfolio.table.select_all')}
                      checked={areAllSelected}
                      onChange={(event) => onSelect(rows, event.target.checked)}
                    />
                  )}
                </SortedHead>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PointRow key={row.device_id} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SortedHead({
  column,
  order,
  onSort,
  children,
}: Pick<PortfolioTableProps, 'order' | 'onSort'> & { column: Column; children: ReactNode }) {
  const t = useT()
  // The saving of the period sorts points with less than a year of readings too.
  const sorted = column === 'yearly_saving' ? 'saving' : column
  const isSorted = order.sort === sorted
  const Arrow = order.direction === 'asc' ? IconArrowUp : IconArrowDown
  const direction = order.direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <span className={styles.first}>
        {children}
        <button type="button" onClick={() => onSort(sorted)}>
          {t(`portfolio.table.${column}`)}
          {isSorted && <Arrow size={14} aria-hidden />}
        </button>
      </span>
    </th>
  )
}

function PointRow({ row, selected, onSelect, onOpen }: PortfolioTableProps & { row: PortfolioRow }) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const name = row.title ?? row.eimm
  return (
    <tr aria-selected={selected.has(row.device_id)}>
      <th scope="row">
        <div className={styles.first}>
          <input
            type="checkbox"
            aria-label={t('portfolio.table.select', { name })}
            checked={selected.has(row.device_id)}
            onChange={(event) => onSelect([row], event.target.checked)}
          />
          <div>
            <button type="button" className={styles.open} onClick={() => onOpen(row)}>
              {name}
            </button>
            <small>{[row.title && row.eimm, row.owner?.name].filter(Boolean).join(' · ')}</small>
            <small>
              <RowNotes row={row} />
            </small>
          </div>
        </div>
      </th>
      <td>
        <Saving row={row} />
      </td>
      <td className={styles.powers}>
        {row.recommended_powers_kw === null || row.cheapest === 'current' ? (
          formatPowers(row.current_powers_kw, format)
        ) : (
          <>
            <span>{formatPowers(row.current_powers_kw, format)}</span>
            <strong>→ {formatPowers(row.recommended_powers_kw, format)}</strong>
          </>
        )}
      </td>
      <td>{format.percent(row.saving_percent, 0)}</td>
      {/* How often the best own powers save says nothing where others are cheaper. */}
      <td>{format.percent(row.cheapest === 'optimised' ? row.saves_in : null, 0)}</td>
      <td>{euro(row.current_cost, 0)}</td>
      <td>{euro(row.optimised_cost, 0)}</td>
    </tr>
  )
}

function Saving({ row }: { row: PortfolioRow }) {
  const t = useT()
  const euro = useEuro()
  if (row.saving === null) return euro(null)
  if (row.yearly_saving !== null) return <strong>{euro(row.yearly_saving, 0)}</strong>
  return (
    <>
      {euro(row.saving, 0)} <small>{t('portfolio.table.in_months', { count: row.months })}</small>
    </>
  )
}

/** What stands in the way, or what the figures of a row do not rest on. */
export function RowNotes({ row }: { row: PortfolioRow }) {
  const t = useT()
  const soFarText = useSoFarText()
  const notes = [
    row.so_far && `${soFarText(row.so_far)}.`,
    row.error && t(`portfolio.error.${row.error}`),
    row.error === null && row.cheapest === 'current' && t('portfolio.note.right'),
    row.cheapest === 'operatorDefault' && t('portfolio.note.operator'),
    row.months_left_out > 0 && t('portfolio.note.left_out', { count: row.months_left_out }),
    row.missing_intervals > 0 && t('portfolio.note.missing', { count: row.missing_intervals }),
    row.estimated_intervals > 0 && t('portfolio.note.estimated', { count: row.estimated_intervals }),
  ].filter((note) => typeof note === 'string')
  return <span data-problem={row.error !== null || undefined}>{notes.join(' ')}</span>
}
