import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'

export type ExchangeRateRow = Answer<'GET /pricing/exchange-rates'>['exchangeRates'][number]

export const exchangeRatesQuery = queryOptions({
  queryKey: ['exchange-rates'],
  queryFn: async ({ signal }) => (await call('GET /pricing/exchange-rates', { signal })).exchangeRates,
})
