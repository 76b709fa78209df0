import type { Words } from '../calculations/documents/document-words.ts'
import type { SheetCell, Workbook } from '../calculations/documents/workbook-sheet.ts'
import { type EnergyName, letterOf, moneyLetter, sumCents } from './settlement-columns.ts'
import type { SettledMember, SettlementFileTask } from './statement-file-task.ts'
import { kwhOf } from './statement-words.ts'

/** What must be equal, each side as a formula of the sums. */
export function addChecks(
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
export function addUnsettled(book: Workbook, { unsettled, members }: SettlementFileTask, words: Words) {
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
