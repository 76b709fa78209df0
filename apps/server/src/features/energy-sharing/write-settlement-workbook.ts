import { pricePartKey } from '@ohmstead/domain/pricing/price-words'
import { createWords, unknown, type Words } from '../calculations/documents/document-words.ts'
import { writeSpreadsheet } from '../calculations/documents/spreadsheet.ts'
import {
  columnLetter,
  type SheetCell,
  startWorkbook,
  type Workbook,
} from '../calculations/documents/workbook-sheet.ts'
import type { SettledMember, SettlementFileTask } from './statement-file-task.ts'
import { togetherOf } from './statement-sums.ts'
import { amountOf, kwhOf, lineName, monthName, sourceOf } from './statement-words.ts'
import { billHead } from './write-statement-workbook.ts'

/** A settled month for an auditor: every line of every bill, sums of members as formulas of them, and what must be equal. */
export function writeSettlementWorkbook(task: SettlementFileTask): Promise<Uint8Array> {
  const words = createWords(task.locale)
  const book = startWorkbook()
  const lines = addLines(book, task, words)
  const sums = addMembers(book, task, words, lines.ref)
  const title = `${words.t('energy_sharing.document.settlement')} ${task.month}`
  return writeSpreadsheet([sums, lines.sheet, addUnsettled(book, task, words)], {
    title,
    creator: task.brand.platformName,
    created: new Date(task.madeAtMs),
  })
}

/** Columns of lines that sums refer to. */
const lineColumns = { member: 'A', bill: 'C', amount: 'J' } as const

