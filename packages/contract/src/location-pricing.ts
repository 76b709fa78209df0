import { z } from 'zod'
import { isDayRange, isShortEnough } from './calculations.ts'
import { rangeQuery } from './charts.ts'
import { endpoint } from './endpoint.ts'
import { billView, priceAtView } from './location-pricing-bill.ts'
import { meterComparisonView } from './location-pricing-meters.ts'
import { costs, monthCosts, prices, readings, repricing } from './location-pricing-money.ts'
import { pricing, version } from './location-pricing-view.ts'
import { pricingWorldView, quarterHours } from './location-pricing-world.ts'
import { mediaTypes } from './media-types.ts'
import { manualConsumerInfo } from './portal-consumer-info.ts'
import { currencyCode } from './price-terms.ts'
import { bodyId, id, instant, interfaceLocale, localDay } from './wire.ts'

const locationId = z.object({ locationId: id })
const pricingAnswer = z.object({ pricing })

const days = z
  .object({ from: localDay, to: localDay })
  .refine(isDayRange, { path: ['to'], error: 'range_reversed' })
  .refine(isShortEnough, { path: ['from'], error: 'range_too_long' })

const daysOfFile = z
  .object({ from: localDay, to: localDay, locale: interfaceLocale.optional() })
  .refine(isDayRange, { path: ['to'], error: 'range_reversed' })
  .refine(isShortEnough, { path: ['from'], error: 'range_too_long' })

/** Of plans, tariffs and zones that no list of the location has yet. */
const idList = z.union([id.transform((one) => [one]), z.array(id).max(20, 'max')]).default([])
const regionCode = z.string().regex(/^[\w-]{1,20}$/, 'regex')
const regionList = z
  .union([regionCode.transform((one) => [one]), z.array(regionCode).max(5, 'max')])
  .default([])
const currencyList = z
  .union([currencyCode.transform((one) => [one]), z.array(currencyCode).max(5, 'max')])
  .default([])

const longestPricesMs = 400 * 86_400_000
/** Twenty years: nobody has more readings, and each quarter-hour of it is priced. */
const longestCostsMs = 7_305 * 86_400_000
const setupLocation = z.object({
  id: z.number(),
  name: z.string(),
  companyId: z.number(),
  locationGroupId: z.number(),
  hasActiveList: z.boolean(),
})
setupLocation.register(z.globalRegistry, { id: 'LocationToPrice' })

