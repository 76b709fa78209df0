import { sharePriceDecimals } from '@ohmstead/domain/sharing/sharing-terms'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { intervalState } from '@ohmstead/sharing/allocate-intervals'
import { shareMonth } from '@ohmstead/sharing/share-month'
import { readSupplierPrices } from '@ohmstead/sharing/share-prices'
import { prepareMonth } from '@ohmstead/sharing/sharing-month'
import type { IntervalRow, SharingAnswers, SharingTask } from './sharing-task.ts'

const rowsOf = [
  ...(['importMilliWh', 'feedInMilliWh', 'givenMilliWh', 'allottedMilliWh', 'receivedMilliWh'] as const),
  ...(['unusedMilliWh', 'importPricePerKwh', 'feedInPricePerKwh', 'sharePricePerKwh'] as const),
] as const

/** The quarter-hours of [fromMs, toMs) by the same allocation and prices as the statements; money is for looking at only. */
export function shareIntervals({
  question,
  months,
  fromMs,
  toMs,
  memberIds,
}: Extract<SharingTask, { kind: 'shareIntervals' }>): SharingAnswers['shareIntervals'] {
  const count = Math.round((toMs - fromMs) / quarterHourMs)
  const empty = (): IntervalRow => new Array(count).fill(null)
  const members = memberIds.map((memberId) => ({
    memberId,
    ...(Object.fromEntries(rowsOf.map((name) => [name, empty()])) as Record<
      (typeof rowsOf)[number],
      IntervalRow
    >),
  }))
  const unsettled: number[] = []
  for (const name of months) {
    const month = prepareMonth(question, name)
    let suppliers: ReturnType<typeof readSupplierPrices> | null = null
    const pricesOf = () => {
      suppliers ??= readSupplierPrices(month)
      return suppliers
    }
    // No bill is asked for, and its currency plays no part in energies and prices.
    const prepared = {
      month,
      currency: 'EUR' as const,
      alone: [],
      grounds: [],
      suppliers: pricesOf,
      untilMs: undefined,
    }
    const { allocated, priceAt } = shareMonth(question, prepared)
    const shift = Math.round((month.grid.firstStartMs - fromMs) / quarterHourMs)
    for (let i = 0; i < month.grid.count; i++)
      if (i + shift >= 0 && i + shift < count && allocated.state[i] === intervalState.unsettled)
        unsettled.push(i + shift)
    for (const member of members) {
      const place = month.rows.findIndex((row) => row.member.id === member.memberId)
      const row = month.rows[place]
      if (!row) continue
      const supplier = pricesOf()[place]!
      for (let i = Math.max(row.from, -shift); i < Math.min(row.to, count - shift); i++) {
        const at = i + shift
        member.importMilliWh[at] = known(row.importMilliWh[i]!)
        member.feedInMilliWh[at] = known(row.feedInMilliWh?.[i] ?? (row.feedInMilliWh ? Number.NaN : 0))
        member.importPricePerKwh[at] = known(supplier.saved[i]!)
        member.feedInPricePerKwh[at] = known(supplier.feedIn[i]!)
        if (allocated.state[i] !== intervalState.settled) continue
        const [allotted, received] = [
          allocated.allottedMilliWh[place]![i]!,
          allocated.receivedMilliWh[place]![i]!,
        ]
        member.givenMilliWh[at] = allocated.givenMilliWh[place]![i]!
        member.allottedMilliWh[at] = allotted
        member.receivedMilliWh[at] = received
        member.unusedMilliWh[at] = allotted - received
        member.sharePricePerKwh[at] =
          received > 0 ? known(priceAt(place, i) / 10 ** sharePriceDecimals) : null
      }
    }
  }
  return { unsettled, members }
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value)
