import type { MonthsBySystem } from '../bill/compare-systems.ts'
import { blocks, type FeeMonth, type System, systems } from '../calculation-data.ts'

/** From the bottom of a bar to its top. */
export const costParts = ['energy', 'networkEnergy', 'networkPower', 'excessPower', 'levies', 'vat'] as const
export type CostPart = (typeof costParts)[number]

export interface CostBar {
  system: System
  /** EUR; absent parts are omitted. */
  parts: Partial<Record<CostPart, number>>
  /** Null if the system has no result here. */
  totalEur: number | null
}

/** A month or a block with a bar for each system. */
export interface CostGroup {
  key: string
  bars: CostBar[]
}

/** Each month of each system, its parts stacked. */
export function buildMonthGroups(bySystem: MonthsBySystem): CostGroup[] {
  const keys = bySystem.newSystem?.map(({ month }) => month) ?? []
  const found = findSystems(bySystem)
  return keys.map((key) => ({
    key,
    bars: found.map((system) =>
      monthBar(
        system,
        bySystem[system]!.find(({ month }) => month === key),
      ),
    ),
  }))
}

/** Systems with a result in some month; one without any would look free of charge. */
function findSystems(bySystem: MonthsBySystem): System[] {
  return systems.filter((system) => bySystem[system]?.some(({ totalCost }) => totalCost !== null))
}

function monthBar(system: System, month: FeeMonth | undefined): CostBar {
  if (!month?.grandTotal) return { system, parts: {}, totalEur: null }
  const excess = month.excessivePowerBlocks
  const parts = {
    energy: month.energy?.amount,
    networkEnergy: month.networkEnergy?.amount,
    networkPower: month.networkPower?.amount,
    excessPower: excess?.isCharged ? excess.total.totalCost?.amount : undefined,
    levies: month.levies?.amount,
    vat: month.vat?.amount,
  }
  return { system, parts: known(parts), totalEur: month.grandTotal.amount }
}

/** Each block over the given months. The old system has no blocks, and the supplier's energy is not priced by them. */
export function buildBlockGroups(bySystem: MonthsBySystem, keys: readonly string[]): CostGroup[] {
  const found = findSystems(bySystem).filter((system) => system !== 'oldSystem')
  return blocks.map((block) => ({
    key: `block${block}`,
    bars: found.map((system) => {
      const sums = { networkEnergy: 0, networkPower: 0, excessPower: 0 }
      for (const month of bySystem[system]!) {
        if (!keys.includes(month.month)) continue
        for (const part of ['networkEnergy', 'networkPower'] as const) {
          const line = month[part]?.lines.find(({ category }) => category === `block${block}`)
          sums[part] += cents(line?.totalCost.amount)
        }
        const excess = month.excessivePowerBlocks
        if (excess?.isCharged) sums.excessPower += cents(excess[`block${block}`]?.totalCost?.amount)
      }
      const parts = known({
        networkEnergy: sums.networkEnergy / 100,
        networkPower: sums.networkPower / 100,
        excessPower: sums.excessPower / 100,
      })
      const total = (sums.networkEnergy + sums.networkPower + sums.excessPower) / 100
      return { system, parts, totalEur: keys.length === 0 ? null : total }
    }),
  }))
}

function known(parts: Partial<Record<CostPart, number | undefined>>): Partial<Record<CostPart, number>> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, amount]) => amount !== undefined && amount !== 0),
  )
}

const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100)

/** The parts that occur anywhere, for the legend. */
export function findParts(groups: readonly CostGroup[]): CostPart[] {
  return costParts.filter((part) =>
    groups.some(({ bars }) => bars.some(({ parts }) => parts[part] !== undefined)),
  )
}

/** One row per bar; the format of every download here: comma, point, UTF-8 with BOM. Empty is unknown. */
export function formatCostCsv(groups: readonly CostGroup[], kind: 'month' | 'block'): string {
  const parts = findParts(groups)
  const header = [kind, 'system', ...parts.map((part) => `${part} [EUR]`), 'total [EUR]']
  const lines = groups.flatMap(({ key, bars }) =>
    bars.map(({ system, parts: own, totalEur }) =>
      [key, system, ...parts.map((part) => (totalEur === null ? '' : (own[part] ?? 0))), totalEur ?? ''].join(
        ',',
      ),
    ),
  )
  return `\uFEFF${[header.join(','), ...lines].join('\r\n')}\r\n`
}
