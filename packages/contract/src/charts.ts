import { intervals } from '@ohmstead/domain/time/intervals'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media-types.ts'
import { moneyNow } from './money.ts'
import { id, instant, interfaceLocale } from './wire.ts'

const intervalSeconds = z.coerce
  .number<string | number>('required')
  .refine((value) => value === 0 || (intervals as readonly number[]).includes(value), 'regex')
  .default(0)

const metricKey = z.string().regex(/^[^/]{1,64}\/[^/]{1,64}$/, 'regex')
const metricKeys = z
  .union([metricKey.transform((key) => [key]), z.array(metricKey).min(1).max(50, 'max')])
  .transform((keys) => [...new Set(keys)])

const range = { from: instant, to: instant, interval: intervalSeconds }
const isOrdered = ({ from, to }: { from: number; to: number }) => to > from
export const rangeQuery = z.object(range).refine(isOrdered, { path: ['to'], error: 'range_reversed' })
const seriesQuery = z
  .object({ ...range, metric: metricKeys })
  .refine(isOrdered, { path: ['to'], error: 'range_reversed' })

/** A workbook has one language, the reader's own by default. */
const locale = { locale: interfaceLocale.optional() }
const energyFileQuery = z
  .object({ ...range, ...locale, view: z.enum(['energy', 'power']).default('energy') })
  .refine(isOrdered, { path: ['to'], error: 'range_reversed' })
const seriesFileQuery = z
  .object({ ...range, ...locale, metric: metricKeys })
  .refine(isOrdered, { path: ['to'], error: 'range_reversed' })

const numbers = z.array(z.number())
const values = z.array(z.number().nullable())

/** Half-open buckets: `ts` are their starts, the first is `from`, the last ends at `to`. */
const buckets = {
  from: z.number(),
  to: z.number(),
  /** Seconds; the automatic choice if 0 was requested. 2592000 stands for a calendar month. */
  interval: z.number(),
  time_zone: z.string(),
  ts: numbers,
}

const seriesItem = z.object({
  metric: z.string(),
  device: z.string(),
  kind: z.enum(['energy', 'volume', 'power', 'gauge', 'state']),
  unit: z.string(),
  /** Wh or m³ of the bucket, its mean, or for a state the last value: numbers here, texts and booleans in `states`. */
  values,
  states: z.array(z.union([z.string(), z.boolean(), z.number()]).nullable()).optional(),
  /** Indices of buckets with energy that was spread over an outage. */
  estimated: numbers,
  /** Indices of buckets with a value that does not cover all of them. */
  incomplete: numbers,
  min: values.optional(),
  max: values.optional(),
})
seriesItem.register(z.globalRegistry, { id: 'Series' })

const flows = [
  'grid_import',
  'grid_export',
  'production',
  'battery_charge',
  'battery_discharge',
  'consumption',
  'ev',
  'hvac',
] as const
type Flow = (typeof flows)[number]
const perFlow = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(flows.map((flow) => [flow, schema])) as Record<Flow, Schema>

const totals = z.object({
  ...perFlow(z.number().nullable()),
  /** 0..1, null if the ratio has no meaning. */
  self_consumption: z.number().nullable(),
  self_sufficiency: z.number().nullable(),
})
totals.register(z.globalRegistry, { id: 'EnergyTotals' })

const has = z.object({
  grid: z.boolean(),
  production: z.boolean(),
  battery: z.boolean(),
  ev: z.boolean(),
  hvac: z.boolean(),
})
has.register(z.globalRegistry, { id: 'EnergyParts' })

/** Wh per bucket; null if unknown. */
const energy = z.object({
  ...buckets,
  ...perFlow(values),
  estimated: numbers,
  incomplete: numbers,
  totals,
  has,
  /** Mean state of charge in %, over the batteries. */
  soc: values,
})
energy.register(z.globalRegistry, { id: 'Energy' })

const reading = z.union([z.number(), z.boolean(), z.string()]).nullable()
const latest = z.object({
  /** The newest instant among the values. */
  time: z.number().nullable(),
  values: z.record(z.string(), z.object({ ts: z.number(), value: reading })),
  average_15m: z.record(z.string(), z.number().nullable()),
})
latest.register(z.globalRegistry, { id: 'LatestValues' })

