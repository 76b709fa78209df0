import {
  addExact,
  type DecimalText,
  type Exact,
  formatExact,
  parseExact,
  zero,
} from '@ohmstead/domain/money/exact'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { bill } from '../bill.ts'
import type { Bill, BillMonth } from '../bill-model.ts'
import { emptyGround, type LedgerGround } from '../ledger/build-ledger.ts'
import type { PricePart } from '../price-component.ts'
import type { PricingWorld } from '../pricing-world.ts'
import { worldUnder } from '../world-under.ts'
import type { OfferCandidate, OfferParts, OfferQuestion } from './offer-comparison.ts'

export type BillOffer = (candidate: OfferCandidate, world?: PricingWorld) => Bill

/** Bills of one period under many lists; what does not depend on the list is worked out once. */
export function createOfferBiller({ world: own, energies, from, to, candidates }: OfferQuestion): BillOffer {
  const ground: LedgerGround = emptyGround()
  const currency = candidates[0]?.terms.currency ?? 'EUR'
  return (candidate, world = own) =>
    bill(
      worldUnder(world, candidate.terms, candidate.countryCode),
      candidate.energies ?? energies,
      { from, to, currency },
      ground,
    )
}

/** Whether a list's prices follow the market. */
export function isDynamic({ terms: { buy, sell } }: Pick<OfferCandidate, 'terms'>): boolean {
  return buy.kind === 'spot_market' || sell?.kind === 'spot_market'
}

/** Nothing at all was read in it. */
export const isUnread = ({ quality }: Pick<BillMonth, 'quality'>) =>
  quality.measured + quality.estimated === 0

/** What is to pay for months together; null if one of them is unknown. */
export function sumPayable(months: readonly BillMonth[]): Exact | null {
  return months.reduce<Exact | null>((sum, { totals }) => {
    return sum === null || totals.payable === null ? null : addExact(sum, parseExact(totals.payable))
  }, zero)
}

const partOf: Record<PricePart | 'feedIn', keyof OfferParts> = {
  energy: 'energy',
  networkEnergy: 'network',
  networkPower: 'network',
  excessPower: 'network',
  fees: 'fees',
  levies: 'levies',
  vat: 'vat',
  feedIn: 'feedIn',
}

/** The lines of whole months by what they are for. */
export function sumOfferParts(months: readonly BillMonth[], decimals: number): OfferParts {
  const sums: Record<keyof OfferParts, Exact> = {
    ...{ energy: zero, network: zero, fees: zero, levies: zero, vat: zero, feedIn: zero },
  }
  for (const { part, amount } of months.flatMap(({ lines }) => lines))
    sums[partOf[part]] = addExact(sums[partOf[part]], parseExact(amount))
  const text = (part: keyof OfferParts): DecimalText => formatExact(sums[part], decimals)
  const { digits, scale } = sums.feedIn
  return {
    energy: text('energy'),
    network: text('network'),
    fees: text('fees'),
    levies: text('levies'),
    vat: text('vat'),
    feedIn: formatExact({ digits: -digits, scale }, decimals),
  }
}

export const decimalsOf = ({ currency }: Pick<Bill, 'currency'>) => currencyDecimals[currency]
