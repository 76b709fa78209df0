import { createWords, unknown, type Words } from '../calculations/documents/document-words.ts'
import { writeSpreadsheet } from '../calculations/documents/spreadsheet.ts'
import { type SheetCell, startWorkbook, type Workbook } from '../calculations/documents/workbook-sheet.ts'
import { addChecks, addUnsettled } from './settlement-checks.ts'
import {
  type EnergyName,
  energyColumns,
  letterOf,
  moneyLetter,
  moneyNames,
  moneyOf,
  sumCents,
} from './settlement-columns.ts'
import { addLines, lineColumns } from './settlement-lines.ts'
import type { SettledMember, SettlementFileTask } from './statement-file-task.ts'
import { amountOf, kwhOf, monthName } from './statement-words.ts'

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