/** Both bills of every member; `0` is without sharing, `1` with it. */
function addLines(book: Workbook, { members }: SettlementFileTask, words: Words) {
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

const energyColumns = [
  ['energy_sharing.figure.import', 'importMilliWh'],
  ['energy_sharing.figure.received', 'receivedMilliWh'],
  ['energy_sharing.figure.supplied', 'suppliedMilliWh'],
  ['energy_sharing.figure.feed_in', 'feedInMilliWh'],
  ['energy_sharing.document.pooled', 'pooledMilliWh'],
  ['energy_sharing.document.returned', 'returnedMilliWh'],
  ['energy_sharing.figure.given', 'givenMilliWh'],
  ['energy_sharing.figure.sold', 'soldMilliWh'],
  ['energy_sharing.document.allotted', 'allottedMilliWh'],
  ['energy_sharing.figure.unused', 'unusedMilliWh'],
] as const
type EnergyName = (typeof energyColumns)[number][1]

const firstEnergy = 6
const letterOf = (name: EnergyName) =>
  columnLetter(firstEnergy + energyColumns.findIndex(([, one]) => one === name))
const firstMoney = firstEnergy + energyColumns.length
const moneyNames = ['alone', 'shared', 'paid', 'earned', 'net', 'vat', 'fees', 'together', 'benefit'] as const
const moneyLetter = (name: (typeof moneyNames)[number]) => columnLetter(firstMoney + moneyNames.indexOf(name))

function addMembers(book: Workbook, task: SettlementFileTask, words: Words, linesRef: string) {
  const { t } = words
  const { members } = task
  const currency = members[0]?.statement.currency ?? 'EUR'
  const widths = [
    8,
    28,
    16,
    12,
    12,
    8,
    ...energyColumns.map(() => 15),
    ...moneyNames.map(() => 14),
    10,
    10,
    10,
  ]
  const builder = book.createSheet(t('calculations.document.sheet.summary'), widths, true)
  builder.row([{ value: `${t('energy_sharing.document.settlement')}: ${task.groupName}` }], 'title')
  builder.row([{ value: monthName(task.month, words), isQuiet: true }])
  builder.row(
    [
      ...['#', t('energy_sharing.document.member'), t('energy_sharing.field.role')],
      ...[t('calculations.document.column.from'), t('calculations.document.column.to'), 'v'],
      ...energyColumns.map(([key]) => `${t(key)} [kWh]`),
      ...[
        t('energy_sharing.figure.alone'),
        t('energy_sharing.figure.shared'),
        t('energy_sharing.figure.paid'),
        t('energy_sharing.figure.earned'),
        t('location_pricing.bill.net'),
        t('calculations.part.vat'),
        t('energy_sharing.figure.fees'),
        t('energy_sharing.figure.together'),
        t('energy_sharing.figure.benefit'),
      ].map((name) => `${name} [${currency}]`),
      ...[t('calculations.document.column.missing'), t('calculations.document.column.estimated')],
      t('energy_sharing.document.unsettled'),
    ],
    'head',
  )
  const first = builder.next()
  for (const member of members) builder.row(memberRow(member, builder.next(), linesRef, words))
  const last = builder.next() - 1
  const totals = builder.next()
  const sum = (column: string, value: number | null, kind: SheetCell['kind']): SheetCell =>
    value === null
      ? { value: unknown }
      : { value, formula: `SUM(${column}${first}:${column}${last})`, kind: kind! }
  builder.row(
    [
      ...[null, t('calculations.document.sum'), null, null, null, null],
      ...energyColumns.map(([, name]) =>
        sum(
          letterOf(name),
          kwhOf(members.reduce((all, { statement }) => all + statement.energies[name], 0)),
          'kwh',
        ),
      ),
      ...moneyNames.map((name) => sum(moneyLetter(name), sumCents(members, name), 'money')),
    ],
    'total',
  )
  builder.row()
  addChecks(builder, members, totals, words)
  builder.sheet.freezePane = { rows: first - 1, columns: 2 }
  return builder.sheet
}

function memberRow(member: SettledMember, row: number, linesRef: string, words: Words): SheetCell[] {
  const { statement, terms } = member
  const { quality } = statement
  const column = (letter: string) => `${linesRef}$${letter}:$${letter}`
  const billed = (isShared: 0 | 1) =>
    `SUMIFS(${column(lineColumns.amount)},${column(lineColumns.member)},$A${row},${column(lineColumns.bill)},${isShared})`
  const cell = (name: (typeof moneyNames)[number]) => `${moneyLetter(name)}${row}`
  const formulas: Partial<Record<(typeof moneyNames)[number], string>> = {
    alone: billed(0),
    shared: billed(1),
    fees: `ROUND(${cell('net')}+${cell('vat')},2)`,
    together: `ROUND(${cell('shared')}+${cell('paid')}-${cell('earned')}+${cell('fees')},2)`,
    benefit: `ROUND(${cell('alone')}-${cell('together')},2)`,
  }
  const energy = (name: EnergyName) => `${letterOf(name)}${row}`
  const rest: Partial<Record<EnergyName, string>> = {
    suppliedMilliWh: `ROUND(${energy('importMilliWh')}-${energy('receivedMilliWh')},6)`,
    soldMilliWh: `ROUND(${energy('feedInMilliWh')}-${energy('givenMilliWh')},6)`,
    givenMilliWh: `ROUND(${energy('pooledMilliWh')}-${energy('returnedMilliWh')},6)`,
    unusedMilliWh: `ROUND(${energy('allottedMilliWh')}-${energy('receivedMilliWh')},6)`,
  }
  return [
    { value: member.id },
    { value: member.name },
    { value: words.t(`energy_sharing.role.${terms.role}`) },
    { value: new Date(`${statement.from}T00:00:00Z`), kind: 'day' },
    { value: new Date(`${statement.to}T00:00:00Z`), kind: 'day' },
    { value: member.version, kind: 'count' },
    ...energyColumns.map(([, name]): SheetCell => {
      const formula = rest[name]
      return { value: kwhOf(statement.energies[name]), kind: 'kwh', ...(formula && { formula }) }
    }),
    ...moneyNames.map((name): SheetCell => {
      const value = amountOf(moneyOf(member, name))
      const formula = formulas[name]
      return value === null ? { value: unknown } : { value, kind: 'money', ...(formula && { formula }) }
    }),
    { value: quality.missing, kind: 'count' },
    { value: quality.estimated, kind: 'count' },
    { value: quality.unsettled, kind: 'count' },
  ]
}

function moneyOf({ statement }: SettledMember, name: (typeof moneyNames)[number]): string | null {
  const { money } = statement
  if (name === 'net' || name === 'vat') return money.fees[name]
  if (name === 'fees') return money.fees.gross
  return name === 'together' ? togetherOf(money) : money[name]
}

/** In whole cents, so that the sum is exact; null as soon as one amount is unknown. */
function sumCents(members: readonly SettledMember[], name: (typeof moneyNames)[number]): number | null {
  let cents = 0
  for (const member of members) {
    const amount = amountOf(moneyOf(member, name))
    if (amount === null) return null
    cents += Math.round(amount * 100)
  }
  return cents / 100
}

/** What must be equal, each side as a formula of the sums. */
function addChecks(
  builder: ReturnType<Workbook['createSheet']>,
  members: readonly SettledMember[],
  totals: number,
  { t }: Words,
): void {
  const energy = (name: EnergyName) => ({
    cell: `${letterOf(name)}${totals}`,
    value: members.reduce((sum, { statement }) => sum + statement.energies[name], 0),
  })
  const isSelfSupply = members[0]?.terms.scheme === 'selfSupply'
  const equal: [string, EnergyName[], EnergyName[]][] = [
    ['importIsReceivedAndSupplied', ['importMilliWh'], ['receivedMilliWh', 'suppliedMilliWh']],
    ['feedInIsGivenAndSold', ['feedInMilliWh'], ['givenMilliWh', 'soldMilliWh']],
    ['pooledIsGivenAndReturned', ['pooledMilliWh'], ['givenMilliWh', 'returnedMilliWh']],
    ['allottedIsReceivedAndUnused', ['allottedMilliWh'], ['receivedMilliWh', 'unusedMilliWh']],
    [
      'givenIsShared',
      ['givenMilliWh'],
      isSelfSupply ? ['receivedMilliWh'] : ['receivedMilliWh', 'unusedMilliWh'],
    ],
  ]
  const difference = `ROUND(C${'#'}-D${'#'},6)`
  builder.row(
    [null, t('energy_sharing.check.heading'), '=', '=', t('energy_sharing.document.difference')],
    'head',
  )
  const side = (names: EnergyName[]): SheetCell => ({
    value: kwhOf(names.reduce((sum, name) => sum + energy(name).value, 0)),
    formula: `ROUND(${names.map((name) => energy(name).cell).join('+')},6)`,
    kind: 'kwh',
  })
  for (const [kind, left, right] of equal) {
    const row = String(builder.next())
    const [a, b] = [side(left), side(right)]
    const gap = Math.round((Number(a.value) - Number(b.value)) * 1e6) / 1e6
    builder.row([
      ...[null, t(`energy_sharing.check.${kind}`), a, b],
      { value: gap, formula: difference.replaceAll('#', row), kind: 'kwh' },
    ])
  }
  const [paid, earned] = [sumCents(members, 'paid'), sumCents(members, 'earned')]
  if (paid === null || earned === null) return
  const row = String(builder.next())
  builder.row([
    ...[null, t('energy_sharing.check.paidIsEarned')],
    { value: paid, formula: `${moneyLetter('paid')}${totals}`, kind: 'money' },
    { value: earned, formula: `${moneyLetter('earned')}${totals}`, kind: 'money' },
    { value: paid - earned, formula: difference.replaceAll('#', row), kind: 'money' },
  ])
}

/** Quarter-hours in which nothing is shared, and whose readings are unknown. */
function addUnsettled(book: Workbook, { unsettled, members }: SettlementFileTask, words: Words) {
  const { t } = words
  const builder = book.createSheet(t('energy_sharing.document.unsettled'), [24, 24, 12, 60])
  builder.row(
    [
      t('calculations.document.column.from'),
      t('calculations.document.column.to'),
      t('calculations.document.column.missing'),
      t('energy_sharing.document.member'),
    ],
    'head',
  )
  const nameOf = new Map(members.map(({ id, name }) => [String(id), name]))
  for (const { fromMs, toMs, memberIds } of unsettled) {
    builder.row([
      words.time(fromMs),
      words.time(toMs),
      { value: (toMs - fromMs) / 900_000, kind: 'count' },
      memberIds.map((id) => nameOf.get(id) ?? `#${id}`).join(', '),
    ])
  }
  return builder.sheet
}