export const locationPricingEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing',
    summary:
      'How a location is priced: its utility rate plan, which list holds when, and its metering point.',
    permission: 'location.view',
    params: locationId,
    answer: pricingAnswer,
  }),
  setPlan: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/pricing/plan',
    summary: 'Gives a location a utility rate plan of its company or of the caller, or none.',
    permission: 'location.edit',
    params: locationId,
    body: z.object({ ratePlanId: bodyId.nullable(), version }),
    answer: pricingAnswer,
    errors: ['edited_meanwhile'],
  }),
  setPoint: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/pricing/metering-point',
    summary:
      'Joins a location with a metering point of the caller, describes its point by hand, or does neither.',
    permission: 'location.edit',
    params: locationId,
    body: z.object({
      abstractDeviceId: bodyId.nullable(),
      /** Absent leaves it as it is; it counts while no point is joined. */
      manualPoint: manualConsumerInfo.nullable().optional(),
      version,
    }),
    answer: pricingAnswer,
    errors: ['edited_meanwhile', 'metering_point_joined', 'in_another_group'],
  }),
  price: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/price',
    summary: 'What a kilowatt-hour costs and earns at an instant, and why; now by default.',
    permission: 'location.view',
    params: locationId,
    query: z.object({ at: instant.optional() }),
    answer: z.object({ at: z.number(), price: priceAtView }),
  }),
  prices: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/prices',
    summary: 'All-in prices by the quarter-hour, for up to 400 days; both ends on a quarter-hour.',
    permission: 'location.view',
    params: locationId,
    query: z
      .object({ from: instant, to: instant })
      .refine(({ from, to }) => to > from, { path: ['to'], error: 'range_reversed' })
      .refine(({ from, to }) => to - from <= longestPricesMs, { path: ['from'], error: 'range_too_long' })
      .refine(({ from, to }) => from % 900_000 === 0 && to % 900_000 === 0, {
        path: ['from'],
        error: 'regex',
      }),
    cost: 10,
    answer: prices,
  }),
  bill: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/bill',
    summary: 'The bill of a location over local days, month by month, with the quality of its readings.',
    permission: 'location.view',
    params: locationId,
    query: days,
    cost: 10,
    answer: z.object({
      bill: billView,
      readings,
      /** Settled by the year; shares energy on some of the days, of which the supplier bills only the rest. */
      caveats: z.array(z.enum(['netMetering', 'sharing'])),
    }),
  }),
  billXlsx: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/bill/xlsx',
    summary: 'The same as a workbook (XLSX): every line and sum as numbers, with sources and quality.',
    permission: 'location.view',
    params: locationId,
    query: daysOfFile,
    media: [mediaTypes.xlsx],
    cost: 10,
  }),
  costs: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/costs',
    summary: 'What energy cost and earned per bucket: the buckets of the charts, of a quarter-hour at least.',
    permission: 'location.view',
    params: locationId,
    query: rangeQuery.refine(({ from, to }) => to - from <= longestCostsMs, {
      path: ['from'],
      error: 'range_too_long',
    }),
    cost: 10,
    answer: costs,
  }),
  world: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/world',
    summary:
      'Everything that the money of a location follows from over local days, so that a browser can price it itself; also what a draft refers to.',
    permission: 'location.view',
    params: locationId,
    query: z
      .object({
        from: localDay,
        to: localDay,
        timePlan: idList,
        region: regionList,
        networkTariff: idList,
        currency: currencyList,
      })
      .refine(isDayRange, { path: ['to'], error: 'range_reversed' })
      .refine(isShortEnough, { path: ['from'], error: 'range_too_long' }),
    cost: 10,
    answer: z.object({ world: pricingWorldView, energies: quarterHours }),
  }),
  ofPoint: endpoint({
    method: 'GET',
    path: '/pricing/abstract-devices/:deviceId/location',
    summary:
      'The location with prices that a metering point is joined with; null without one that the caller sees.',
    permission: 'signedIn',
    params: z.object({ deviceId: id }),
    answer: z.object({ location: z.object({ id: z.number(), name: z.string() }).nullable() }),
    errors: ['not_found'],
  }),
  setup: endpoint({
    method: 'GET',
    path: '/pricing/setup',
    summary:
      'Locations the caller sees, those without an active price list first; of one company or of one of its groups and below.',
    permission: 'signedIn',
    query: z.object({ companyId: id.optional(), locationGroupId: id.optional() }),
    answer: z.object({
      /** At most 50. */
      locations: z.array(setupLocation),
      total: z.number(),
      unpriced: z.number(),
    }),
  }),
  assignPlan: endpoint({
    method: 'PUT',
    path: '/companies/:companyId/pricing/plan',
    summary:
      'Gives locations of a company one utility rate plan: those named, or all of it or of a group and below. Their past months are priced again by a job.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    body: z.object({
      ratePlanId: bodyId,
      /** That group and below; null: the whole company. */
      locationGroupId: bodyId.nullable(),
      /** Only these; null: all. */
      locationIds: z.array(bodyId).min(1, 'required').max(50, 'max').nullable(),
      /** Leaves out those with an active price list. */
      onlyUnpriced: z.boolean(),
    }),
    cost: 100,
    answer: z.object({
      /** Locations that have another plan than before. */
      assigned: z.number(),
    }),
  }),
  monthCosts: endpoint({
    method: 'GET',
    path: '/companies/:companyId/pricing/costs',
    summary:
      'What the energy of a company’s locations, or of one of its groups and below, has cost in the month so far, as it was last worked out; fifty to a page, and the sums of all.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    query: z.object({
      locationGroupId: id.optional(),
      search: z.string().trim().max(100, 'max').default(''),
      sort: z.enum(['name', 'importCost', 'exportRevenue']).default('name'),
      direction: z.enum(['asc', 'desc']).default('asc'),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    answer: monthCosts,
  }),
  refreshMonthCosts: endpoint({
    method: 'POST',
    path: '/companies/:companyId/pricing/costs/refresh',
    summary:
      'Works out what all of them have cost in the month so far, as a job; a running one is answered instead of a second.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    cost: 100,
    answer: z.object({ jobId: z.number().nullable() }),
  }),
  repricings: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/repricings',
    summary: 'What changes of prices did to the months of a location: old, new and why; the newest first.',
    permission: 'location.view',
    params: locationId,
    answer: z.object({ repricings: z.array(repricing) }),
  }),
  meterComparison: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/meter-comparison',
    summary:
      'By how much and since when the grid meter of the controller disagrees with the official readings.',
    permission: 'location.view',
    params: locationId,
    query: days,
    cost: 10,
    answer: z.object({ comparison: meterComparisonView.nullable() }),
  }),
}
