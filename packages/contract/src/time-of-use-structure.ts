import { publicHoliday, timePlanBlockTypes } from '@ohmstead/domain/pricing/time-plan'
import { z } from 'zod'
import { countryOfPrices, decimalText, priceTiers } from './price-terms.ts'
import { bodyId, bodyVersion, id, line, localDay } from './wire.ts'

// What time-of-use plans consist of, and who reads and writes them.

export const timePlanId = z.object({ timePlanId: id })
/** Every write names the version of the plan that it started from. */
export const versionInQuery = z.object({ version: id })

const color = z
  .string('required')
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'regex')
export const weekday = z.literal([1, 2, 3, 4, 5, 6, 7, publicHoliday], 'max_value')
export const minute = z.number().int().min(0, 'min_value').max(1440, 'max_value')

const planFields = {
  title: line(100),
  color,
  countryCode: countryOfPrices.nullable(),
  holidayWeekday: weekday.nullable(),
}
const blockFields = {
  type: z.enum(timePlanBlockTypes),
  title: line(100),
  color,
  value: decimalText.nullable(),
  tiers: priceTiers,
}
const seasonFields = { title: line(100), validFrom: localDay, repeatsYearly: z.boolean() }
const slotHours = { weekday, fromMinute: minute, toMinute: minute }

export const writtenPlan = z.object(planFields)
writtenPlan.register(z.globalRegistry, { id: 'WrittenTimePlan' })
export const writtenBlock = z.object({ version: bodyVersion, ...blockFields })
writtenBlock.register(z.globalRegistry, { id: 'WrittenTimePlanBlock' })
export const writtenSeason = z.object({ version: bodyVersion, ...seasonFields })
writtenSeason.register(z.globalRegistry, { id: 'WrittenTimePlanSeason' })
export const writtenSlot = z.object({ version: bodyVersion, seasonId: bodyId, ...slotHours })
writtenSlot.register(z.globalRegistry, { id: 'WrittenTimePlanSlot' })

export const block = z.object({ id: z.number(), isInUse: z.boolean(), ...blockFields })
block.register(z.globalRegistry, { id: 'TimePlanBlock' })
export const season = z.object({ id: z.number(), ...seasonFields })
season.register(z.globalRegistry, { id: 'TimePlanSeason' })
const slot = z.object({ id: z.number(), seasonId: z.number(), blockId: z.number(), ...slotHours })
slot.register(z.globalRegistry, { id: 'TimePlanSlot' })

const planView = { id: z.number(), version: z.number(), libraryKey: z.string().nullable(), ...planFields }
export const listedPlan = z.object({
  ...planView,
  isInUse: z.boolean(),
  isComplete: z.boolean(),
  blocks: z.array(block),
  seasonCount: z.number(),
})
listedPlan.register(z.globalRegistry, { id: 'ListedTimePlan' })
const timePlanUse = z.object({
  kind: z.enum(['price_list', 'network_tariff', 'supply_offer']),
  id: z.number(),
  name: z.string(),
  /** Titles of the blocks for which it has no price, nor the block itself. */
  unpricedBlocks: z.array(z.string()),
})
timePlanUse.register(z.globalRegistry, { id: 'TimePlanUse' })
const timePlan = z.object({
  ...planView,
  isInUse: z.boolean(),
  /** What the caller may see of what uses it, up to a hundred, those that lack a price first; for super admins. */
  usedBy: z.array(timePlanUse),
  /** How much more uses it. */
  otherUses: z.number(),
  blocks: z.array(block),
  seasons: z.array(season),
  slots: z.array(slot),
})
timePlan.register(z.globalRegistry, { id: 'TimePlan' })

export const planAnswer = z.object({ timePlan })
planAnswer.register(z.globalRegistry, { id: 'TimePlanAnswer' })
export const blockAnswer = z.object({ version: bodyVersion, block })
blockAnswer.register(z.globalRegistry, { id: 'TimePlanBlockAnswer' })
export const seasonAnswer = z.object({ version: bodyVersion, season })
seasonAnswer.register(z.globalRegistry, { id: 'TimePlanSeasonAnswer' })
export const slotAnswer = z.object({ version: bodyVersion, slot })
slotAnswer.register(z.globalRegistry, { id: 'TimePlanSlotAnswer' })
export const slotsAnswer = z.object({ version: bodyVersion, slots: z.array(slot) })
slotsAnswer.register(z.globalRegistry, { id: 'TimePlanSlotsAnswer' })
export const versionAnswer = z.object({ version: bodyVersion })
versionAnswer.register(z.globalRegistry, { id: 'TimePlanVersionAnswer' })

export const planPath = '/timeplans/:timePlanId'
export const blockPath = `${planPath}/blocks/:blockId` as const
export const seasonPath = `${planPath}/seasons/:seasonId` as const
export const slotPath = `${blockPath}/slots/:slotId` as const
export const blockId = timePlanId.extend({ blockId: id })
export const seasonId = timePlanId.extend({ seasonId: id })
export const slotId = blockId.extend({ slotId: id })

/** Plans are read by whoever may edit a price list, and written by super admins. */
export const reads = { permission: 'role.basic', params: timePlanId } as const
export const writes = { permission: 'role.superAdmin' } as const
export const refusals = ['edited_meanwhile', 'library_read_only'] as const
