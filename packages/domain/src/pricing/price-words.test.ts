import { expect, test } from 'vitest'
import { findPriceNameKey, missingPriceText, pricePartKey, priceSourceText } from './price-words.ts'

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

const t = (key: string, values?: Record<string, string>) =>
  values ? `${key} ${JSON.stringify(values)}` : key

test('a source is named by what people know it by', () => {
  const textOf = (source: Parameters<typeof priceSourceText>[0]) => priceSourceText(source, t)
  expect(textOf({ kind: 'priceList', name: 'Redni' })).toBe('Redni')
  expect(textOf({ kind: 'networkTariff', name: 'ESB', source: 'esb.ie' })).toBe('ESB (esb.ie)')
  expect(textOf({ kind: 'published' })).toBe('location_pricing.source.published')
  expect(textOf({ kind: 'spotMarket', region: 'SI', source: 'entsoe' })).toBe(
    'location_pricing.source.spot_market {"region":"SI","source":"ENTSO-E Transparency Platform"}',
  )
  expect(textOf({ kind: 'spotMarket', region: 'SI', source: 'modelled' })).toContain(
    'spot_market.source.modelled',
  )
})

test('a reason names the market or the currencies that it is about', () => {
  expect(missingPriceText({ kind: 'noSpotPrice', region: 'SI' }, t)).toBe(
    'price_lists.missing.noSpotPrice {"region":"SI"}',
  )
  expect(missingPriceText({ kind: 'noExchangeRate', from: 'CHF', to: 'EUR' }, t)).toBe(
    'price_lists.missing.noExchangeRate {"from":"CHF","to":"EUR"}',
  )
  expect(missingPriceText({ kind: 'noReadings' }, t)).toBe('price_lists.missing.noReadings')
})
