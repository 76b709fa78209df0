import { shiftDaysOf } from '@ohmstead/pricing/compare-offers/market-years'
import type { MarketYear } from '@ohmstead/pricing/compare-offers/offer-comparison'
import type { Queryable } from '../../platform/db/db.ts'
import { findSpotPrices } from '../spot-market/find-spot-prices.ts'

const dayMs = 86_400_000

/** Market prices of a span so many years earlier, as far as they are stored. */
export function readMarketYears(
  db: Queryable,
  regions: readonly string[],
  count: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<MarketYear[]> {
  const years = Array.from({ length: regions.length === 0 ? 0 : count }, (_, place) => place + 1)
  return Promise.all(
    years.map(async (yearsBack) => {
      const shiftMs = shiftDaysOf(yearsBack) * dayMs
      const read = async (region: string) =>
        [region, await findSpotPrices(db, region, fromMs - shiftMs - dayMs, toMs - shiftMs + dayMs)] as const
      return { yearsBack, spot: Object.fromEntries(await Promise.all(regions.map(read))) }
    }),
  )
}
