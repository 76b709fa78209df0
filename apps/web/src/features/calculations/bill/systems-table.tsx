import { useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import { TableFrame } from '../../../ui/table-frame.tsx'
import type { System } from '../calculation-data.ts'
import styles from './bill.module.css'
import type { BillRow } from './bill-row.ts'
import { categoryText } from './category-text.ts'
import type { SystemsComparison } from './compare-systems.ts'

interface SystemsTableProps {
  comparison: SystemsComparison
  chosen: System
  onFormula: (row: BillRow, system: System) => void
}

/** The four systems side by side; every figure opens its formula. */
export function SystemsTable({ comparison, chosen, onFormula }: SystemsTableProps) {
  const t = useT()
  const euro = useEuro()
  const { rows, systems } = comparison
  const totals = rows.findLast(({ kind }) => kind === 'grandTotal')?.cells
  const now = totals?.newSystem?.totalCost?.amount ?? null
  return (
    <TableFrame
      label={t('calculations.bill.systems')}
      frameClass={styles.scroll!}
      tableClass={`${styles.table} ${styles.even}`}
    >
      <caption className="visually-hidden">{t('calculations.bill.systems')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('calculations.bill.part')}</th>
          {systems.map((system) => (
            <th key={system} scope="col" data-chosen={system === chosen || undefined}>
              {t(`calculations.system.${system}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ category, kind, cells }) => (
          <tr key={category} className={styles[kind]}>
            <th scope="row">{category !== 'EMPTY' && categoryText(category, t)}</th>
            {systems.map((system) => {
              const row = cells[system]
              return (
                <td key={system} data-chosen={system === chosen || undefined}>
                  {row?.totalCost ? (
                    <button type="button" className={styles.figure} onClick={() => onFormula(row, system)}>
                      {euro(row.totalCost.amount)}
                    </button>
                  ) : (
                    '–'
                  )}
                </td>
              )
            })}
          </tr>
        ))}
        {now !== null && systems.length > 1 && (
          <tr className={styles.difference}>
            <th scope="row">{t('calculations.bill.difference')}</th>
            {systems.map((system) => {
              const own = totals?.[system]?.totalCost?.amount ?? null
              const by = own === null ? null : Math.round((own - now) * 100) / 100
              return (
                <td key={system} data-chosen={system === chosen || undefined}>
                  {system === 'newSystem' || by === null ? '–' : `${by > 0 ? '+' : ''}${euro(by)}`}
                </td>
              )
            })}
          </tr>
        )}
      </tbody>
    </TableFrame>
  )
}
