import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import {
  findPriceNameKey,
  missingPriceText,
  pricePartKey,
  priceSourceText,
} from '@ohmstead/domain/pricing/price-words'
import type { BillLine, BillMonth } from '@ohmstead/pricing/bill-model'
import type { ExchangeRate } from '@ohmstead/pricing/pricing-world'
import { createWords, type Words } from '../calculations/documents/document-words.ts'
import { writeSpreadsheet } from '../calculations/documents/spreadsheet.ts'
import {
  columnLetter,
  type NumberKind,
  type SheetCell,
  startWorkbook,
  type Workbook,
} from '../calculations/documents/workbook-sheet.ts'
import type { BillFileTask } from './bill-file-task.ts'

const moneyKinds = { 0: 'count', 2: 'money', 3: 'energy' } as const satisfies Record<number, NumberKind>
const widths = [14, 26, 30, 14, 8, 14, 14, 18, 44, 14, 26]

/** A bill for an accountant: every line and sum of the page as numbers, and how sure they are. */
export function writeBillWorkbook(task: BillFileTask): Promise<Uint8Array> {
  const words = createWords(task.locale)
  const workbook = startWorkbook()
  const sheets = [writeLines(workbook, task, words), writeQuality(workbook, task, words)]
  return writeSpreadsheet(sheets, { title: `${task.title} ${task.bill.from} – ${task.bill.to}` })
}

function writeLines(workbook: Workbook, task: BillFileTask, words: Words) {
  const { bill, title } = task
  const { t } = words
  const money: NumberKind = moneyKinds[currencyDecimals[bill.currency] as keyof typeof moneyKinds]
  const builder = workbook.createSheet(t('location_pricing.bill.heading'), widths, true)
  builder.row([title], 'title')
  for (const note of listNotes(task, words)) builder.sentence(note, true)
  builder.row()
  builder.row(
    [
      t('location_pricing.bill.month'),
      t('location_pricing.column.part'),
      t('location_pricing.point.name'),
      t('location_pricing.column.quantity'),
      t('calculations.document.column.unit'),
      t('location_pricing.column.unit_price'),
      `${t('location_pricing.column.amount')} [${bill.currency}]`,
      `${t('location_pricing.column.unrounded')} [${bill.currency}]`,
      t('calculations.document.column.sources'),
      t('calculations.document.column.confidence'),
      t('calculations.document.column.note'),
    ],
    'head',
  )
  const head = builder.next() - 1
  for (const month of bill.months) {
    for (const line of month.lines) builder.row([monthCell(month), ...lineCells(line, money, words)])
    for (const [name, sum] of sumsOf(month)) {
      const values = [month.totals[sum], month.exact[sum]] as const
      builder.row(
        [
          monthCell(month),
          t(name),
          ...[null, null, null, null],
          { value: toNumber(values[0]), kind: money },
          { value: toNumber(values[1]), kind: 'exact' },
          values[0] === null ? month.missing.map((reason) => missingPriceText(reason, t)).join(' ') : null,
        ],
        'total',
      )
    }
  }
  builder.sheet.autoFilter = {
    range: `A${head}:${columnLetter(widths.length - 1)}${Math.max(head, builder.next() - 1)}`,
  }
  builder.sheet.freezePane = { rows: head, columns: 0 }
  return builder.sheet
}

const sumsOf = ({ lines }: BillMonth) =>
  [
    ['location_pricing.bill.net', 'net'],
    ['calculations.part.vat', 'vat'],
    ...(lines.some(({ part }) => part === 'feedIn')
      ? ([['location_pricing.part.feed_in', 'feedIn']] as const)
      : []),
    ['location_pricing.bill.payable', 'payable'],
  ] as const

