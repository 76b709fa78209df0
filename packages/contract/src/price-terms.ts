import { decimalPattern } from '@ohmstead/domain/money/exact'
import { type CurrencyCode, currencyCodes } from '@ohmstead/domain/pricing/currencies'
import { z } from 'zod'
import { bodyId, line, localDay, ruledText } from './wire.ts'

// The parts of a price list on the wire, as `PriceListTerms` of the domain has them. Amounts are decimal texts, so that no
// binary number stands between what was typed and what is billed. Ranges are checked by `checkTerms` of the domain.

export const decimalText = z.string('required').trim().regex(decimalPattern, 'double')
decimalText.register(z.globalRegistry, { id: 'DecimalText' })

export const currencyCode = z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]])
currencyCode.register(z.globalRegistry, { id: 'CurrencyCode' })

export const countryOfPrices = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'regex')

const tier = z.object({ aboveKwh: z.number('double').min(0, 'min_value'), value: decimalText })
tier.register(z.globalRegistry, { id: 'PriceTier' })
export const priceTiers = z.array(tier).max(20, 'max')

export const fixedPrice = z.object({
  kind: z.literal('fixed'),
  t0: decimalText.nullable(),
  t1: decimalText.nullable(),
  t2: decimalText.nullable(),
})
fixedPrice.register(z.globalRegistry, { id: 'FixedPrice' })

export const spotMarketPrice = z.object({
  kind: z.literal('spot_market'),
  region: line(20),
  factor: decimalText,
  markup: decimalText,
  floor: decimalText.nullable(),
  hourlyCap: decimalText.nullable(),
  monthlyCap: decimalText.nullable(),
  substitute: decimalText.nullable(),
})
spotMarketPrice.register(z.globalRegistry, { id: 'SpotMarketPrice' })

const blockPrice = z.object({ blockId: bodyId, price: decimalText, tiers: priceTiers })
blockPrice.register(z.globalRegistry, { id: 'BlockPrice' })

export const timeOfUsePrice = z.object({
  kind: z.literal('time_of_use'),
  timePlanId: bodyId,
  prices: z.array(blockPrice).max(50, 'max'),
  substitute: decimalText.nullable(),
})
timeOfUsePrice.register(z.globalRegistry, { id: 'TimeOfUsePrice' })

export const energyPrice = z.discriminatedUnion('kind', [fixedPrice, spotMarketPrice, timeOfUsePrice])

const networkPowerPrice = z.object({
  basis: z.enum(['agreed', 'monthly_peak']),
  perKwMonth: decimalText,
  agreedKw: decimalText.nullable(),
  peaks: z.number().int().min(1, 'min_value').max(10, 'max_value'),
})
networkPowerPrice.register(z.globalRegistry, { id: 'NetworkPowerPrice' })

const networkParts = {
  energy: z.discriminatedUnion('kind', [fixedPrice, timeOfUsePrice]).nullable(),
  power: networkPowerPrice.nullable(),
  monthlyFee: decimalText.nullable(),
}
export const networkPrices = z.object(networkParts)
networkPrices.register(z.globalRegistry, { id: 'NetworkPrices' })

const networkTerms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('published') }),
  z.object({ kind: z.literal('tariff'), networkTariffId: bodyId }),
  z.object({ kind: z.literal('entered'), ...networkParts }),
])

const taxRow = z.object({
  name: line(100),
  kind: z.enum(['per_kwh', 'per_kw_month', 'per_month', 'vat']),
  rate: decimalText,
  validFrom: localDay,
  validTo: localDay.nullable(),
})
taxRow.register(z.globalRegistry, { id: 'TaxRow' })

const minuteOfDay = z.number().int().min(0, 'min_value').max(1440, 'max_value')

export const priceListTerms = z.object({
  currency: currencyCode,
  isMultiTariff: z.boolean(),
  highTariff: z.object({ fromMinute: minuteOfDay, toMinute: minuteOfDay, onWorkdaysOnly: z.boolean() }),
  hasExportPrice: z.boolean(),
  buy: energyPrice,
  sell: energyPrice.nullable(),
  buyFeePerKwh: decimalText,
  sellFeePerKwh: decimalText,
  monthlyFees: z.array(z.object({ name: line(100), amount: decimalText })).max(20, 'max'),
  network: networkTerms,
  taxes: z.object({ published: z.boolean(), rows: z.array(taxRow).max(100, 'max') }),
})
priceListTerms.register(z.globalRegistry, { id: 'PriceListTerms' })

/** Why something was changed, in the words of whoever changed it. */
export const changeReason = ruledText([{ rule: 'max', length: 500 }])
  .nullable()
  .default(null)
