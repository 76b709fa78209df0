import { readFileSync } from 'node:fs'
import type { FixedPrice, SpotMarketPrice, TimeOfUsePrice } from '@ohmstead/domain/pricing/price-list-terms'
import type { SupplyOfferTerms } from '@ohmstead/domain/pricing/supply-offer'
import type { Db } from '../../platform/db/db.ts'
import { type KeptLibraryPlans, seedLibraryTimePlans } from '../time-of-use/library-time-plans.ts'
import { insertOffer, insertOfferVersion, type WrittenOffer } from './supply-offer-queries.ts'

/** Four prices a day by season, as suppliers print them; the hours are those of a time-of-use plan of the library. */
interface FourWindowPrice {
  kind: 'four_windows'
  solarLow: string
  solarHigh: string
  base: string
  peak: string
  substitute: string
}

type LibraryPrice = FixedPrice | SpotMarketPrice | FourWindowPrice

interface LibraryOffer extends Omit<WrittenOffer, 'terms'> {
  key: string
  terms: Omit<SupplyOfferTerms, 'buy' | 'sell'> & { buy: LibraryPrice; sell: LibraryPrice | null }
}

const library = JSON.parse(
  readFileSync(new URL('./library-offers.json', import.meta.url), 'utf8'),
) as LibraryOffer[]

/** Stores the offers that come with the platform and are not there yet; those that somebody changed stay as they are. */
export async function seedSupplyOffers(db: Db, now: number): Promise<void> {
  const plans = await seedLibraryTimePlans(db, now)
  await db.transaction(async (tx) => {
    for (const { key, ...offer } of library) {
      const { buy, sell } = offer.terms
      const terms = { ...offer.terms, buy: toPrice(buy, plans), sell: sell && toPrice(sell, plans) }
      const id = await insertOffer(tx, { ...offer, terms }, { libraryKey: key, now })
      if (id !== null) await insertOfferVersion(tx, id, null, now)
    }
  })
}

function toPrice(price: LibraryPrice, { fourWindows }: KeptLibraryPlans): SupplyOfferTerms['buy'] {
  if (price.kind !== 'four_windows') return price
  const { timePlanId, blockIds } = fourWindows
  const windows = ['solarLow', 'solarHigh', 'base', 'peak'] as const
  const prices: TimeOfUsePrice['prices'] = windows.map((window) => ({
    blockId: blockIds[window],
    price: price[window],
    tiers: [],
  }))
  return { kind: 'time_of_use', timePlanId, prices, substitute: price.substitute }
}
