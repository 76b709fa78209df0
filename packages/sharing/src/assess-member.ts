import { formatDay } from '@ohmstead/network-fee/calendar/local-time'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { intervalState } from './allocate-intervals.ts'
import type { SharedMonth } from './share-month.ts'
import type { MemberEnergies, SharingQuality, StatementCaveat } from './sharing-model.ts'
import type { MemberRows } from './sharing-month.ts'

/** How sure a statement is, and what its reader has to know. */
export function assessMember(
  { month, alone, allocated, payments }: SharedMonth,
  place: number,
  { givenMilliWh }: MemberEnergies,
  sharedBill: Bill,
): { quality: SharingQuality; caveats: StatementCaveat[] } {
  const row = month.rows[place]!
  const { from, to, member, isEstimated } = row
  const quality = { intervals: to - from, measured: 0, estimated: 0, missing: 0, unsettled: 0 }
  let onEstimated = 0
  for (let i = from; i < to; i++) {
    if (isUnknown(row, i)) quality.missing += 1
    else if (isEstimated[i]) quality.estimated += 1
    else quality.measured += 1
    if (allocated.state[i] === intervalState.unsettled) quality.unsettled += 1
    onEstimated += allocated.restsOnEstimated[i]!
  }
  const isProvisional = quality.unsettled > 0 || alone[place]!.quality.isProvisional
  const unknown = payments.unknownPaidMilliWh[place]! + payments.unknownEarnedMilliWh[place]!
  const caveats: StatementCaveat[] = []
  if (member.netting === 'yearly') caveats.push({ kind: 'yearlyNetting', givenMilliWh })
  for (const rateId of secondHandRates(sharedBill)) caveats.push({ kind: 'secondHandRate', rateId })
  if (quality.unsettled > 0) caveats.push({ kind: 'unsettledIntervals', count: quality.unsettled })
  if (onEstimated > 0) caveats.push({ kind: 'estimatedReadings', count: onEstimated })
  if (from > 0 || to < month.grid.count) {
    const [first, last] = [month.grid.day[from]!, month.grid.day[to - 1]!]
    caveats.push({ kind: 'partOfMonth', from: formatDay(first), to: formatDay(last) })
  }
  if (unknown > 0) caveats.push({ kind: 'priceUnknown', milliWh: unknown })
  return { quality: { ...quality, isProvisional }, caveats }
}

/** Feed-in that was not read at all is unknown only of who gives it. */
function isUnknown({ importMilliWh, feedInMilliWh, offeredMilliWh }: MemberRows, i: number): boolean {
  return [importMilliWh, feedInMilliWh, offeredMilliWh].some((row) => row !== null && Number.isNaN(row[i]!))
}

/** Rates of shared energy that come from one second-hand source. */
function secondHandRates({ months }: Bill): string[] {
  const rates = months.flatMap(({ lines }) =>
    lines.flatMap(({ source, confidence }) =>
      source?.kind === 'published' && source.rateId.startsWith('communityEnergy/') && confidence === 'low'
        ? [source.rateId]
        : [],
    ),
  )
  return [...new Set(rates)].sort()
}
