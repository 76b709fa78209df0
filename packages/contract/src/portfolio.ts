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
  /** Why there is no advice; null if there is some. */
  error: z
    .enum(['no_readings', 'limits_unknown', 'no_tariff', 'limits_conflict', 'not_enough_data'])
    .nullable(),
  /** From when advice is possible, 'YYYY-MM-DD', if there are too few readings. */
  possible_from: z.string().nullable(),
  /** The days imported when it was calculated, if the first import was still running; else null. */
  so_far: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Whole months that the advice is based on. */
  months: z.number(),
  /** The advice of the calculation of this point; unknown powers have none. */
  advice: z.enum(['change', 'keep', 'in_use_unknown']).nullable(),
  /** Why the current powers stay. */
  reason: z.enum(['cheapest', 'uncertain', 'operatorResets']).nullable(),
  /** EUR in the twelve months from `advice_from` of the run, with the levies and the tax requested for it. */
  current_cost: z.number().nullable(),
  /** Of it charged for excess power. */
  current_excess: z.number().nullable(),
  /** Excess that the operator does not charge users who keep its powers. */
  uncharged_excess: z.number().nullable(),
  optimised_cost: z.number().nullable(),
  operator_default_cost: z.number().nullable(),
  /** If the advice is followed: the optimum for a change, else the current powers. */
  advised_cost: z.number().nullable(),
  /** What the advice saves in the twelve months: 0 if the current powers stay. */
  yearly_saving: z.number().nullable(),
  /** One resampled year in ten saves less than the first, one in ten more than the second. */
  saving_low: z.number().nullable(),
  saving_high: z.number().nullable(),
  /** Of the current cost. */
  saving_percent: z.number().nullable(),
  /** The share of resampled years in which the optimum saves. */
  saves_in: z.number().nullable(),
  current_powers_kw: blockPowers.nullable(),
  /** The powers to agree from then on. */
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
  /** The first of the twelve months that the advice is for. */
  advice_from: z.string(),
  levies: z.boolean(),
  vat: z.boolean(),
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
  'yearly_saving',
  'saving_percent',
  'saves_in',
  'relative_gap',
] as const

const optimisationId = z.object({ optimisationId: id })
const table = z.object({
  sort: z.enum(portfolioSorts).default('yearly_saving'),
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
      'Starts to find which agreed powers many metering points should have in the coming year: the points named, those of a company’s people, or all one may see.',
    permission: 'signedIn',
    body: z
      .object({
        deviceIds: z.array(bodyId).min(1, 'required').max(10_000, 'max').nullable().default(null),
        company_id: bodyId.nullable().default(null),
        ...dayRange,
        /** Includes the levy on agreed power, and value-added tax. */
        levies: z.boolean().default(false),
        vat: z.boolean().default(false),
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
      'What each metering point costs in the coming year and what the advice for it saves, sorted, fifty to a page; rows appear as they are found.',
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
        advised_cost: z.number(),
        yearly_saving: z.number(),
        /** Points whose first import was still running when they were calculated. */
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
