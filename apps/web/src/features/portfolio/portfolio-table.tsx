import { roundDigits } from '@ohmstead/domain/money/round-digits'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useSoFarText } from '../../shared/portal/so-far.tsx'
import { useEuro } from '../../shared/use-euro.ts'
import { TableFrame } from '../../ui/table-frame.tsx'
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
  onSort: (column: Column) => void
}

/** One row per metering point; the head sorts, the box selects, the name opens. Wide tables scroll beside the name. */
export function PortfolioTable(props: PortfolioTableProps) {
  const t = useT()
  const { rows, selected, onSelect } = props
  const areAllSelected = rows.every(({ device_id }) => selected.has(device_id))
  return (
    <TableFrame frameClass={styles.scroll!} tableClass={styles.table} aria-busy={props.isOutdated}>
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
    </TableFrame>
  )
}

function SortedHead({
  column,
  order,
  onSort,
  children,
}: Pick<PortfolioTableProps, 'order' | 'onSort'> & { column: Column; children: ReactNode }) {
  const t = useT()
  const isSorted = order.sort === column
  const Arrow = order.direction === 'asc' ? IconArrowUp : IconArrowDown
  const direction = order.direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <span className={styles.first}>
        {children}
        <button type="button" onClick={() => onSort(column)}>
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
        {row.recommended_powers_kw === null || row.advice !== 'change' ? (
          formatPowers(row.current_powers_kw, format)
        ) : (
          <>
            <span>{formatPowers(row.current_powers_kw, format)}</span>
            <strong>→ {formatPowers(row.recommended_powers_kw, format)}</strong>
          </>
        )}
      </td>
      <td>{format.percent(row.saving_percent, 0)}</td>
      <td>
        <SavingRange row={row} />
      </td>
      <td>{euro(row.current_cost, 0)}</td>
      <td>{euro(row.optimised_cost, 0)}</td>
    </tr>
  )
}

function Saving({ row }: { row: PortfolioRow }) {
  const t = useT()
  const euro = useEuro()
  if (row.yearly_saving === null) return euro(null)
  const amount = euro(row.yearly_saving, roundDigits(row.yearly_saving))
  return row.advice === 'change' ? <strong>{amount}</strong> : t('portfolio.note.right')
}

/** The saving in nine of ten years, and in one of ten. */
function SavingRange({ row: { saving_low: low, saving_high: high } }: { row: PortfolioRow }) {
  const euro = useEuro()
  if (low === null || high === null) return euro(null)
  return (
    <>
      {euro(low, 0)}–{euro(high, 0)}
    </>
  )
}

/** What prevents advice, or the limitations of a row. */
export function RowNotes({ row }: { row: PortfolioRow }) {
  const t = useT()
  const soFarText = useSoFarText()
  const day = useFormatDay()
  const notes = [
    row.so_far && `${soFarText(row.so_far)}.`,
    row.error && t(`portfolio.error.${row.error}`),
    row.possible_from && t('calculations.verdict.possible_from', { day: day(row.possible_from) }),
    row.advice === 'in_use_unknown' && t('portfolio.note.in_use_unknown'),
    row.reason === 'uncertain' && t('portfolio.note.uncertain'),
    row.reason === 'operatorResets' && t('portfolio.note.operator_resets'),
    row.uncharged_excess !== null && row.advice === 'keep' && t('portfolio.note.operator'),
    row.missing_intervals > 0 && t('portfolio.note.missing', { count: row.missing_intervals }),
    row.estimated_intervals > 0 && t('portfolio.note.estimated', { count: row.estimated_intervals }),
  ].filter((note) => typeof note === 'string')
  return <span data-problem={row.error !== null || undefined}>{notes.join(' ')}</span>
}
