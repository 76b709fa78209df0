import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { firstSpotDay } from '@ohmstead/domain/pricing/spot-source-names'
import { z } from 'zod'
import { isDayRange } from './calculations.ts'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media-types.ts'
import { currencyCode } from './price-terms.ts'
import { id, instant, interfaceLocale, localDay } from './wire.ts'

const dayMs = 86_400_000
const longestRangeMs = 400 * dayMs
const longestBackFillDays = 3_660

const isRegion = (code: string) => findBiddingZone(code) !== undefined
const region = z
  .string()
  .trim()
  .refine(isRegion, 'regex')
  .describe('Code of a bidding zone, from the list of regions.')

const source = z.enum(['energy-charts', 'entsoe', 'modelled'])
export type SpotSourceName = z.output<typeof source>

const sourceNote = z.object({
  source: source.describe('Where prices come from; `modelled` are made up, for the demonstration.'),
  licence: z.string().nullable().describe('Terms of the source in its own words; null if it names none.'),
  is_free: z.boolean().describe('Whether anybody may see them (CC BY 4.0); others are for internal use.'),
})
sourceNote.register(z.globalRegistry, { id: 'SpotSourceNote' })
export type SpotSourceNote = z.output<typeof sourceNote>

const money = {
  currency: currencyCode.describe('Of the prices, per MWh.'),
  unit: z.literal('MWh').describe('What a price is for.'),
}
const prices = z.object({
  region,
  ...money,
  from: z.number().describe('Start of the first quarter-hour, epoch milliseconds.'),
  to: z.number().describe('End of the last one.'),
  step_seconds: z.literal(900).describe('An hour of older days fills four.'),
  prices: z
    .array(z.number().nullable())
    .describe('One for each quarter-hour, below zero too; null where none is known.'),
  sources: z.array(sourceNote).describe('Where they come from.'),
})
prices.register(z.globalRegistry, { id: 'SpotPrices' })
export type SpotPricesView = z.output<typeof prices>

const status = z
  .enum(['complete', 'partial', 'not_available', 'after_14'])
  .describe('`after_14`: not there yet, and not expected before 14:00 (Europe/Ljubljana).')
const marketDay = z.object({
  day: z.string().describe('The delivery day of the market.'),
  from: z.number().describe('Its first instant, epoch milliseconds.'),
  to: z.number().describe('Its end.'),
  status,
})
marketDay.register(z.globalRegistry, { id: 'SpotDay' })
export type SpotDayStatus = z.output<typeof status>

const days = z.object({
  region,
  time_zone: z.string().describe('The clock of the delivery days.'),
  today: marketDay.describe('The day that it is by that clock.'),
  tomorrow: marketDay.describe('The day after it.'),
  first_day: z.string().nullable().describe('The first day with prices; null if there are none.'),
  last_day: z.string().nullable().describe('The last one.'),
  is_late: z.boolean().describe('Prices that should be there are not.'),
})
days.register(z.globalRegistry, { id: 'SpotDays' })
export type SpotDaysView = z.output<typeof days>

const heatMap = z.object({
  region,
  year: z.number().describe('The calendar year of the delivery days.'),
  ...money,
  time_zone: z.string().describe('The clock of the hours.'),
  first_day: z.string().describe('The first of January of the year.'),
  days: z.number().describe('365 or 366.'),
  prices: z
    .array(z.number().nullable())
    .describe('24 means of hours for each day; the hour that occurs twice in autumn is one.'),
  sources: z.array(sourceNote).describe('Where they come from.'),
})
heatMap.register(z.globalRegistry, { id: 'SpotHeatMap' })
export type SpotHeatMapView = z.output<typeof heatMap>

const sourceState = z.object({
  source,
  answered_at: z.number().nullable().describe('When it last answered, epoch milliseconds.'),
  failed_at: z.number().nullable().describe('When it last failed.'),
  error: z
    .enum(['spot_busy', 'spot_unavailable', 'spot_malformed', 'spot_token_rejected'])
    .nullable()
    .describe('Why it failed; null since it answers.'),
  failures: z.number().describe('Failures in a row.'),
})
sourceState.register(z.globalRegistry, { id: 'SpotSourceState' })

