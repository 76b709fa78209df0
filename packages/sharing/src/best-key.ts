import { formatExact } from '@ohmstead/domain/money/exact'
import { type SharingKey, shareDecimals } from '@ohmstead/domain/sharing/sharing-terms'
import { divideByWorth } from './divide-by-worth.ts'
import { listMonths } from './month-list.ts'
import { readSupplierPrices } from './share-prices.ts'
import type { SharingQuestion } from './sharing-model.ts'
import { compareIds, prepareMonth, type SharingMonth } from './sharing-month.ts'
import { splitWhole } from './split-whole.ts'
import { asMembersAlways } from './whole-membership.ts'
import { buildWorthCurve, type WorthCurve, type WorthPoint, worthOfShare } from './worth-curve.ts'
import { worthOfEnergy } from './worth-of-energy.ts'

export interface BestKey {
  key: Extract<SharingKey, { kind: 'static' }>
  /** What the energy received in past months was worth, in the currency of the members. */
  worth: number
  /** What no static key can exceed. */
  atMost: number
  /** (atMost − worth) ÷ atMost; 0 if nothing is worth anything. */
  gapShare: number
}

/**
 * The static key under which the energy received in past months would have been worth most, with a proof: worth is a sum of
 * concave functions of single shares, so that the price of a share at which they sum to 1 bounds all keys. Everybody is
 * taken to take part in all of it, and only quarter-hours count in which all readings are known. Quarter-hours whose worth is negative are left out of the bound, which keeps it valid.
 */
export function findBestKey(question: SharingQuestion, { from, to }: { from: string; to: string }): BestKey {
  const whole = asMembersAlways(question)
  const points = new Map<string, WorthPoint[]>()
  for (const month of listMonths(from, to)) collectPoints(whole, prepareMonth(whole, month), points)
  const ids = [...points.keys()].sort(compareIds)
  const curves = ids.map((id): WorthCurve => buildWorthCurve(points.get(id)!))
  const { shares, atMost } = divideByWorth(curves)
  const scale = 10 ** shareDecimals
  const weights = Float64Array.from(shares, (share) => Math.round(share * 1e9))
  if (!weights.some((weight) => weight > 0)) weights.fill(1)
  const digits = new Float64Array(ids.length)
  splitWhole(scale, weights, digits)
  const worth = ids.reduce((sum, id, place) => sum + worthOfShare(points.get(id)!, digits[place]! / scale), 0)
  const text = (own: number) => formatExact({ digits: BigInt(own), scale: shareDecimals })
  return {
    key: { kind: 'static', shares: Object.fromEntries(ids.map((id, place) => [id, text(digits[place]!)])) },
    worth,
    atMost,
    gapShare: atMost > 0 ? Math.max(0, (atMost - worth) / atMost) : 0,
  }
}

/** Settled quarter-hours of each receiver in which there is something to share. */
function collectPoints(
  { group }: SharingQuestion,
  month: SharingMonth,
  points: Map<string, WorthPoint[]>,
): void {
  const { rows, grid } = month
  const worth = worthOfEnergy(group, month, readSupplierPrices(month))
  const pools = new Float64Array(grid.count)
  for (const { offeredMilliWh, neededMilliWh } of rows) {
    offeredMilliWh?.forEach((energy, i) => {
      pools[i]! += energy
    })
    neededMilliWh?.forEach((energy, i) => {
      if (Number.isNaN(energy)) pools[i] = Number.NaN
    })
  }
  rows.forEach(({ member, neededMilliWh }, place) => {
    if (neededMilliWh === null) return
    const own = points.get(member.id) ?? []
    points.set(member.id, own)
    for (let i = 0; i < grid.count; i++) {
      const pool = pools[i]!
      const perKwh = worth[place]![i]!
      if (pool > 0 && neededMilliWh[i]! > 0 && !Number.isNaN(perKwh))
        own.push({ pool, need: neededMilliWh[i]!, perMilliWh: perKwh / 1e6 })
    }
  })
}
