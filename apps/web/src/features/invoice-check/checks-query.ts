import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { buildSeries } from '@ohmstead/network-fee/wire/build-series'
import type { Bill } from '@ohmstead/pricing/bill-model'
import type { Evidence } from '@ohmstead/pricing/invoice/comparison-model'
import {
  energyKnownQuantities,
  firstDayNeeded,
  meterKnownQuantities,
  powerKnownQuantities,
} from '@ohmstead/pricing/invoice/known-quantities'
import {
  listedKnownRates,
  offeredKnownRates,
  publishedKnownRates,
} from '@ohmstead/pricing/invoice/known-rates'
import { decodeWorld } from '@ohmstead/pricing/wire/pricing-world-wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { meterComparisonQuery } from '../../shared/pricing/bill-query.ts'
import { locationPricingKey } from '../../shared/pricing/location-prices-query.ts'
import { offersQuery } from '../../shared/pricing/offers-query.ts'
import { queryClient } from '../../shared/query-client.ts'

interface Days {
  from: string
  to: string
}

export const checksKey = (locationId: number) => ['invoice-checks', locationId] as const

export function checksQuery(locationId: number) {
  return queryOptions({
    queryKey: [...checksKey(locationId), 'list'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/invoice-checks', { params: { locationId }, signal })).checks,
  })
}

/** What may explain a difference: other rates, other quantities, the other meter. Asked for only where there is one. */
export function evidenceQuery(locationId: number, { from, to }: Days, bill: Bill) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'invoice-evidence', from, to],
    queryFn: async ({ signal }): Promise<Evidence> => {
      const [{ world: wire, energies }, offers, meters] = await Promise.all([
        call('GET /locations/:locationId/pricing/world', {
          params: { locationId },
          query: { from: firstDayNeeded(from), to },
          signal,
        }),
        queryClient.fetchQuery(offersQuery(locationId)).catch(() => []),
        queryClient.fetchQuery(meterComparisonQuery(locationId, { from, to })).catch(() => null),
      ])
      const world = decodeWorld(wire)
      const { point } = world
      return {
        rates: [
          ...(point && world.countryCode === 'SI' ? publishedKnownRates(point, publishedRates) : []),
          ...listedKnownRates(world),
          ...offeredKnownRates(offers, world.timePlans),
        ],
        quantities: [
          ...energyKnownQuantities(world, buildSeries(energies), { from, to }),
          ...(point ? powerKnownQuantities(point) : []),
          ...(meters ? meterKnownQuantities(bill, kwhOf(meters)) : []),
        ],
      }
    },
    staleTime: 60_000,
  })
}

const kwhOf = ({ official, controller }: Record<'official' | 'controller', { importMilliWh: number }>) => ({
  official: (official.importMilliWh / 1e6).toFixed(6),
  controller: (controller.importMilliWh / 1e6).toFixed(6),
})
