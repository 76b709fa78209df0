import { chargedBlocks } from '../calendar/time-block.ts'
import type { MonthLoad } from '../load-profile.ts'
import type { BlockPowers } from './agreed-power.ts'

/** The highest average power of a quarter-hour of a block, kW, estimated ones included; null without readings. */
export function highestPowerKw(load: MonthLoad, block: number): number | null {
  const { measuredKw, estimatedKw } = load.blocks[block - 1]!
  const highest = Math.max(measuredKw[0] ?? -1, estimatedKw[0] ?? -1)
  return highest < 0 ? null : highest
}

/**
 * The powers billed to a user without agreed power: the highest quarter-hour of each block in the billed month, rounded
 * half up to 0.1 kW and never below the previous block. A block without readings takes the previous one; null if the
 * first charged block has none. Blocks that do not occur in the month are 0.
 */
export function billMonthMaximum(load: MonthLoad): BlockPowers | null {
  const powers: BlockPowers = [0, 0, 0, 0, 0]
  let before: number | null = null
  for (const block of chargedBlocks(load.month.isHighSeason)) {
    const highest = highestPowerKw(load, block)
    if (!occurs(load, block)) continue
    if (highest === null && before === null) return null
    before = Math.max(before ?? 0, highest === null ? 0 : Math.floor(highest * 10 + 0.5 + 1e-9))
    powers[block - 1] = before / 10
  }
  return powers
}

function occurs({ blocks }: MonthLoad, block: number): boolean {
  const { present, missing } = blocks[block - 1]!
  return present + missing > 0
}
