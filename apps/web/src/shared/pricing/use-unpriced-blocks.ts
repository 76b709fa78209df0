import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { findUnpricedBlocks, timeOfUsePricesOf } from '@ohmstead/domain/pricing/unpriced-blocks'
import { useQuery } from '@tanstack/react-query'
import { hasRole, useUser } from '../session/current-user.ts'
import { timePlansQuery } from './time-plans-query.ts'

/** Titles of blocks that a list gives no price; none as long as the plans are not known. */
export function useUnpricedBlocks(): (terms: PriceListTerms) => string[] {
  const user = useUser()
  // Viewers do not read the plans.
  const { data: plans } = useQuery({ ...timePlansQuery, enabled: hasRole(user, 'ROLE_USER_BASIC') })
  return (terms) =>
    timeOfUsePricesOf(terms).flatMap(({ price, blockType }) => {
      const plan = plans?.find(({ id }) => id === price.timePlanId)
      return plan ? findUnpricedBlocks(price, plan.blocks, blockType).map(({ title }) => title) : []
    })
}
