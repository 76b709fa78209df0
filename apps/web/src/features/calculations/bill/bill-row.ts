import type { FeeLine, FeeMonth } from '../calculation-data.ts'

type Category = FeeLine['category']
export type RowCategory =
  | Category
  | 'energy'
  | 'networkPower'
  | 'excessPower'
  | 'networkEnergy'
  | 'levies'
  | 'total'
  | 'grandTotal'
  | 'EMPTY'

export interface Quantity {
  amount: number
  unit: string
}
/** `various` if the months of a sum differ. */
export type Common = Quantity | 'various' | null

export interface BillRow {
  category: RowCategory
  kind: 'line' | 'empty' | 'total' | 'grandTotal'
  isEmpty: boolean
  pricePerUnit: Common
  value: Common
  totalCost: Quantity | null
  /** Quarter-hours above the agreed power. */
  occurrences: number | null
  excessivePower: Common
  excessivePowerCost: Quantity | null
  /** False: the operator reports the excess and does not charge it. */
  isExcessCharged: boolean
  /** The lines behind the figure, by month, and those of its excess. */
  lines: MonthLine[]
  excessLines: MonthLine[]
}

export interface MonthLine {
  month: string
  line: FeeLine
}

/** Fills up a table; the base of every other row. */
export const emptyRow: BillRow = {
  category: 'EMPTY',
  kind: 'empty',
  isEmpty: true,
  pricePerUnit: null,
  value: null,
  totalCost: null,
  occurrences: null,
  excessivePower: null,
  excessivePowerCost: null,
  isExcessCharged: false,
  lines: [],
  excessLines: [],
}

const order: Category[] = [
  'vt',
  'mt',
  'et',
  'block1',
  'block2',
  'block3',
  'block4',
  'block5',
  'month',
  'aboveConnection',
  'registerDifference',
]

/** A row for each block or tariff, in the order of a bill. */
export function groupLines(lines: MonthLine[]): BillRow[] {
  return order.flatMap((category) => {
    const own = lines.filter(({ line }) => line.category === category)
    if (own.length === 0) return []
    const values = own.map(
      ({ line }) => line.factors.find(({ unit }) => unit === 'kWh' || unit === 'kW') ?? null,
    )
    const isEnergy = values[0]?.unit === 'kWh'
    return {
      ...emptyRow,
      category,
      kind: 'line' as const,
      isEmpty: false,
      pricePerUnit: common(
        own.map(({ line }) => toQuantity(line.factors.find(({ unit }) => unit.startsWith('EUR/')))),
      ),
      value: isEnergy
        ? { amount: sum(values.map((value) => value?.value ?? 0)), unit: 'kWh' }
        : common(values.map((value) => toQuantity(value))),
      totalCost: sumEuro(own.map(({ line }) => line.totalCost)),
      lines: own,
    }
  })
}

export function totalRow(category: 'total', rows: BillRow[], isKnown: boolean): BillRow {
  const energies = rows.map(({ value }) =>
    value !== null && value !== 'various' && value.unit === 'kWh' ? value.amount : null,
  )
  const isEnergy = rows.length > 0 && energies.every((value) => value !== null)
  return {
    ...emptyRow,
    category,
    kind: 'total',
    isEmpty: false,
    value: isEnergy ? { amount: sum(energies), unit: 'kWh' } : null,
    totalCost: isKnown ? sumEuro(rows.flatMap((row) => row.totalCost ?? [])) : null,
    lines: rows.flatMap((row) => row.lines),
  }
}

/** The lines of some months with their month. */
export function collect(months: FeeMonth[], pick: (month: FeeMonth) => FeeLine | FeeLine[]): MonthLine[] {
  return months.flatMap((month) => [pick(month)].flat().map((line) => ({ month: month.month, line })))
}

function toQuantity(factor: { value: number; unit: string } | null | undefined): Quantity | null {
  return factor ? { amount: factor.value, unit: factor.unit } : null
}

function common(quantities: (Quantity | null)[]): Common {
  const [first = null] = quantities
  return quantities.every((one) => one?.amount === first?.amount) ? first : 'various'
}

export const sum = (values: (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** Cents are whole, so that no sum shows a binary fraction. */
export function sumEuro(amounts: Quantity[]): Quantity {
  return { amount: Math.round(sum(amounts.map(({ amount }) => amount * 100))) / 100, unit: 'EUR' }
}
