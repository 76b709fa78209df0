import { type Block, blocks, type FeeMonth } from '../calculation-data.ts'
import {
  type BillRow,
  collect,
  emptyRow,
  groupLines,
  type MonthLine,
  type Quantity,
  type RowCategory,
  sum,
  sumEuro,
  totalRow,
} from './bill-row.ts'

type TableKey = 'total' | 'energy' | 'networkPower' | 'networkEnergy'

export interface BillTable {
  key: TableKey
  rows: BillRow[]
  hasExcess: boolean
}

const leastRows = 5

/**
 * The tables of one system over some months, in the order total, energy, network power fee, network energy fee. A single
 * month shows what is known; of several only those with a result count, so that every row adds up to the total.
 */
export function buildBillTables(allMonths: FeeMonth[]): BillTable[] {
  const months = findCounted(allMonths)
  const energy = partTable('energy', months)
  const power = powerTable(months)
  const networkEnergy = partTable('networkEnergy', months)
  return [totalTable(months, { energy, power, networkEnergy }), energy, power, networkEnergy]
}

/** The months that sums are made of. */
function findCounted(months: FeeMonth[]): FeeMonth[] {
  return months.length === 1 ? months : months.filter(({ totalCost }) => totalCost !== null)
}

function partTable(key: 'energy' | 'networkEnergy', months: FeeMonth[]): BillTable {
  const lines = collect(months, (month) => month[key]?.lines ?? [])
  const isKnown = months.some((month) => month[key] !== null)
  const rows = groupLines(lines)
  return { key, hasExcess: false, rows: [...pad(rows), totalRow('total', rows, isKnown)] }
}

function powerTable(months: FeeMonth[]): BillTable {
  const lines = collect(months, (month) => month.networkPower?.lines ?? [])
  const rows = groupLines(lines).map((row) => {
    const block = blocks.find((one) => row.category === `block${one}`)
    return block ? withExcess(row, block, months) : row
  })
  const total = totalRow(
    'total',
    rows,
    months.some(({ networkPower }) => networkPower !== null),
  )
  const excess = months.flatMap(({ excessivePowerBlocks }) => excessivePowerBlocks ?? [])
  if (excess.length > 0) {
    total.occurrences = sum(excess.map((one) => one.total.occurrences))
    total.excessivePowerCost = sumEuro(excess.flatMap((one) => one.total.totalCost ?? []))
    total.isExcessCharged = isCharged(months)
  }
  return { key: 'networkPower', hasExcess: excess.length > 0, rows: [...pad(rows), total] }
}

function withExcess(row: BillRow, block: Block, months: FeeMonth[]): BillRow {
  const found = months.flatMap((month) => month.excessivePowerBlocks?.[`block${block}`] ?? [])
  if (found.length === 0) return row
  const costs = found.flatMap(({ totalCost }) => totalCost ?? [])
  return {
    ...row,
    occurrences: sum(found.map(({ occurrences }) => occurrences)),
    // Roots of sums of squares do not add up over months.
    excessivePower: found.length === 1 ? found[0]!.value : 'various',
    excessivePowerCost: costs.length === found.length ? sumEuro(costs) : null,
    isExcessCharged: isCharged(months),
    excessLines: collect(months, (month) => month.excessivePowerBlocks?.[`block${block}`]?.line ?? []),
  }
}

interface PartTables {
  energy: BillTable
  power: BillTable
  networkEnergy: BillTable
}

function totalTable(months: FeeMonth[], { energy, power, networkEnergy }: PartTables): BillTable {
  const part = (category: RowCategory, table: BillTable): BillRow => {
    const total = table.rows.at(-1)!
    return {
      ...emptyRow,
      category,
      kind: 'line',
      isEmpty: false,
      value: total.value,
      totalCost: total.totalCost,
      lines: total.lines,
    }
  }
  const rows = [part('energy', energy), part('networkPower', power)]
  const charged = months.filter((month) => month.excessivePowerBlocks?.isCharged)
  if (charged.length > 0) rows.push(excessRow(charged))
  rows.push(part('networkEnergy', networkEnergy))
  const sumOf = (field: 'totalCost' | 'grandTotal' | 'levies' | 'vat') => {
    const known = months.flatMap((month) => month[field] ?? [])
    return known.length > 0 && known.length === months.length ? sumEuro(known) : null
  }
  const line = (category: RowCategory, totalCost: Quantity | null, lines: MonthLine[]): BillRow => ({
    ...emptyRow,
    category,
    kind: 'line',
    isEmpty: false,
    totalCost,
    lines,
  })
  const total = {
    ...line(
      'total',
      sumOf('totalCost'),
      rows.flatMap((row) => row.lines),
    ),
    kind: 'total' as const,
  }
  const after: BillRow[] = []
  const levies = collect(months, (month) => month.levies?.lines ?? [])
  if (levies.length > 0) after.push(line('levies', sumOf('levies'), levies))
  const vat = collect(months, (month) => month.vat?.lines ?? [])
  if (vat.length > 0) after.push(line('vat', sumOf('vat'), vat))
  if (after.length === 0)
    return { key: 'total', hasExcess: false, rows: [...pad(rows), { ...total, kind: 'grandTotal' }] }
  const all = [...total.lines, ...levies, ...vat]
  const grand = { ...line('grandTotal', sumOf('grandTotal'), all), kind: 'grandTotal' as const }
  return { key: 'total', hasExcess: false, rows: [...pad(rows), total, ...after, grand] }
}

function excessRow(charged: FeeMonth[]): BillRow {
  const costs = charged.map((month) => month.excessivePowerBlocks!.total.totalCost)
  const known = costs.filter((cost) => cost !== null)
  return {
    ...emptyRow,
    category: 'excessPower',
    kind: 'line',
    isEmpty: false,
    totalCost: known.length === costs.length ? sumEuro(known) : null,
    lines: collect(charged, (month) =>
      blocks.flatMap((block) => month.excessivePowerBlocks?.[`block${block}`]?.line ?? []),
    ),
  }
}

/** Tables side by side have the same height. */
function pad(rows: BillRow[]): BillRow[] {
  return [...rows, ...Array.from({ length: Math.max(leastRows - rows.length, 0) }, () => emptyRow)]
}

const isCharged = (months: FeeMonth[]) => months.some((month) => month.excessivePowerBlocks?.isCharged)
