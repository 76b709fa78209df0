import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { billTotals, missingPrice, pricePart } from './location-pricing-bill.ts'
import { countryOfPrices, currencyCode, priceListTerms } from './price-terms.ts'
import { bodyId, localDay } from './wire.ts'

/** For drawing only: nothing is added up from it. */
const drawn = z.array(z.number().nullable())

/** A month of a location under the prices that it has, and under a draft of others. */
export const monthUnder = z.object({
  month: z.string(),
  /** The month has not ended: its whole days until yesterday. */
  isPart: z.boolean(),
  /** Under the lists of the location's plan. */
  now: billTotals,
  nowCurrency: currencyCode,
  draft: billTotals,
  draftCurrency: currencyCode,
  isProvisional: z.boolean(),
  /** Why something is unknown under the draft. */
  missing: z.array(missingPrice),
})
monthUnder.register(z.globalRegistry, { id: 'MonthUnderPrices' })
export type MonthUnderView = z.output<typeof monthUnder>

const preview = z.object({
  currency: currencyCode,
  timeZone: z.string(),
  day: z.string(),
  /** Starts of the quarter-hours of the day; 92 to 100 of them. */
  starts: z.array(z.number()),
  importPrice: drawn,
  exportPrice: drawn,
  /** What the price of energy taken consists of, part by part. */
  parts: z.array(z.object({ part: pricePart, rates: drawn })),
  /** Why a price is unknown, each reason once. */
  missing: z.array(missingPrice),
  /** The last whole month of the location, of a replaced list the last one that it prices; null without a location. */
  lastMonth: monthUnder.nullable(),
})
preview.register(z.globalRegistry, { id: 'PriceListPreview' })
export type PriceListPreview = z.output<typeof preview>

export const priceListPreviewEndpoints = {
  preview: endpoint({
    method: 'POST',
    path: '/pricing/price-lists/preview',
    summary:
      'What a price list would charge: the all-in price of every quarter-hour of a day, and a location’s last month under it. Stores nothing.',
    permission: 'role.basic',
    cost: 10,
    body: z.object({
      countryCode: countryOfPrices,
      terms: priceListTerms,
      day: localDay,
      locationId: bodyId.nullable().default(null),
      /** The list of the location's plan that it would replace; null: it alone holds on all days. */
      replaces: bodyId.nullable().default(null),
    }),
    answer: z.object({ preview }),
    errors: ['not_found'],
  }),
}
