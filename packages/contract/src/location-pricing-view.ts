import { z } from 'zod'
import { blockPowers } from './fee-months.ts'
import { priceListType } from './location-pricing-bill.ts'
import { manualConsumerInfo } from './portal-consumer-info.ts'
import { currencyCode } from './price-terms.ts'

// What a location's energy is priced by: its plan, its metering point, and what they lack.

/** What the writer saw: 0 if nothing was set yet. */
export const version = z.number().int().min(0).max(2_147_483_647)

const entry = z.object({
  priceListId: z.number(),
  priceListName: z.string(),
  utility: z.string(),
  listType: priceListType,
  currency: currencyCode,
  validFrom: z.string(),
  validTo: z.string().nullable(),
  /** Against the location's today. */
  phase: z.enum(['ended', 'active', 'coming']),
})
entry.register(z.globalRegistry, { id: 'LocationPriceEntry' })

/** What is used of a metering point, for everybody who sees the location; whose it is and its name only for its owner. */
const point = z.object({
  origin: z.enum(['joined', 'entered']),
  /** Null unless the metering point is the caller's own. */
  abstractDeviceId: z.number().nullable(),
  pointName: z.string().nullable(),
  userGroup: z.number(),
  isHousehold: z.boolean(),
  connectionPowerKw: z.number().nullable(),
  phases: z.union([z.literal(1), z.literal(3)]).nullable(),
  fuseAmpere: z.number().nullable(),
  tariffsCount: z.union([z.literal(1), z.literal(2)]),
  /** Those in force today; zeros if none is agreed, null if none are known. */
  agreedPowersKw: blockPowers.nullable(),
  powersSetBy: z.enum(['operator', 'user']).nullable(),
  /** What is unknown and has the usual value instead. */
  assumedFields: z.array(z.string()),
  readingsFrom: z.string().nullable(),
  readingsTo: z.string().nullable(),
  /** It has yearly net metering, which prices and bills do not count; null is unknown. */
  netMetering: z.boolean().nullable(),
  /** What was entered, for the form; null of a joined point. */
  entered: manualConsumerInfo.nullable(),
})
point.register(z.globalRegistry, { id: 'PricedPoint' })

const dayGap = z.object({ from: z.string(), to: z.string().nullable() })
dayGap.register(z.globalRegistry, { id: 'PriceGap' })

export const pricing = z.object({
  version,
  time_zone: z.string(),
  plan: z.object({ id: z.number(), name: z.string(), version: z.number() }).nullable(),
  entries: z.array(entry),
  /** The list that holds today; null if none does. */
  activePriceListId: z.number().nullable(),
  /** Days from the first entry on, up to a year from today, without a list. */
  gaps: z.array(dayGap),
  warning: z.enum(['noPlan', 'noActiveList']).nullable(),
  point: point.nullable(),
})
pricing.register(z.globalRegistry, { id: 'LocationPricing' })
export type LocationPricingView = z.output<typeof pricing>
