import { pricePartKey } from '@ohmstead/domain/pricing/price-words'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { createWords, unknown, type Words } from '../calculations/documents/document-words.ts'
import { writeSpreadsheet } from '../calculations/documents/spreadsheet.ts'
import {
  type NumberKind,
  type SheetCell,
  startWorkbook,
  type Workbook,
} from '../calculations/documents/workbook-sheet.ts'
import type { StatementFileTask } from './statement-file-task.ts'
import { togetherOf } from './statement-sums.ts'
import { amountOf, caveatText, kwhOf, lineName, monthName, sourceOf } from './statement-words.ts'

/** A statement whose sums are formulas of its lines. */
export function writeStatementWorkbook(task: StatementFileTask): Promise<Uint8Array> {
  const words = createWords(task.locale)
  const { t } = words
  const { statement } = task
  const book = startWorkbook()
  const builder = book.createSheet(t('energy_sharing.document.title'), [46, 18], false)
  const shared = addBill(book, t('energy_sharing.figure.shared'), statement.sharedBill, words)
  const alone = addBill(book, t('energy_sharing.figure.alone'), statement.aloneBill, words)
  builder.row([{ value: t('energy_sharing.document.title') }], 'title')
  for (const note of notesOf(task, words)) builder.sentence(note, true)
  builder.row()
  builder.row([t('calculations.document.column.part'), 'kWh'], 'head')
  const { energies, money } = statement
  const energy = (key: string, milliWh: number, formula?: string) => {
    const value = kwhOf(milliWh)
    builder.row([t(key), { value, kind: 'kwh', ...(formula && { formula }) }])
    return `B${builder.next() - 1}`
  }
  const imported = energy('energy_sharing.figure.import', energies.importMilliWh)
  const received = energy('energy_sharing.figure.received', energies.receivedMilliWh)
  energy('energy_sharing.figure.supplied', energies.suppliedMilliWh, `ROUND(${imported}-${received},6)`)
  const fedIn = energy('energy_sharing.figure.feed_in', energies.feedInMilliWh)
  const given = energy('energy_sharing.figure.given', energies.givenMilliWh)
  energy('energy_sharing.figure.sold', energies.soldMilliWh, `ROUND(${fedIn}-${given},6)`)
  const allotted = energy('energy_sharing.document.allotted', energies.allottedMilliWh)
  energy('energy_sharing.figure.unused', energies.unusedMilliWh, `ROUND(${allotted}-${received},6)`)
  builder.row()
  builder.row([t('calculations.document.column.part'), statement.currency], 'head')
  const amount = (key: string, text: string | null, formula?: string, look?: 'total') => {
    const value = amountOf(text)
    const cell: SheetCell =
      value === null ? { value: unknown } : { value, kind: 'money', ...(formula && { formula }) }
    builder.row([t(key), cell], look)
    return `B${builder.next() - 1}`
  }
  const bill = amount('energy_sharing.figure.shared', money.shared, shared.payable)
  const paid = amount('energy_sharing.figure.paid', money.paid)
  const earned = amount('energy_sharing.figure.earned', money.earned)
  const fees = amount('energy_sharing.figure.fees', money.fees.gross)
  const sum = `ROUND(${bill}+${paid}-${earned}+${fees},2)`
  const together = amount('energy_sharing.figure.together', togetherOf(money), sum, 'total')
  const before = amount('energy_sharing.figure.alone', money.alone, alone.payable)
  amount('energy_sharing.figure.benefit', money.benefit, `ROUND(${before}-${together},2)`, 'total')
  return writeSpreadsheet([builder.sheet, shared.sheet, alone.sheet], {
    title: `${t('energy_sharing.document.title')} ${statement.month}`,
    creator: task.brand.platformName,
    created: new Date(task.madeAtMs),
  })
}

function notesOf({ statement, replacedVersion }: StatementFileTask, words: Words): string[] {
  const { t } = words
  return [
    `${statement.memberName} · ${statement.groupName}`,
    `${monthName(statement.month, words)} · ${words.day(statement.from)} – ${words.day(statement.to)}`,
    t('energy_sharing.statement.issued', {
      version: statement.version,
      time: words.time(statement.issuedAt),
    }),
    ...(replacedVersion === null
      ? []
      : [
          t('energy_sharing.document.replaces', {
            version: replacedVersion,
            causes: words.list(statement.cause.map((cause) => t(`energy_sharing.cause.${cause}`))),
          }),
        ]),
    ...(statement.replacedBy === null ? [] : [t('energy_sharing.document.replaced')]),
    ...(statement.quality.isProvisional ? [t('energy_sharing.statement.provisional_text')] : []),
    ...statement.caveats.map((caveat) => caveatText(caveat, words)),
  ]
}

/** The lines of a bill; each amount is rounded, and what is to pay is their sum. */
function addBill(book: Workbook, title: string, bill: Bill, words: Words) {
  const { t } = words
  const builder = book.createSheet(title, [24, 28, 14, 8, 14, 18, 14, 40], true)
  builder.row(billHead(bill.currency, words), 'head')
  const first = builder.next()
  for (const { lines } of bill.months) {
    for (const line of lines) {
      const unit = line.quantity?.unit
      const quantity: NumberKind = unit === 'kWh' ? 'kwh' : 'exact'
      builder.row([
        t(pricePartKey(line.part)),
        lineName(line, words),
        { value: amountOf(line.quantity?.amount), kind: quantity },
        unit === 'kWh' || unit === 'kW' ? unit : null,
        { value: amountOf(line.unitPrice), kind: 'rate' },
        { value: Number(line.exact), kind: 'exact', isQuiet: true },
        { value: Number(line.amount), formula: `ROUND(F${builder.next()},2)`, kind: 'money' },
        sourceOf(line, words),
      ])
    }
  }
  const last = builder.next() - 1
  const payable = amountOf(bill.totals.payable)
  const cell: SheetCell =
    payable === null
      ? { value: unknown }
      : { value: payable, formula: last < first ? '0' : `SUM(G${first}:G${last})`, kind: 'money' }
  builder.row([t('location_pricing.bill.payable'), ...[null, null, null, null, null], cell], 'total')
  builder.sheet.freezePane = { rows: 1 }
  return { sheet: builder.sheet, payable: `${builder.ref}G${last + 1}` }
}

export function billHead(currency: string, { t }: Words): string[] {
  return [
    t('location_pricing.column.part'),
    t('location_pricing.point.name'),
    t('location_pricing.column.quantity'),
    t('calculations.document.column.unit'),
    t('location_pricing.column.unit_price'),
    `${t('location_pricing.column.unrounded')} [${currency}]`,
    `${t('location_pricing.column.amount')} [${currency}]`,
    t('calculations.document.column.sources'),
  ]
}
