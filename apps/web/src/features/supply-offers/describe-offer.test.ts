import { expect, test } from 'vitest'
import { createPriceText } from '../../shared/pricing/use-price-text.ts'
import { listPrices } from './describe-offer.ts'

const spot = {
  ...{ kind: 'spot_market' as const, region: 'SI', floor: null, hourlyCap: null, monthlyCap: null },
  substitute: null,
}
const t = (key: string) => (key === 'supply_offers.price.spot_word' ? 'spot' : key)

test.each([
  ['1', '0.01199', 'spot + €0.01199/kWh'],
  ['1', '-0.008', 'spot − €0.00800/kWh'],
  ['0.9', '0', 'spot × 0.9 + €0.00000/kWh'],
])('a market price with factor %s and markup %s reads "%s"', (factor, markup, text) => {
  const price = { ...spot, factor, markup }
  const [formula] = listPrices(price, { currency: 'EUR' }, createPriceText('en'), t as never, () => null)
  expect(formula!.value).toBe(text)
})
