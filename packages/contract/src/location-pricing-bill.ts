import { priceListTypes } from '@ohmstead/domain/pricing/price-list-terms'
import { z } from 'zod'
import { confidence } from './fee-months.ts'
import { currencyCode } from './price-terms.ts'

// Prices and bills as `packages/pricing` has them; the server's types are compared with these. Amounts are decimal texts.

const amount = z.string()
const amountOrUnknown = z.string().nullable()

export const priceListType = z.enum(priceListTypes)

const priceSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('priceList'),
    priceListId: z.number(),
    version: z.number(),
    name: z.string(),
  }),
  z.object({ kind: z.literal('spotMarket'), region: z.string(), source: z.string() }),
  z.object({
    kind: z.literal('networkTariff'),
    networkTariffId: z.number(),
    name: z.string(),
    source: z.string(),
  }),
  z.object({ kind: z.literal('published'), rateId: z.string() }),
])

export const missingPrice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('noPriceList') }),
  z.object({ kind: z.literal('noSpotPrice'), region: z.string() }),
  z.object({ kind: z.literal('noSlot'), timePlanId: z.number() }),
  z.object({ kind: z.literal('noBlockPrice'), timePlanId: z.number(), blockId: z.number() }),
  z.object({ kind: z.literal('noTariff'), networkTariffId: z.number().nullable() }),
  z.object({ kind: z.literal('noMeteringPoint') }),
  z.object({ kind: z.literal('noAgreedPower') }),
  z.object({ kind: z.literal('noExchangeRate'), from: currencyCode, to: currencyCode }),
  z.object({ kind: z.literal('noReadings') }),
])

/** What a unit of one currency was worth in another from a day on, and who says so. */
export const usedExchangeRate = z.object({
  from: currencyCode,
  to: currencyCode,
  day: z.string(),
  rate: amount,
  source: z.string(),
})
usedExchangeRate.register(z.globalRegistry, { id: 'UsedExchangeRate' })

priceSource.register(z.globalRegistry, { id: 'PriceSource' })
missingPrice.register(z.globalRegistry, { id: 'MissingPrice' })

export const pricePart = z.enum([
  'energy',
  'networkEnergy',
  'networkPower',
  'excessPower',
  'fees',
  'levies',
  'vat',
])

const component = z.object({
  part: pricePart,
  name: z.string(),
  rate: amountOrUnknown,
  unit: z.enum(['/kWh', '/kW/month', '/month']),
  source: priceSource.nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  confidence: confidence.nullable(),
  /** What it was converted at, if it is of another currency. */
  exchange: usedExchangeRate.optional(),
  missing: missingPrice.optional(),
})
component.register(z.globalRegistry, { id: 'PriceComponent' })

const directionPrice = z.object({ components: z.array(component), total: amountOrUnknown })
directionPrice.register(z.globalRegistry, { id: 'DirectionPrice' })

export const priceAtView = z.object({
  currency: currencyCode,
  import: directionPrice,
  export: directionPrice,
})
priceAtView.register(z.globalRegistry, { id: 'PriceAt' })

const billLine = z.object({
  part: z.enum([...pricePart.options, 'feedIn']),
  name: z.string(),
  quantity: z.object({ amount, unit: z.enum(['kWh', 'kW', 'month', 'currency']) }).nullable(),
  unitPrice: amountOrUnknown,
  isMean: z.boolean(),
  exact: amount,
  amount,
  source: priceSource.nullable(),
  confidence: confidence.nullable(),
})
billLine.register(z.globalRegistry, { id: 'BillLine' })

const quality = z.object({
  intervals: z.number(),
  measured: z.number(),
  estimated: z.number(),
  missing: z.number(),
  isProvisional: z.boolean(),
})
quality.register(z.globalRegistry, { id: 'BillQuality' })

export const billTotals = z.object({
  net: amountOrUnknown,
  vat: amountOrUnknown,
  feedIn: amountOrUnknown,
  payable: amountOrUnknown,
})
billTotals.register(z.globalRegistry, { id: 'BillTotals' })

const billMonth = z.object({
  month: z.string(),
  from: z.string(),
  to: z.string(),
  isPart: z.boolean(),
  lines: z.array(billLine),
  totals: billTotals,
  exact: billTotals,
  quality,
  missing: z.array(missingPrice),
})
billMonth.register(z.globalRegistry, { id: 'BillMonth' })

export const billView = z.object({
  currency: currencyCode,
  from: z.string(),
  to: z.string(),
  months: z.array(billMonth),
  totals: billTotals,
  exact: billTotals,
  quality,
  /** What amounts of other currencies were converted at, in the order of days. */
  exchanges: z.array(usedExchangeRate),
  rounding: z.literal('lineToMinorUnit'),
})
billView.register(z.globalRegistry, { id: 'Bill' })
