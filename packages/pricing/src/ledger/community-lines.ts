import type { LoadProfile } from '@ohmstead/network-fee/load-profile'
import type { RateBook } from '@ohmstead/network-fee/rates/rate-book'
import {
  type CommunityRates,
  findCommunityRates,
  splitBlockLine,
} from '@ohmstead/network-fee/systems/community-energy'
import type { FeeContext } from '@ohmstead/network-fee/systems/fee-context'
import type { FeeLine } from '@ohmstead/network-fee/systems/fee-line'
import type { GridMonth } from '../local-grid.ts'
import type { RestEnergies } from '../shared-energies.ts'

/** What a community shared with the point in a month, by block, and what that pays; null rates are unknown. */
export interface CommunityMonth {
  blocksMilliWh: Float64Array
  rates: CommunityRates | null
}

/** Null where nothing was received at a reduced rate. */
export function openCommunityMonth(
  reduced: RestEnergies['reduced'],
  { calendar }: LoadProfile,
  { point, book }: { point: FeeContext['point']; book: RateBook },
  { from, to, firstDay }: GridMonth,
): CommunityMonth | null {
  if (reduced === null) return null
  const blocksMilliWh = new Float64Array(5)
  for (let i = from; i < to; i++) blocksMilliWh[calendar.block[i]! - 1]! += reduced.receivedMilliWh[i]!
  if (blocksMilliWh.every((energy) => energy === 0)) return null
  return { blocksMilliWh, rates: findCommunityRates(reduced.case, point, firstDay, book) }
}

/** The lines of network energy with shared energy on lines of its own; null if its rate is unknown. */
export function shareEnergyLines(
  lines: readonly FeeLine[],
  community: CommunityMonth | null,
): { line: FeeLine; isShared: boolean }[] | null {
  if (community === null) return lines.map((line) => ({ line, isShared: false }))
  const { rates, blocksMilliWh } = community
  if (rates === null) return null
  return lines.flatMap((line) => {
    const received = blocksMilliWh[Number(line.category.slice(-1)) - 1] ?? 0
    if (received === 0) return { line, isShared: false }
    const { ordinary, shared } = splitBlockLine(line, received, rates)
    return [
      { line: ordinary, isShared: false },
      { line: shared, isShared: true },
    ]
  })
}
