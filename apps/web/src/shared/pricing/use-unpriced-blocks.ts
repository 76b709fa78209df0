import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { findUnpricedBlocks, timeOfUsePricesOf } from '@ohmstead/domain/pricing/unpriced-blocks'
import { usePriceWords } from './use-price-words.ts'
import { useTimePlans } from './use-time-plans.ts'

/** Titles of blocks that a list gives no price; none as long as the plans are not known. */
export function useUnpricedBlocks(): (terms: PriceListTerms) => string[] {
  const { data: plans } = useTimePlans()
  const words = usePriceWords()
  return (terms) =>
    timeOfUsePricesOf(terms).flatMap(({ price, blockType }) => {
      const plan = plans?.find(({ id }) => id === price.timePlanId)
      return plan
        ? findUnpricedBlocks(price, plan.blocks, blockType).map(({ title }) => words.name(title))
        : []
    })
}
