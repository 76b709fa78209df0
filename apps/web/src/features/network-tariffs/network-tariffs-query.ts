import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'

export type NetworkTariffRow = Answer<'GET /pricing/network-tariffs'>['networkTariffs'][number]

export const networkTariffsQuery = queryOptions({
  queryKey: ['network-tariffs'],
  queryFn: async ({ signal }) => (await call('GET /pricing/network-tariffs', { signal })).networkTariffs,
})
