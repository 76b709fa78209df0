import { expect, test } from 'vitest'
import { findPriceNameKey, pricePartKey } from './price-words.ts'

test('names of the engine have a text, what somebody typed has none, whatever it is', () => {
  expect(findPriceNameKey('block1')).toBe('calculations.category.block1')
  expect(findPriceNameKey('Osnovno okno')).toBe('time_of_use.library.base')
  expect(findPriceNameKey('Mesečno nadomestilo')).toBe('price_lists.offer.monthly_fee')
  for (const typed of ['Electronic invoice', '', 'constructor', '__proto__', 'toString'])
    expect(findPriceNameKey(typed)).toBeNull()
})

test('every part has a text', () => {
  expect([pricePartKey('energy'), pricePartKey('fees'), pricePartKey('feedIn')]).toEqual([
    'calculations.part.energy',
    'location_pricing.part.fees',
    'location_pricing.part.feed_in',
  ])
})