const glance = z.object({
  time_zone: z.string(),
  /**
   * Today's use up to `until`, against the median of the same weekday in the last eight weeks up to the same
   * time; null if a part of today is unknown or fewer than four of those days are known.
   */
  usual: z
    .object({
      until: z.number(),
      /** How many days count. */
      days: z.number(),
      /** Wh. */
      usual: z.number(),
      /** 0.03 means 3 % more than usual. */
      difference: z.number(),
    })
    .nullable(),
  /** The quarter-hour of today with the highest mean power from the grid, W. */
  peak: z.object({ at: z.number(), power: z.number() }).nullable(),
  /** The seven days before today, in Wh. */
  days: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      consumption: z.number().nullable(),
      production: z.number().nullable(),
      grid_import: z.number().nullable(),
      is_incomplete: z.boolean(),
    }),
  ),
  /** What it costs; null without a utility rate plan. */
  money: moneyNow.nullable(),
})
glance.register(z.globalRegistry, { id: 'Glance' })

export type SeriesAnswer = { series: z.output<typeof seriesItem>[] } & BucketsView
export type SeriesView = z.output<typeof seriesItem>
export type EnergyView = z.output<typeof energy>
export type GlanceView = z.output<typeof glance>
export type LatestView = z.output<typeof latest>
type BucketsView = { from: number; to: number; interval: number; time_zone: string; ts: number[] }

const locationId = z.object({ locationId: id })

const file = { media: [mediaTypes.xlsx], method: 'GET', cost: 10 } as const

export const chartEndpoints = {
  series: endpoint({
    method: 'GET',
    path: '/locations/:locationId/data/series',
    summary: 'History of metrics of a location: energy in Wh per bucket, other numbers as means.',
    permission: 'location.view',
    params: locationId,
    query: seriesQuery,
    answer: z.object({ ...buckets, series: z.array(seriesItem) }),
  }),
  locationEnergy: endpoint({
    method: 'GET',
    path: '/locations/:locationId/data/energy',
    summary: 'The energy balance of a location per bucket.',
    permission: 'location.view',
    params: locationId,
    query: rangeQuery,
    answer: energy,
  }),
  deviceGroupEnergy: endpoint({
    method: 'GET',
    path: '/locations/:locationId/device-groups/:deviceGroupId/data/energy',
    summary: 'The energy of a device group per bucket.',
    permission: 'location.view',
    params: locationId.extend({ deviceGroupId: id }),
    query: rangeQuery,
    answer: energy,
  }),
  deviceEnergy: endpoint({
    method: 'GET',
    path: '/locations/:locationId/devices/:deviceId/data/energy',
    summary: 'The energy of a device per bucket.',
    permission: 'location.view',
    params: locationId.extend({ deviceId: id }),
    query: rangeQuery,
    answer: energy,
  }),
  locationGroupEnergy: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId/data/energy',
    summary: 'The summed balance of the locations of a group, and of those below it, that the user may see.',
    permission: 'group.view',
    params: z.object({ locationGroupId: id }),
    query: rangeQuery,
    cost: 10,
    answer: energy.extend({ locations: z.object({ visible: z.number(), withData: z.number() }) }),
  }),
  glance: endpoint({
    method: 'GET',
    path: '/locations/:locationId/data/glance',
    summary:
      'The context of today: a usual day so far, the seven days before, and the highest power from the grid.',
    permission: 'location.view',
    params: locationId,
    cost: 10,
    answer: glance,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/locations/:locationId/data/latest',
    summary: 'The newest value of every metric of a location, and the mean of its last 15 minutes.',
    permission: 'location.view',
    params: locationId,
    answer: latest,
  }),
  seriesXlsx: endpoint({
    ...file,
    path: '/locations/:locationId/data/series/xlsx',
    summary: 'History of metrics of a location as a workbook (XLSX).',
    permission: 'location.view',
    params: locationId,
    query: seriesFileQuery,
  }),
  locationEnergyXlsx: endpoint({
    ...file,
    path: '/locations/:locationId/data/energy/xlsx',
    summary: 'The energy balance of a location as a workbook (XLSX), with local time, UTC and quality.',
    permission: 'location.view',
    params: locationId,
    query: energyFileQuery,
  }),
  deviceGroupEnergyXlsx: endpoint({
    ...file,
    path: '/locations/:locationId/device-groups/:deviceGroupId/data/energy/xlsx',
    summary: 'The energy of a device group as a workbook (XLSX).',
    permission: 'location.view',
    params: locationId.extend({ deviceGroupId: id }),
    query: energyFileQuery,
  }),
  deviceEnergyXlsx: endpoint({
    ...file,
    path: '/locations/:locationId/devices/:deviceId/data/energy/xlsx',
    summary: 'The energy of a device as a workbook (XLSX).',
    permission: 'location.view',
    params: locationId.extend({ deviceId: id }),
    query: energyFileQuery,
  }),
  locationGroupEnergyXlsx: endpoint({
    ...file,
    path: '/location-groups/:locationGroupId/data/energy/xlsx',
    summary: 'The summed balance of the locations of a group as a workbook (XLSX).',
    permission: 'group.view',
    params: z.object({ locationGroupId: id }),
    query: energyFileQuery,
  }),
}
