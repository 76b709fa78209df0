import type { SharingGroupTerms } from '@ohmstead/domain/sharing/sharing-terms'
import { calendarOfDay } from '@ohmstead/network-fee/calendar/time-block'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { findRate } from '@ohmstead/network-fee/rates/rate-book'
import { findCommunityRates } from '@ohmstead/network-fee/systems/community-energy'
import { findNewSystemRates } from '@ohmstead/network-fee/systems/new-system-rates'
import type { SupplierPrices } from '@ohmstead/pricing/price-series'
import type { MemberRows, SharingMonth } from './sharing-month.ts'

/**
 * What a kilowatt-hour received in a quarter-hour is worth to the group: what the receiver's supplier and, in a community,
 * the network do not bill, with tax, less what the plant would be paid for it if nobody took it. For choosing only: caps
 * and tiers of a month are left out, and what is paid follows from the bills. NaN where a price is unknown.
 */
export function worthOfEnergy(
  { scheme, communityCase }: Pick<SharingGroupTerms, 'scheme' | 'communityCase'>,
  month: SharingMonth,
  suppliers: readonly SupplierPrices[],
): (Float64Array | null)[] {
  const isCommunity = scheme === 'selfSupply'
  const sold = isCommunity ? meanFeedIn(month, suppliers) : null
  return month.rows.map((row, place) => {
    if (row.neededMilliWh === null) return null
    const { saved } = suppliers[place]!
    const network = isCommunity ? networkSaving(row, month, communityCase) : null
    return saved.map((price, i) => price + (network?.(i) ?? 0) - (sold?.[i] ?? 0))
  })
}

/** What the pool would be sold for, by what each sender offers. */
function meanFeedIn({ rows, grid }: SharingMonth, suppliers: readonly SupplierPrices[]): Float64Array {
  const [energy, money] = [new Float64Array(grid.count), new Float64Array(grid.count)]
  rows.forEach(({ offeredMilliWh }, place) => {
    offeredMilliWh?.forEach((offered, i) => {
      if (!(offered > 0)) return
      energy[i]! += offered
      money[i]! += offered * suppliers[place]!.feedIn[i]!
    })
  })
  return money.map((sum, i) => (energy[i]! > 0 ? sum / energy[i]! : 0))
}

/** The difference of the network's ordinary and reduced rate, with tax; null if it does not apply or is unknown. */
function networkSaving(
  { member: { world } }: MemberRows,
  { firstDay, grid }: SharingMonth,
  communityCase: SharingGroupTerms['communityCase'],
): ((i: number) => number) | null {
  const isPublished = Object.values(world.priceLists).some(({ terms }) => terms.network.kind === 'published')
  if (world.point === null || !isPublished) return null
  const book = world.rates ?? publishedRates
  const ordinary = findNewSystemRates(world.point, firstDay, book)?.energyEurPerKwh
  const reduced = findCommunityRates(communityCase, world.point, firstDay, book)
  const tax = findRate(book.vat, firstDay)
  if (!ordinary || !reduced || !tax) return null
  const saving = ordinary.map((rate, block) => (rate - reduced.eurPerKwh[block]!) * (1 + tax.rate))
  let last = Number.NaN
  let blockOfHour: readonly number[] = []
  return (i) => {
    const day = grid.day[i]!
    if (day !== last) ({ blockOfHour } = calendarOfDay(day, book))
    last = day
    return saving[blockOfHour[Math.floor(grid.minute[i]! / 60)]! - 1]!
  }
}
