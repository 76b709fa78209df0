import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import { TableFrame } from '../../../ui/table-frame.tsx'
import styles from './bill.module.css'
import type { BillRow, Common } from './bill-row.ts'
import type { BillTable as Table } from './bill-tables.ts'
import { categoryText } from './category-text.ts'

interface BillTableProps {
  table: Table
  onFormula: (row: BillRow, isExcess: boolean) => void
}

/** One table of the bill. Filler rows are hidden from screen readers. */
export function BillTable({ table, onFormula }: BillTableProps) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const quantity = (value: Common, digits: number) => {
    if (value === null) return '–'
    if (value === 'various') return t('calculations.various')
    return `${format.number(value.amount, digits)} ${value.unit}`
  }
  const isTotal = table.key === 'total'
  const columns = isTotal ? 2 : table.hasExcess ? 7 : 4
  return (
    <section className={styles.tableCard} data-table={table.key} aria-labelledby={`bill-${table.key}`}>
      <h3 id={`bill-${table.key}`}>{t(`calculations.table.${table.key}`)}</h3>
      <TableFrame frameClass={styles.scroll!} tableClass={styles.table} aria-labelledby={`bill-${table.key}`}>
        <thead>
          <tr>
            <th scope="col">{t('calculations.column.category')}</th>
            {!isTotal && (
              <th scope="col" data-price>
                {t('calculations.column.price')}
              </th>
            )}
            {!isTotal && <th scope="col">{t('calculations.column.value')}</th>}
            <th scope="col">{t('calculations.column.cost')}</th>
            {table.hasExcess && (
              <>
                <th scope="col">{t('calculations.column.occurrences')}</th>
                <th scope="col">{t('calculations.column.excess')}</th>
                <th scope="col">{t('calculations.column.excess_cost')}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, place) =>
            row.isEmpty || row.category === 'EMPTY' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
              <tr key={place} className={styles.empty} aria-hidden>
                <td colSpan={columns}>&nbsp;</td>
              </tr>
            ) : (
              <tr key={row.category} className={styles[row.kind]}>
                <th scope="row">{categoryText(row.category, t)}</th>
                {!isTotal && (
                  <td data-price>
                    {row.kind === 'total' ? '' : quantity(row.pricePerUnit, priceDigits(row.pricePerUnit))}
                  </td>
                )}
                {!isTotal && <td>{quantity(row.value, digitsOf(row.value))}</td>}
                <td>
                  <Figure
                    text={euro(row.totalCost?.amount)}
                    isKnown={row.totalCost !== null && row.lines.length > 0}
                    onOpen={() => onFormula(row, false)}
                  />
                </td>
                {table.hasExcess && (
                  <>
                    <td>{format.number(row.occurrences)}</td>
                    <td>{row.kind === 'total' ? '' : quantity(row.excessivePower, 3)}</td>
                    <td>
                      <Figure
                        text={euro(row.excessivePowerCost?.amount)}
                        isKnown={row.excessLines.length > 0}
                        onOpen={() => onFormula(row, true)}
                      />
                      {row.excessivePowerCost !== null && !row.isExcessCharged && row.kind === 'total' && (
                        <small className={styles.informative}>{t('calculations.bill.not_charged')}</small>
                      )}
                    </td>
                  </>
                )}
              </tr>
            ),
          )}
        </tbody>
      </TableFrame>
    </section>
  )
}

function Figure({ text, isKnown, onOpen }: { text: string; isKnown: boolean; onOpen: () => void }) {
  if (!isKnown) return text
  return (
    <button type="button" className={styles.figure} onClick={onOpen}>
      {text}
    </button>
  )
}

/** Unrounded prices: 0.12, 0.02217, 1.26286. */
function priceDigits(price: Common): number {
  if (price === null || price === 'various') return 0
  return Math.max(2, String(price.amount).split('.')[1]?.length ?? 0)
}

const digitsOf = (value: Common) => (value !== null && value !== 'various' && value.unit === 'kWh' ? 0 : 1)
