import { type Block, blocks, type FeeMonth } from '../calculation-data.ts'

/** What agreed powers cost: EUR without VAT, rounded lines as on the bill. */
export interface PowerCost {
  agreedEur: number
  excessEur: number
  /** Excess that the operator tells of and does not charge; in no sum. */
  unchargedEur: number
  totalEur: number
  /** Quarter-hours above, charged or not. */
  occurrences: number
  blocks: Record<Block, { agreedEur: number; excessEur: number; occurrences: number }>
}

/** Sums agreed power, the levy on it where it was asked for, and excess that is charged, over the months named. */
export function sumPowerCost(months: readonly FeeMonth[], keys: readonly string[]): PowerCost {
  const wanted = new Set(keys)
  const ofBlocks = Object.fromEntries(
    blocks.map((block) => [block, { agreedEur: 0, excessEur: 0, occurrences: 0 }]),
  ) as PowerCost['blocks']
  let [levy, told] = [0, 0]
  for (const month of months) {
    if (!wanted.has(month.month)) continue
    for (const line of month.networkPower?.lines ?? []) {
      const block = blocks.find((one) => line.category === `block${one}`)
      if (block) ofBlocks[block].agreedEur += cents(line.totalCost.amount)
    }
    const excess = month.excessivePowerBlocks
    for (const block of blocks) {
      const found = excess?.[`block${block}`]
      if (!found) continue
      ofBlocks[block].occurrences += found.occurrences
      const excessCents = cents(found.totalCost?.amount ?? 0)
      if (excess.isCharged) ofBlocks[block].excessEur += excessCents
      else told += excessCents
    }
    for (const line of month.levies?.lines ?? [])
      if (line.category === 'support') levy += cents(line.totalCost.amount)
  }
  let [agreed, exceeding, occurrences] = [levy, 0, 0]
  for (const block of blocks) {
    const one = ofBlocks[block]
    agreed += one.agreedEur
    exceeding += one.excessEur
    occurrences += one.occurrences
    one.agreedEur /= 100
    one.excessEur /= 100
  }
  return {
    agreedEur: agreed / 100,
    excessEur: exceeding / 100,
    unchargedEur: told / 100,
    totalEur: (agreed + exceeding) / 100,
    occurrences,
    blocks: ofBlocks,
  }
}

/** Sums of whole cents carry no binary fraction. */
const cents = (amount: number) => Math.round(amount * 100)