const zoneState = z.object({
  region,
  tomorrow: status,
  late_since: z.number().nullable().describe('Since when prices are late; null while they are not.'),
  next_at: z.number().describe('When it is looked at next, epoch milliseconds.'),
  first_day: z.string().nullable().describe('The first day with prices.'),
  last_day: z.string().nullable().describe('The last one.'),
  open_days: z.number().describe('Days between them without all their prices.'),
  job_id: z.number().nullable().describe('The job that last read its history.'),
  sources: z.array(sourceState).describe('What each source last did for it.'),
})
zoneState.register(z.globalRegistry, { id: 'SpotZoneState' })
export type SpotZoneState = z.output<typeof zoneState>

const range = { region, from: instant, to: instant }
const isOrdered = ({ from, to }: { from: number; to: number }) => to > from
const isInReach = ({ from, to }: { from: number; to: number }) => to - from <= longestRangeMs
const isFewEnough = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / dayMs <= longestBackFillDays
const reversed = { path: ['to'], error: 'range_reversed' }
const tooLong = { path: ['from'], error: 'range_too_long' }

const fileQuery = z
  .object({ ...range, locale: interfaceLocale.optional() })
  .refine(isOrdered, reversed)
  .refine(isInReach, tooLong)

const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'regex')

export const spotMarketEndpoints = {
  regions: endpoint({
    method: 'GET',
    path: '/pricing/spot-market/regions',
    summary: 'Regions with an electricity price of their own, of one country or of all.',
    permission: 'signedIn',
    query: z.object({ countryCode: countryCode.optional() }),
    answer: z.object({
      entries: z.array(
        z.object({
          code: z.string(),
          type: z.literal('BIDDING_ZONE'),
          name: z.string(),
          countryCode: z.string(),
          has_prices: z.boolean().describe('Whether a day-ahead price is published for it at all.'),
        }),
      ),
    }),
  }),
  prices: endpoint({
    method: 'GET',
    path: '/pricing/spot-market/prices',
    summary: 'Day-ahead prices of a region by the quarter-hour, with their source; at most 400 days.',
    permission: 'signedIn',
    query: z.object(range).refine(isOrdered, reversed).refine(isInReach, tooLong),
    answer: prices,
    cost: 10,
  }),
  days: endpoint({
    method: 'GET',
    path: '/pricing/spot-market/days',
    summary: 'Whether the prices of today and tomorrow are there, and since when there are any.',
    permission: 'signedIn',
    query: z.object({ region }),
    answer: days,
  }),
  heatMap: endpoint({
    method: 'GET',
    path: '/pricing/spot-market/heat-map',
    summary: 'A year of prices by day and hour.',
    permission: 'signedIn',
    query: z.object({
      region,
      year: z.coerce
        .number<string | number>('required')
        .int('regex')
        .min(Number(firstSpotDay.slice(0, 4)), 'min_value')
        .max(2100, 'max_value'),
    }),
    answer: heatMap,
    cost: 10,
  }),
  pricesXlsx: endpoint({
    method: 'GET',
    path: '/pricing/spot-market/prices/xlsx',
    summary: 'Day-ahead prices of a region as a workbook (XLSX), with local time and UTC.',
    permission: 'signedIn',
    query: fileQuery,
    media: [mediaTypes.xlsx],
    cost: 10,
  }),
  locationPricesXlsx: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/spot-market/prices/xlsx',
    summary:
      'The same workbook with the all-in prices of a location beside those of the market, both per MWh.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    query: fileQuery,
    media: [mediaTypes.xlsx],
    cost: 10,
  }),
  backFill: endpoint({
    method: 'POST',
    path: '/pricing/spot-market/backfill',
    summary:
      'Reads past days of a region from the sources again, as a job; from 2010 on, days are inclusive.',
    permission: 'role.superAdmin',
    body: z
      .object({ region, from: localDay, to: localDay })
      .refine(({ from }) => from >= firstSpotDay, { path: ['from'], error: 'min_value' })
      .refine(isDayRange, reversed)
      .refine(isFewEnough, tooLong),
    answer: z.object({ job_id: z.number().describe('The job that reads them.') }),
    errors: ['conflict'],
    cost: 100,
  }),
  state: endpoint({
    method: 'GET',
    path: '/pricing/spot-market/state',
    summary: 'How the prices of the regions in use are kept up to date: sources, failures, what is late.',
    permission: 'role.superAdmin',
    answer: z.object({
      sources: z.array(source).describe('In the order in which they are asked; empty if none is set up.'),
      zones: z.array(zoneState).describe('The regions in use.'),
    }),
  }),
}
