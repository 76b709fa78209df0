import { z } from 'zod'
import { missingPrice } from './location-pricing-bill.ts'
import { currencyCode } from './price-terms.ts'

// What prices of a location amount to: by the quarter-hour, by bucket, by month, and after a change.

export const prices = z.object({
  currency: currencyCode,
  time_zone: z.string(),
  from: z.number(),
  to: z.number(),
  /** The all-in price of a kilowatt-hour taken from the grid in each quarter-hour; null if unknown. */
  importPrices: z.array(z.number().nullable()),
  /** What a kilowatt-hour fed in earns. */
  exportPrices: z.array(z.number().nullable()),
})
prices.register(z.globalRegistry, { id: 'LocationPrices' })
export type LocationPricesView = z.output<typeof prices>

/** Money per bucket, with VAT and the share of monthly amounts; null if a price is unknown or nothing was read. */
export const costs = z.object({
  from: z.number(),
  to: z.number(),
  interval: z.number(),
  time_zone: z.string(),
  ts: z.array(z.number()),
  currency: currencyCode,
  importCosts: z.array(z.string().nullable()),
  exportRevenues: z.array(z.string().nullable()),
  /** Of the buckets that are known. */
  totals: z.object({ importCost: z.string().nullable(), exportRevenue: z.string().nullable() }),
  estimated: z.array(z.number()),
  incomplete: z.array(z.number()),
  missing: z.array(missingPrice),
})
costs.register(z.globalRegistry, { id: 'LocationCosts' })
export type LocationCostsView = z.output<typeof costs>

export const readings = z.object({ official: z.number(), controller: z.number(), none: z.number() })
readings.register(z.globalRegistry, { id: 'ReadingSources' })

const monthMoney = z.object({ amount: z.string().nullable(), currency: currencyCode })
monthMoney.register(z.globalRegistry, { id: 'MonthMoney' })
export const repricing = z.object({
  id: z.number(),
  cause: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('priceList'),
      id: z.number(),
      name: z.string(),
      versionBefore: z.number(),
      version: z.number(),
      reason: z.string().nullable(),
    }),
    z.object({
      kind: z.literal('ratePlan'),
      id: z.number(),
      name: z.string(),
      reason: z.string().nullable(),
    }),
    z.object({ kind: z.enum(['timePlan', 'networkTariff']), id: z.number(), name: z.string() }),
    z.object({ kind: z.literal('exchangeRates'), name: z.string() }),
    z.object({
      kind: z.literal('locationPlan'),
      name: z.string().nullable(),
      before: z.string().nullable(),
    }),
    z.object({ kind: z.literal('meteringPoint') }),
  ]),
  changedAt: z.number(),
  /** First name; null if the account is gone. */
  changedBy: z.string().nullable(),
  months: z.array(z.object({ month: z.string(), before: monthMoney, after: monthMoney })),
})
repricing.register(z.globalRegistry, { id: 'Repricing' })
export type RepricingView = z.output<typeof repricing>

const monthCost = z.object({
  month: z.string(),
  until: z.number(),
  currency: currencyCode,
  importCost: z.string().nullable(),
  exportRevenue: z.string().nullable(),
  isProvisional: z.boolean(),
  /** Prices, plan or point have changed since: it is no longer what the location's bill says. */
  isOutdated: z.boolean(),
  /** Why it is unknown. */
  missing: z.array(missingPrice),
})
monthCost.register(z.globalRegistry, { id: 'MonthCost' })

const monthCostRow = z.object({
  locationId: z.number(),
  locationGroupId: z.number(),
  name: z.string(),
  hasPlan: z.boolean(),
  /** Its point has yearly net metering, which the cost does not count. */
  isNetted: z.boolean(),
  /** Null without a plan, or if it was not worked out this month yet. */
  cost: monthCost.nullable(),
})
monthCostRow.register(z.globalRegistry, { id: 'MonthCostRow' })
export type MonthCostRow = z.output<typeof monthCostRow>

/** Of one currency, of locations whose cost is known and not outdated. */
const monthCostSum = z.object({
  currency: currencyCode,
  importCost: z.string(),
  exportRevenue: z.string(),
  locations: z.number(),
  /** Of them provisional. */
  provisional: z.number(),
  /** The earliest and the latest instant up to which one of them counts. */
  fromUntil: z.number(),
  toUntil: z.number(),
})
monthCostSum.register(z.globalRegistry, { id: 'MonthCostSum' })

export const monthCosts = z.object({
  rows: z.array(monthCostRow),
  total: z.number(),
  page_size: z.number(),
  sums: z.array(monthCostSum),
  /** How many locations are in no sum, and why. */
  uncounted: z.object({
    noPlan: z.number(),
    notWorkedOut: z.number(),
    outdated: z.number(),
    unknown: z.number(),
  }),
})
monthCosts.register(z.globalRegistry, { id: 'MonthCosts' })
export type MonthCostsView = z.output<typeof monthCosts>
