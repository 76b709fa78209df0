import type { LoadProfile } from '@ohmstead/network-fee/load-profile'
import type { Block } from '../calculation-data.ts'

export interface Peak {
  /** Index of the month in the profile. */
  month: number
  kw: number
  isEstimated: boolean
}

/** The highest quarter-hours of each month in one block, highest first within the month. */
export function findPeaks({ months }: LoadProfile, block: Block, perMonth: number): Peak[] {
  return months.flatMap(({ blocks }, month) => {
    const { measuredKw, estimatedKw } = blocks[block - 1]!
    const top = (powers: Float64Array, isEstimated: boolean): Peak[] =>
      Array.from(powers.subarray(0, perMonth), (kw) => ({ month, kw, isEstimated }))
    return [...top(measuredKw, false), ...top(estimatedKw, true)]
      .sort((a, b) => b.kw - a.kw)
      .slice(0, perMonth)
  })
}
