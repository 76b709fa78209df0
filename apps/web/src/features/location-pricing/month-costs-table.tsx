import type { MonthCostRow } from '@ohmstead/contract/location-pricing-money'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { unknownText } from '../../shared/i18n/format.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import styles from './month-costs.module.css'
import type { MonthCostsAsked } from './month-costs-query.ts'

interface MonthCostsTableProps {
  companyId: number
  rows: readonly MonthCostRow[]
  order: Pick<MonthCostsAsked, 'sort' | 'direction'>
  isOutdated: boolean
  onSort: (sort: MonthCostsAsked['sort']) => void
}

const columns = [
  ['name', 'location'],
  ['importCost', 'cost'],
  ['exportRevenue', 'revenue'],
] as const

/** One row per location; the head sorts, the name leads to its prices, and below it stands what limits its figures. */
export function MonthCostsTable({ companyId, rows, order, isOutdated, onSort }: MonthCostsTableProps) {
  const t = useT()
  const Arrow = order.direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <div className={styles.table} aria-busy={isOutdated}>
      <FigureTable label={`${t('location_pricing.bill.so_far')}: ${t('titles.locations')}`} isFlush>
        <thead>
          <tr>
            {columns.map(([sort, name]) => (
              <th
                key={sort}
                scope="col"
                aria-sort={
                  order.sort === sort ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined
                }
              >
                <button type="button" onClick={() => onSort(sort)}>
                  {t(`location_pricing.month.${name}`)}
                  {order.sort === sort && <Arrow size={14} aria-hidden />}
                </button>
              </th>
            ))}
            <th scope="col">{t('location_pricing.month.until')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.locationId} row={row} companyId={companyId} />
          ))}
        </tbody>
      </FigureTable>
    </div>
  )
}

function Row({ row, companyId }: { row: MonthCostRow; companyId: number }) {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const words = usePriceWords()
  const { locationId, locationGroupId, name, hasPlan, cost } = row
  const notes = cost
    ? [
        ...(cost.isOutdated ? [t('location_pricing.month.outdated')] : []),
        ...(row.isNetted ? [t('location_pricing.netting.bill')] : []),
        ...(cost.importCost === null ? cost.missing.map(words.missing) : []),
      ]
    : [hasPlan ? t('location_pricing.month.not_worked_out') : `${t('location_pricing.plan.none')}.`]
  const money = (amount: string | null) => (cost ? text.money(amount, cost.currency) : unknownText)
  return (
    <tr data-outdated={cost?.isOutdated || undefined}>
      <th scope="row">
        <Link to={locationPaths.pricing({ companyId, locationGroupId, locationId })}>{name}</Link>
        {cost?.isProvisional && cost.importCost !== null && (
          <span className={styles.badge}>{t('location_pricing.bill.provisional')}</span>
        )}
        {notes.length > 0 && <small>{notes.join(' ')}</small>}
      </th>
      <td>{money(cost?.importCost ?? null)}</td>
      <td>{money(cost?.exportRevenue ?? null)}</td>
      <td>{cost ? format.dateTime(cost.until) : unknownText}</td>
    </tr>
  )
}
