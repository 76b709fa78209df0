import { z } from 'zod'
import { dayRange, isDayRange, isShortEnough } from './calculations.ts'
import { endpoint } from './endpoint.ts'
import { blockPowers, confidence } from './fee-months.ts'
import { mediaTypes } from './media-types.ts'
import { bodyId, id, interfaceLocale } from './wire.ts'

const row = z.object({
  device_id: z.number(),
  eimm: z.string(),
  title: z.string().nullable(),
  owner: z.object({ id: z.number(), name: z.string() }).nullable(),
  user_group: z.number().nullable(),
  connection_power_kw: z.number().nullable(),
  /** What stands in the way of a result; null where there is one. */
  error: z.enum(['no_readings', 'limits_unknown', 'no_tariff', 'limits_conflict']).nullable(),
  /** The days that were read when it was calculated, where its first import was still under way; null where it was over. */
  so_far: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Months that the figures rest on, and those left out. EUR over these months, without VAT. */
  months: z.number(),
  incomplete_months: z.number(),
  months_left_out: z.number(),
  current_cost: z.number().nullable(),
  /** Of it charged for excess power. */
  current_excess: z.number().nullable(),
  optimised_cost: z.number().nullable(),
  operator_default_cost: z.number().nullable(),
  cheapest_cost: z.number().nullable(),
  cheapest: z.enum(['current', 'operatorDefault', 'optimised', 'custom']).nullable(),
  /** What the cheapest choice saves against the powers in use over these months. */
  saving: z.number().nullable(),
  /** The same for a year; null with less than twelve months, for winter and summer are not alike. */
  yearly_saving: z.number().nullable(),
  /** Of the current cost. */
  saving_percent: z.number().nullable(),
  /** The share of resampled periods in which the optimum saves. */
  saves_in: z.number().nullable(),
  current_powers_kw: blockPowers.nullable(),
  recommended_powers_kw: blockPowers.nullable(),
  /** (cost − proven bound) / cost of the optimum. */
  relative_gap: z.number().nullable(),
  confidence: confidence.nullable(),
  missing_intervals: z.number(),
  estimated_intervals: z.number(),
})
row.register(z.globalRegistry, { id: 'PortfolioRow' })
export type PortfolioRow = z.output<typeof row>

const optimisation = z.object({
  id: z.number(),
  company_id: z.number().nullable(),
  from: z.string(),
  to: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  job_id: z.number().nullable(),
  done: z.number(),
  total: z.number(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
})
optimisation.register(z.globalRegistry, { id: 'PortfolioRun' })
export type PortfolioOptimisation = z.output<typeof optimisation>

const portfolioSorts = [
  'eimm',
  'title',
  'owner',
  'current_cost',
  'optimised_cost',
  'saving',
  'yearly_saving',
  'saving_percent',
  'saves_in',
  'relative_gap',
] as const

const optimisationId = z.object({ optimisationId: id })
const table = z.object({
  sort: z.enum(portfolioSorts).default('saving'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  search: z.string().trim().max(100, 'max').default(''),
  page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
})
const file = {
  permission: 'signedIn',
  params: optimisationId,
  query: z.object({ locale: interfaceLocale.optional() }),
  errors: ['not_found'],
  cost: 10,
} as const

export const portfolioEndpoints = {
  start: endpoint({
    method: 'POST',
    path: '/portfolio/optimisations',
    cost: 100,
    summary:
      'Starts to find the cheapest agreed powers of many metering points: the ones named, those of a company’s people, or all one may see.',
    permission: 'signedIn',
    body: z
      .object({
        deviceIds: z.array(bodyId).min(1, 'required').max(10_000, 'max').nullable().default(null),
        company_id: bodyId.nullable().default(null),
        ...dayRange,
      })
      .refine(isDayRange, { path: ['to'], error: 'range_reversed' })
      .refine(isShortEnough, { path: ['from'], error: 'range_too_long' }),
    answer: z.object({ optimisation }),
    errors: ['not_found', 'no_metering_points', 'conflict'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/portfolio/optimisations',
    summary: 'Own runs and those of one’s companies, newest first.',
    permission: 'signedIn',
    answer: z.object({ optimisations: z.array(optimisation) }),
  }),
  rows: endpoint({
    method: 'GET',
    path: '/portfolio/optimisations/:optimisationId',
    summary:
      'What each metering point costs and could save, sorted, fifty to a page; rows appear as they are found.',
    permission: 'signedIn',
    params: optimisationId,
    query: table,
    answer: z.object({
      optimisation,
      rows: z.array(row),
      count: z.number(),
      page_size: z.number(),
      totals: z.object({
        points: z.number(),
        with_result: z.number(),
        current_cost: z.number(),
        cheapest_cost: z.number(),
        saving: z.number(),
        yearly_saving: z.number(),
        /** Points whose first import was still under way when they were calculated. */
        so_far: z.number(),
      }),
    }),
    errors: ['not_found'],
  }),
  xlsx: endpoint({
    ...file,
    method: 'GET',
    path: '/portfolio/optimisations/:optimisationId/xlsx',
    summary: 'All rows as a workbook (XLSX).',
    media: [mediaTypes.xlsx],
  }),
  csv: endpoint({
    ...file,
    method: 'GET',
    path: '/portfolio/optimisations/:optimisationId/csv',
    summary: 'All rows as comma-separated text.',
    media: [mediaTypes.csv],
  }),
}
