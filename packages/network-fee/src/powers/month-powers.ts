import type { MonthLoad } from '../load-profile.ts'
import { connectionPowerOf } from '../metering-point.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import type { MonthPowers } from '../systems/new-system.ts'
import { findNewSystemTariff, isExcessCharged } from '../systems/new-system-rates.ts'
import { findAgreedPower, hasPowers, latestEntry } from './agreed-power.ts'
import { billMonthMaximum } from './billed-power.ts'

/**
 * The powers a month is actually billed by: the agreed ones of the register, or the month's own highest powers if none
 * is agreed (there is no excess then). Null if the register is unknown or does not cover the
 * month; a month before the five blocks, priced on request, takes the first powers that were ever agreed, and a coming
 * month that the register does not reach yet keeps the last ones.
 */
export function findMonthPowers(load: MonthLoad, context: FeeContext): MonthPowers | null {
  const entries = context.point.agreedPowers
  if (entries === null) return null
  const { charge, isAssumed } = findNewSystemTariff(load.month, context)
  const { firstDay, rulesDay } = load.month
  let entry = findAgreedPower(entries, rulesDay ?? firstDay)
  if (entry === null && rulesDay !== null)
    entry = latestEntry(entries.filter(({ fromDay }) => fromDay <= rulesDay))
  else if (entry === null && isAssumed) entry = entries.find((one) => one.isValid && hasPowers(one)) ?? null
  if (entry === null && entries.length > 0) return null
  if (entry === null || !hasPowers(entry)) {
    const blocksKw = billMonthMaximum(load)
    return blocksKw && { blocksKw, origin: 'monthMaximum', isExcessCharged: false }
  }
  const connectionPowerKw = connectionPowerOf(context.point) ?? entry.connectionPowerKw
  const { isHousehold } = context.point
  return {
    blocksKw: entry.blocksKw,
    origin: entry.setBy,
    isExcessCharged: isExcessCharged(charge, entry.setBy, { isHousehold, connectionPowerKw }),
  }
}
