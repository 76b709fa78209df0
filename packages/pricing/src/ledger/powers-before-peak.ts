import { chargedBlocks } from '@ohmstead/network-fee/calendar/time-block'
import type { LoadProfile, MonthLoad } from '@ohmstead/network-fee/load-profile'
import { findAgreedPower, hasPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { FeeContext } from '@ohmstead/network-fee/systems/fee-context'
import type { MonthPowers } from '@ohmstead/network-fee/systems/new-system'
import type { GridMonth } from '../local-grid.ts'

/**
 * Who has agreed no power pays for the month's highest quarter-hours. Readings that end before the first charged block has
 * occurred, as on the first weekend of a month, have none yet: that is no power so far, and nothing unknown. Else null.
 */
export function powersBeforePeak(
  { series, calendar }: LoadProfile,
  load: MonthLoad,
  { point }: FeeContext,
  { firstDay, from, to }: GridMonth,
): MonthPowers | null {
  if (point.agreedPowers === null || load.quality.present === 0) return null
  const entry = findAgreedPower(point.agreedPowers, firstDay)
  const isAgreed = entry === null ? point.agreedPowers.length > 0 : hasPowers(entry)
  if (isAgreed) return null
  const first = chargedBlocks(load.month.isHighSeason)[0]
  const begins = calendar.block.indexOf(first!, from)
  const isOver = series.importMilliWh.subarray(begins, to).some((energy) => !Number.isNaN(energy))
  return isOver ? null : { blocksKw: [0, 0, 0, 0, 0], origin: 'monthMaximum', isExcessCharged: false }
}
