import type { EnergyPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { timeOfUsePricesOf } from '@ohmstead/domain/pricing/unpriced-blocks'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { classify } from './energy-classes.ts'
import { layOnGrid } from './ledger/lay-on-grid.ts'
import { ownerOf } from './ledger/ledger-model.ts'
import { usedOf } from './ledger/month-state.ts'
import { type DayTerms, splitMonth, termsOn } from './ledger/segments.ts'
import type { GridMonth, LocalGrid } from './local-grid.ts'
import type { PricingWorld } from './pricing-world.ts'
import type { WorldLookup } from './world-lookup.ts'

/** What has tiers of its own: the supplier's price, the distributor's, and that of what is fed in. */
export type TieredPart = 'energy' | 'networkEnergy' | 'feedIn'

/** Milliwatt-hours that the class of a quarter-hour had used before it in the month, by place on the grid; null without tiers. */
export type TiersUsed = Readonly<Record<TieredPart, Float64Array | null>>

const nothing: TiersUsed = { energy: null, networkEnergy: null, feedIn: null }

/** Of the first kilowatt-hour of a month, mWh. */
export const nothingUsed: Readonly<Record<TieredPart, number>> = { energy: 0, networkEnergy: 0, feedIn: 0 }

/** What was used before a quarter-hour, mWh. */
export const usedIn = ({ energy, networkEnergy, feedIn }: TiersUsed, place: number) => ({
  energy: energy?.[place] ?? 0,
  networkEnergy: networkEnergy?.[place] ?? 0,
  feedIn: feedIn?.[place] ?? 0,
})

/** Whether a price depends on what was used before. */
export function hasTiers({ priceLists, timePlans }: PricingWorld): boolean {
  const ofLists = Object.values(priceLists)
    .flatMap(({ terms }) => timeOfUsePricesOf(terms))
    .flatMap(({ price }) => price.prices)
  const ofPlans = Object.values(timePlans).flatMap(({ blocks }) => blocks)
  return [...ofLists, ...ofPlans].some(({ tiers }) => tiers.length > 0)
}

/** Follows the energies through months as the bill does; what is not read yet counts as nothing. */
export function findTiersUsed(
  lookup: WorldLookup,
  { grid, months }: { grid: LocalGrid; months: readonly GridMonth[] },
  series: QuarterHourSeries | null,
): TiersUsed {
  if (series === null || !hasTiers(lookup.world)) return nothing
  const energies = layOnGrid(series, grid)
  const row = () => new Float64Array(grid.count)
  const used = { energy: row(), networkEnergy: row(), feedIn: row() }
  for (const month of months) {
    const sums = new Map<string, Float64Array>()
    // Where only an exchange rate changes, the sums run on: any currency will do.
    for (const { from, to, day, list } of splitMonth(lookup, grid, month, 'EUR')) {
      if (list === null) continue
      for (const one of pricesOf(termsOn(lookup, list, day), energies)) {
        const { part, owner, price, milliWh } = one
        if (price?.kind !== 'time_of_use' || milliWh === null) continue
        const blockType = part === 'networkEnergy' ? 'PRICING_NETWORK' : 'PRICING_ENERGY'
        const { classes, classAt } = classify(price, list, blockType, lookup)
        const sum = usedOf({ used: sums }, `${owner}/${part}`, classes)
        for (let i = from; i < to; i++) {
          const place = classAt(grid.day[i]!, grid.minute[i]!)
          if (place < 0) continue
          used[part][i] = sum[place]!
          if (milliWh[i]! > 0) sum[place]! += milliWh[i]!
        }
      }
    }
  }
  return used
}

interface PricedFlow {
  part: TieredPart
  owner: string
  price: EnergyPrice | null
  milliWh: Float64Array | null
}

function pricesOf(
  { list, listSource, network }: DayTerms,
  { importMilliWh, exportMilliWh }: QuarterHourSeries,
): PricedFlow[] {
  const { buy, sell } = list.terms
  const owner = ownerOf(listSource)
  return [
    { part: 'energy', owner, price: buy, milliWh: importMilliWh },
    { part: 'feedIn', owner, price: sell, milliWh: exportMilliWh },
    ...(network
      ? [
          {
            part: 'networkEnergy' as const,
            owner: ownerOf(network.source),
            price: network.prices?.energy ?? null,
            milliWh: importMilliWh,
          },
        ]
      : []),
  ]
}
