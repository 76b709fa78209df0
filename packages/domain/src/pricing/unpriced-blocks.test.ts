import { expect, test } from 'vitest'
import type { PriceListTerms, TimeOfUsePrice } from './price-list-terms.ts'
import { findUnpricedBlocks, timeOfUsePricesOf } from './unpriced-blocks.ts'

const blocks = [
  { id: 1, type: 'PRICING_ENERGY' as const, value: null },
  { id: 2, type: 'PRICING_ENERGY' as const, value: '0.1' },
  { id: 3, type: 'PRICING_NETWORK' as const, value: null },
  { id: 4, type: 'LIMIT_POWER' as const, value: null },
]
const idsOf = (prices: number[], type: 'PRICING_ENERGY' | 'PRICING_NETWORK') =>
  findUnpricedBlocks(
    { prices: prices.map((blockId) => ({ blockId, price: '0.2', tiers: [] })) },
    blocks,
    type,
  ).map(({ id }) => id)

test('a block has the price of the list or its own; others of its type have none', () => {
  expect(idsOf([], 'PRICING_ENERGY')).toEqual([1])
  expect(idsOf([1], 'PRICING_ENERGY')).toEqual([])
  expect(idsOf([1], 'PRICING_NETWORK')).toEqual([3])
})

test('the supplier prices energy, the distributor the network', () => {
  const price = (timePlanId: number): TimeOfUsePrice => ({
    ...{ kind: 'time_of_use', timePlanId, prices: [], substitute: null },
  })
  const terms = {
    buy: price(1),
    sell: price(2),
    network: { kind: 'entered', energy: price(3), power: null, monthlyFee: null },
  } as unknown as PriceListTerms
  expect(timeOfUsePricesOf(terms).map((one) => [one.price.timePlanId, one.blockType])).toEqual([
    [1, 'PRICING_ENERGY'],
    [2, 'PRICING_ENERGY'],
    [3, 'PRICING_NETWORK'],
  ])
  const fixed = { kind: 'fixed', t0: '0.1', t1: null, t2: null }
  const none = { ...terms, buy: fixed, sell: null, network: { kind: 'none' } } as PriceListTerms
  expect(timeOfUsePricesOf(none)).toEqual([])
})
