import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { writeDecimal } from '../../shared/pricing/decimal-text.ts'

export type ExchangeRateRow = Answer<'GET /pricing/exchange-rates'>['exchangeRates'][number]

export const exchangeRatesQuery = queryOptions({
  queryKey: ['exchange-rates'],
  queryFn: async ({ signal }) => (await call('GET /pricing/exchange-rates', { signal })).exchangeRates,
})

/** "1 EUR = 24,35 CZK", with every digit that was entered. */
export function rateText({ from, to, rate }: ExchangeRateRow, locale: string): string {
  return `1 ${from} = ${writeDecimal(rate, formatTag(locale))} ${to}`
}