function lineCells(line: BillLine, money: NumberKind, words: Words): (SheetCell | string | null)[] {
  const { t } = words
  const { quantity, unitPrice, source, confidence } = line
  const key = findPriceNameKey(line.name)
  const isShare = quantity?.unit === 'currency'
  return [
    t(pricePartKey(line.part)),
    key ? t(key) : line.name,
    { value: toNumber(quantity?.amount ?? null), kind: quantity?.unit === 'kWh' ? 'energy' : 'exact' },
    // What a tax is on, and the months of a fee, need no unit.
    quantity?.unit === 'kWh' || quantity?.unit === 'kW' ? quantity.unit : null,
    { value: toNumber(unitPrice), kind: isShare ? 'percent' : 'rate' },
    { value: toNumber(line.amount), kind: money },
    { value: toNumber(line.exact), kind: 'exact' },
    source && priceSourceText(source, t),
    confidence && t(`calculations.confidence.${confidence}`),
    line.isMean && quantity ? t('location_pricing.column.mean') : null,
  ]
}

/** What limits the bill, and how it came about. */
function listNotes({ bill, readings, caveats, timeZone }: BillFileTask, words: Words): string[] {
  const { t } = words
  const { intervals, measured, estimated, missing, isProvisional } = bill.quality
  const share = (count: number) => (intervals === 0 ? '–' : words.percent(count / intervals))
  const isPart = bill.months.some((month) => month.isPart)
  return [
    `${t('calculations.document.fact.period')}: ${words.day(bill.from)} – ${words.day(bill.to)} (${timeZone})`,
    ...(isProvisional ? [t('location_pricing.bill.provisional')] : []),
    ...(caveats.includes('netMetering') ? [t('location_pricing.netting.bill')] : []),
    ...(caveats.includes('sharing') ? [t('location_pricing.sharing.bill')] : []),
    t('location_pricing.bill.quality', {
      measured: share(measured),
      estimated: share(estimated),
      missing: share(missing),
    }),
    ...(readings.official > 0 && readings.controller > 0
      ? [
          t('location_pricing.bill.sources', {
            official: share(readings.official),
            controller: share(readings.controller),
          }),
        ]
      : []),
    ...bill.exchanges.map((exchange) => exchangeText(exchange, words)),
    t(isPart ? 'location_pricing.bill.rounding_part' : 'location_pricing.bill.rounding'),
  ]
}

/** What amounts of another currency were converted at, of which day, and who says so. */
function exchangeText({ from, to, rate, day, source }: ExchangeRate, words: Words): string {
  const origin = words.t('location_pricing.source.exchange_rate', { day: words.day(day), source })
  return `${origin}: 1 ${from} = ${words.number(Number(rate), 0, 8)} ${to}`
}

function writeQuality(workbook: Workbook, { bill }: BillFileTask, words: Words) {
  const { t } = words
  const builder = workbook.createSheet(t('charts.table.quality'), [14, 14, 14, 16, 14, 14, 14, 16])
  builder.row(
    [
      t('location_pricing.bill.month'),
      t('calculations.document.column.from'),
      t('calculations.document.column.to'),
      t('calculations.document.column.whole_month'),
      t('calculations.document.column.present'),
      t('calculations.document.column.estimated'),
      t('calculations.document.column.missing'),
      t('location_pricing.bill.provisional'),
    ],
    'head',
  )
  for (const month of bill.months) {
    const { intervals, measured, estimated, missing, isProvisional } = month.quality
    builder.row([
      monthCell(month),
      { value: dayOf(month.from), kind: 'day' },
      { value: dayOf(month.to), kind: 'day' },
      ...[intervals, measured, estimated, missing].map((value) => ({ value, kind: 'count' as const })),
      isProvisional,
    ])
  }
  return builder.sheet
}

const dayOf = (day: string) => new Date(`${day}T00:00:00Z`)
const monthCell = ({ month }: BillMonth): SheetCell => ({ value: dayOf(`${month}-01`), kind: 'month' })
const toNumber = (amount: string | null | undefined) =>
  amount === null || amount === undefined ? null : Number(amount)
