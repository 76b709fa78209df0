import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countryOfPrices, currencyCode, decimalText, networkPrices } from './price-terms.ts'
import { bodyVersion, id, line, localDay } from './wire.ts'

// Network tariffs of countries without published rates, and exchange rates: kept by super admins, with their source.

const period = z.object({
  validFrom: localDay,
  validTo: localDay.nullable(),
  prices: networkPrices,
  source: line(300),
})
period.register(z.globalRegistry, { id: 'NetworkTariffPeriod' })

const tariffFields = {
  name: line(100),
  countryCode: countryOfPrices,
  /** The distributor. */
  operator: line(100),
  currency: currencyCode,
  periods: z.array(period).min(1, 'required').max(50, 'max'),
}
const tariff = z.object({ id: z.number(), version: z.number(), ...tariffFields })
tariff.register(z.globalRegistry, { id: 'NetworkTariff' })
export type NetworkTariffView = z.output<typeof tariff>

const tariffBody = z.object(tariffFields)
tariffBody.register(z.globalRegistry, { id: 'WrittenNetworkTariff' })
const tariffChange = tariffBody.extend({ version: bodyVersion })
tariffChange.register(z.globalRegistry, { id: 'ChangedNetworkTariff' })

const networkTariffId = z.object({ networkTariffId: id })
const tariffAnswer = z.object({ networkTariff: tariff })

export const networkTariffEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/pricing/network-tariffs',
    summary: 'Network tariffs, of one country or of all.',
    permission: 'signedIn',
    query: z.object({ countryCode: countryOfPrices.optional() }),
    answer: z.object({ networkTariffs: z.array(tariff) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/pricing/network-tariffs',
    summary: 'Adds a network tariff.',
    permission: 'role.superAdmin',
    body: tariffBody,
    answer: tariffAnswer,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/pricing/network-tariffs/:networkTariffId',
    summary: 'Changes a network tariff; every price list that uses it follows.',
    permission: 'role.superAdmin',
    params: networkTariffId,
    body: tariffChange,
    answer: tariffAnswer,
    errors: ['not_found', 'edited_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pricing/network-tariffs/:networkTariffId',
    summary: 'Removes a network tariff that no price list uses.',
    permission: 'role.superAdmin',
    params: networkTariffId,
    errors: ['not_found', 'network_tariff_in_use'],
  }),
}

const exchangeRateFields = {
  from: currencyCode,
  to: currencyCode,
  day: localDay,
  /** What one unit of `from` is worth in `to`. */
  rate: decimalText,
  source: line(300),
}
const exchangeRate = z.object(exchangeRateFields)
exchangeRate.register(z.globalRegistry, { id: 'ExchangeRate' })
export type ExchangeRateView = z.output<typeof exchangeRate>
const exchangeRatesAnswer = z.object({ exchangeRates: z.array(exchangeRate) })

export const exchangeRateEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/pricing/exchange-rates',
    summary:
      'Exchange rates, the newest first. Each holds from its day until the next of the same currencies.',
    permission: 'signedIn',
    answer: exchangeRatesAnswer,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/pricing/exchange-rates',
    summary: 'Enters the exchange rate of a day, or corrects it.',
    permission: 'role.superAdmin',
    body: z.object({
      ...exchangeRateFields,
      replaces: decimalText
        .nullable()
        .describe(
          'The rate that the day is known to have, null for none: one that nobody has seen is not replaced.',
        ),
    }),
    answer: exchangeRatesAnswer,
    errors: ['edited_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pricing/exchange-rates/:from/:to/:day',
    summary: 'Removes the exchange rate of a day; the one before holds on.',
    permission: 'role.superAdmin',
    params: z.object({ from: currencyCode, to: currencyCode, day: localDay }),
    /** As it was read: another one is not removed. */
    query: z.object({ rate: decimalText }),
    answer: exchangeRatesAnswer,
    errors: ['not_found', 'edited_meanwhile'],
  }),
}
