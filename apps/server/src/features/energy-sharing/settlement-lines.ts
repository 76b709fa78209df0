import { pricePartKey } from '@ohmstead/domain/pricing/price-words'
import type { Words } from '../calculations/documents/document-words.ts'
import type { Workbook } from '../calculations/documents/workbook-sheet.ts'
import type { SettlementFileTask } from './statement-file-task.ts'
import { amountOf, lineName, sourceOf } from './statement-words.ts'
import { billHead } from './write-statement-workbook.ts'

/** Columns of lines that sums refer to. */
export const lineColumns = { member: 'A', bill: 'C', amount: 'J' } as const

/** Both bills of every member; `0` is without sharing, `1` with it. */
export function addLines(book: Workbook, { members }: SettlementFileTask, words: Words) {
  const { t } = words
  const builder = book.createSheet(
    t('calculations.document.sheet.lines'),
    [8, 26, 8, 24, 28, 14, 8, 14, 18, 14, 40],
    true,
  )
  const currency = members[0]?.statement.currency ?? 'EUR'
  const [part, name, quantity, unit, price, unrounded, amount, source] = billHead(currency, words)
  const head = ['#', t('energy_sharing.document.member'), t('energy_sharing.figure.together'), part, name]
  builder.row(
    [...head, quantity, unit, price, unrounded, amount, source].map((text) => text ?? null),
    'head',
  )
  for (const { id, name: memberName, statement } of members) {
    for (const [isShared, bill] of [
      [0, statement.aloneBill],
      [1, statement.sharedBill],
    ] as const) {
      for (const line of bill.months.flatMap(({ lines }) => lines)) {
        const unitName = line.quantity?.unit
        builder.row([
          { value: id },
          memberName,
          { value: isShared, kind: 'count' },
          t(pricePartKey(line.part)),
          lineName(line, words),
          { value: amountOf(line.quantity?.amount), kind: unitName === 'kWh' ? 'kwh' : 'exact' },
          unitName === 'kWh' || unitName === 'kW' ? unitName : null,
          { value: amountOf(line.unitPrice), kind: 'rate' },
          { value: Number(line.exact), kind: 'exact', isQuiet: true },
          { value: Number(line.amount), formula: `ROUND(I${builder.next()},2)`, kind: 'money' },
          sourceOf(line, words),
        ])
      }
    }
  }
  builder.sheet.freezePane = { rows: 1 }
  builder.sheet.autoFilter = { range: `A1:K${Math.max(1, builder.next() - 1)}` }
  return { sheet: builder.sheet, ref: builder.ref }
}
