import { pricePartKey } from '@ohmstead/domain/pricing/price-words'
import type { Bill } from '@ohmstead/pricing/bill-model'
import type { Words } from '../calculations/documents/document-words.ts'
import type { Canvas } from '../calculations/documents/pdf-canvas.ts'
import { drawTable, type TableRow } from '../calculations/documents/pdf-table.ts'
import { amountOf, lineName } from './statement-words.ts'

/** One of the two bills of a statement, line by line. */
export function drawStatementBill(canvas: Canvas, title: string, bill: Bill, words: Words): void {
  const { t } = words
  const rows = bill.months.flatMap(({ lines, totals }): TableRow[] => [
    ...lines.map((line): TableRow => {
      const unit = line.quantity && line.quantity.unit !== 'currency' ? line.quantity.unit : ''
      const isMonths = unit === 'month'
      return {
        cells: [
          t(pricePartKey(line.part)),
          lineName(line, words),
          line.quantity
            ? `${words.number(Number(line.quantity.amount), 0, 3)} ${isMonths ? '' : unit}`.trim()
            : '',
          line.unitPrice === null ? '' : words.number(Number(line.unitPrice), 2, 6),
          words.number(Number(line.amount), 2),
        ],
      }
    }),
    {
      kind: 'total',
      cells: [t('location_pricing.bill.payable'), '', '', '', words.number(amountOf(totals.payable), 2)],
    },
  ])
  canvas.heading(title, Math.min(60 + 15.5 * rows.length, 520))
  drawTable(
    canvas,
    [
      { label: t('location_pricing.column.part'), share: 26 },
      { label: t('location_pricing.point.name'), share: 30 },
      { label: t('location_pricing.column.quantity'), share: 16, align: 'right' },
      { label: t('location_pricing.column.unit_price'), share: 14, align: 'right' },
      { label: `${t('location_pricing.column.amount')}, ${bill.currency}`, share: 14, align: 'right' },
    ],
    rows,
  )
}
