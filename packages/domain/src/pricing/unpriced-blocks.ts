import type { PriceListTerms, TimeOfUsePrice } from './price-list-terms.ts'
import type { TimePlanBlock, TimePlanBlockType } from './time-plan.ts'

export interface UsedTimePlan {
  price: TimeOfUsePrice
  blockType: Extract<TimePlanBlockType, 'PRICING_ENERGY' | 'PRICING_NETWORK'>
}

/** The time-of-use prices of a list, and the blocks that each of them prices. */
export function timeOfUsePricesOf({ buy, sell, network }: PriceListTerms): UsedTimePlan[] {
  const networkPrice = network.kind === 'entered' ? network.energy : null
  const energy = [buy, sell].flatMap((price) =>
    price?.kind === 'time_of_use' ? [{ price, blockType: 'PRICING_ENERGY' as const }] : [],
  )
  if (networkPrice?.kind !== 'time_of_use') return energy
  return [...energy, { price: networkPrice, blockType: 'PRICING_NETWORK' }]
}

/** The blocks for which neither the list nor the block itself has a price. */
export function findUnpricedBlocks<Block extends Pick<TimePlanBlock, 'id' | 'type' | 'value'>>(
  { prices }: Pick<TimeOfUsePrice, 'prices'>,
  blocks: readonly Block[],
  blockType: UsedTimePlan['blockType'],
): Block[] {
  return blocks.filter(
    ({ id, type, value }) =>
      type === blockType && value === null && !prices.some(({ blockId }) => blockId === id),
  )
}
