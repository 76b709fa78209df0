import { type FeeMonth, type System, systems } from '../calculation-data.ts'
import type { BillRow, RowCategory } from './bill-row.ts'
import { buildBillTables } from './bill-tables.ts'

export type MonthsBySystem = Record<System, FeeMonth[] | null>

export interface SystemsComparison {
  /** Those that have a result in at least one month. */
  systems: System[]
  /** Months that count: all of these systems have a result. */
  months: string[]
  rows: { category: RowCategory; kind: BillRow['kind']; cells: Partial<Record<System, BillRow>> }[]
}

const order: RowCategory[] = [
  'energy',
  'networkPower',
  'excessPower',
  'networkEnergy',
  'total',
  'levies',
  'vat',
  'grandTotal',
]

/** The parts of the bill side by side, over the same months for every system. */
export function compareSystems(bySystem: MonthsBySystem): SystemsComparison {
  const found = systems.filter((system) => bySystem[system]?.some(({ totalCost }) => totalCost !== null))
  const keys = bySystem.newSystem?.map(({ month }) => month) ?? []
  const months = keys.filter((key) =>
    found.every((system) =>
      bySystem[system]!.some(({ month, totalCost }) => month === key && totalCost !== null),
    ),
  )
  const tables = found.map((system) => {
    const counted = bySystem[system]!.filter(({ month }) => months.includes(month))
    return { system, rows: counted.length > 0 ? buildBillTables(counted)[0]!.rows : [] }
  })
  const rows = order.flatMap((category) => {
    const cells: Partial<Record<System, BillRow>> = {}
    for (const { system, rows: own } of tables) {
      const row = own.find((one) => one.category === category)
      if (row) cells[system] = row
    }
    const kind = Object.values(cells)[0]?.kind
    return kind ? [{ category, kind, cells }] : []
  })
  return { systems: found, months, rows }
}

/** The system in force beside the old one; if that lacks a month, the full amount paid takes precedence. */
export function comparePaid(newSystem: FeeMonth[] | null, oldSystem: FeeMonth[] | null): SystemsComparison {
  const others = { optimizedSystem: null, customSystem: null }
  const alone = compareSystems({ newSystem, oldSystem: null, ...others })
  const both = compareSystems({ newSystem, oldSystem, ...others })
  return both.months.length < alone.months.length ? alone : both
}

/** The default of those with a result: the one in force, or another one if its rates are unknown. */
export function findUsualSystem(found: readonly System[]): System {
  return found.includes('newSystem') ? 'newSystem' : (found[0] ?? 'newSystem')
}
