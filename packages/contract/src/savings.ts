import { z } from 'zod'
import { rangeQuery } from './charts.ts'
import { endpoint } from './endpoint.ts'
import { missingPrice } from './location-pricing-bill.ts'
import { currencyCode } from './price-terms.ts'
import { id } from './wire.ts'

// What panels, batteries and their control saved. Amounts are decimal texts; null where something of them is unknown.

const amount = z.string().nullable()
const amounts = z.array(amount)
const numbers = z.array(z.number())
const savingPart = z.enum(['solar', 'battery', 'control'])

/** Twenty years: nobody has more readings. */
const longestSavingsMs = 7_305 * 86_400_000

const buckets = {
  from: z.number(),
  to: z.number(),
  interval: z.number(),
  time_zone: z.string(),
  ts: numbers,
}

/** What one set of parts would have cost. */
const coalition = z.object({
  parts: z.array(savingPart),
  cost: amount,
  /** The battery was simulated for it; otherwise it follows from readings alone. */
  isSimulated: z.boolean(),
})
coalition.register(z.globalRegistry, { id: 'SavingsCoalition' })
export type SavingsCoalitionView = z.output<typeof coalition>

const amountsSaved = {
  /** What the same loads would have cost without panels, battery and control. */
  baseline: amount,
  /** The bill as it is. */
  actual: amount,
  /** Baseline − actual, which the three parts add up to exactly. */
  saved: amount,
  solar: amount,
  battery: amount,
  /** Of what runs the battery, beyond the simple rule; below zero if it cost more than that. */
  control: amount,
}

const leftOut = z.object({
  grid: z.number(),
  solar: z.number(),
  battery: z.number(),
  contradictory: z.number(),
})
leftOut.register(z.globalRegistry, { id: 'SavingsLeftOut' })

const batteryFigures = z.object({
  capacityKwh: z.number(),
  chargeKw: z.number(),
  dischargeKw: z.number(),
  roundTrip: z.number(),
  isRoundTripAssumed: z.boolean(),
})
batteryFigures.register(z.globalRegistry, { id: 'BatteryFigures' })

const month = z.object({
  /** 'YYYY-MM' */
  month: z.string(),
  from: z.number(),
  to: z.number(),
  /** A part of the month was asked about, or has passed. */
  isPart: z.boolean(),
  /** False as long as it was not worked out: it is when it is asked about again. */
  isWorkedOut: z.boolean(),
  currency: currencyCode,
  ...amountsSaved,
  coalitions: z.array(coalition),
  figures: batteryFigures.nullable(),
  /** Of the quarter-hours those that every set of parts was compared in. */
  quarterHours: z.number(),
  compared: z.number(),
  estimated: z.number(),
  leftOut,
  isProvisional: z.boolean(),
})
month.register(z.globalRegistry, { id: 'SavingsMonth' })
export type SavingsMonthView = z.output<typeof month>

const savings = z.object({
  ...buckets,
  currency: currencyCode,
  /** Of each bucket; of whole months to the minor unit, of shorter ones to six decimals. */
  baseline: amounts,
  actual: amounts,
  solar: amounts,
  battery: amounts,
  control: amounts,
  /** Of the months that are known; the sums of theirs. */
  totals: z.object(amountsSaved),
  /** The sums of their sets of parts: from these figures the parts follow. */
  coalitions: z.array(coalition),
  months: z.array(month),
  /** Indices of buckets with estimated energy, and of those in which something was left out. */
  estimated: numbers,
  incomplete: numbers,
  has: z.object({ solar: z.boolean(), battery: z.boolean() }),
  /** When readings of panels or battery began; null without any. */
  since: z.number().nullable(),
  missing: z.array(missingPrice),
})
savings.register(z.globalRegistry, { id: 'Savings' })
export type SavingsView = z.output<typeof savings>

const solar = z.object({
  ...buckets,
  unit: z.literal('Wh'),
  measurements: z.array(
    z.object({
      ts: z.number(),
      /** Wh produced from here to the next; null without a reading. */
      value: z.number().nullable(),
      quality: z.enum(['measured', 'estimated', 'incomplete', 'missing']),
    }),
  ),
  /** Of the known buckets. */
  total: z.number().nullable(),
  /** Whether anything that produces was ever read. */
  hasSolar: z.boolean(),
})
solar.register(z.globalRegistry, { id: 'SolarMeasurements' })
export type SolarView = z.output<typeof solar>

const locationId = z.object({ locationId: id })

export const savingsEndpoints = {
  savings: endpoint({
    method: 'GET',
    path: '/locations/:locationId/data/energy/savings',
    summary:
      'What panels, battery and control saved per bucket, of a day at least, against the same loads without them; each part by Shapley value.',
    permission: 'location.view',
    params: locationId,
    query: rangeQuery.refine(({ from, to }) => to - from <= longestSavingsMs, {
      path: ['from'],
      error: 'range_too_long',
    }),
    cost: 10,
    answer: savings,
  }),
  solar: endpoint({
    method: 'GET',
    path: '/locations/:locationId/data/energy/solar',
    summary: 'What the panels of a location produced per bucket, with the quality of each measurement.',
    permission: 'location.view',
    params: locationId,
    query: rangeQuery,
    answer: solar,
  }),
}
