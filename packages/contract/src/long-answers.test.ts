import { expect, test } from 'vitest'
import { priceListEndpoints } from './price-lists.ts'
import { ratePlanEndpoints } from './rate-plans.ts'
import { spotMarketEndpoints } from './spot-market.ts'

const { list, ofLocation, versions } = priceListEndpoints

// At the price of a short answer one person could ask a hundred times a second for megabytes.
test.each([
  ...[list, ofLocation, versions],
  ...[ratePlanEndpoints.list, ratePlanEndpoints.ofLocation, ratePlanEndpoints.versions],
  ...[spotMarketEndpoints.prices, spotMarketEndpoints.heatMap],
])('hundreds of lists, plans and versions, and years of prices cost more than a page: $path', ({ cost }) => {
  expect(cost).toBe(10)
})
