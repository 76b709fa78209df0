import { publicHoliday, timePlanBlockTypes } from '@ohmstead/domain/pricing/time-plan'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countryOfPrices, decimalText, priceTiers } from './price-terms.ts'
import { bodyId, bodyVersion, id, line, localDay } from './wire.ts'

const timePlanId = z.object({ timePlanId: id })
/** Every write names the version of the plan that it started from. */
const versionInQuery = z.object({ version: id })

const color = z
  .string('required')
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'regex')
const weekday = z.literal([1, 2, 3, 4, 5, 6, 7, publicHoliday], 'max_value')
const minute = z.number().int().min(0, 'min_value').max(1440, 'max_value')

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

const writtenPlan = z.object(planFields)
writtenPlan.register(z.globalRegistry, { id: 'WrittenTimePlan' })
const writtenBlock = z.object({ version: bodyVersion, ...blockFields })
writtenBlock.register(z.globalRegistry, { id: 'WrittenTimePlanBlock' })
const writtenSeason = z.object({ version: bodyVersion, ...seasonFields })
writtenSeason.register(z.globalRegistry, { id: 'WrittenTimePlanSeason' })
const writtenSlot = z.object({ version: bodyVersion, seasonId: bodyId, ...slotHours })
writtenSlot.register(z.globalRegistry, { id: 'WrittenTimePlanSlot' })

const block = z.object({ id: z.number(), isInUse: z.boolean(), ...blockFields })
block.register(z.globalRegistry, { id: 'TimePlanBlock' })
const season = z.object({ id: z.number(), ...seasonFields })
season.register(z.globalRegistry, { id: 'TimePlanSeason' })
const slot = z.object({ id: z.number(), seasonId: z.number(), blockId: z.number(), ...slotHours })
slot.register(z.globalRegistry, { id: 'TimePlanSlot' })

const planView = { id: z.number(), version: z.number(), libraryKey: z.string().nullable(), ...planFields }
const listedPlan = z.object({
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

const planAnswer = z.object({ timePlan })
planAnswer.register(z.globalRegistry, { id: 'TimePlanAnswer' })
const blockAnswer = z.object({ version: bodyVersion, block })
blockAnswer.register(z.globalRegistry, { id: 'TimePlanBlockAnswer' })
const seasonAnswer = z.object({ version: bodyVersion, season })
seasonAnswer.register(z.globalRegistry, { id: 'TimePlanSeasonAnswer' })
const slotAnswer = z.object({ version: bodyVersion, slot })
slotAnswer.register(z.globalRegistry, { id: 'TimePlanSlotAnswer' })
const slotsAnswer = z.object({ version: bodyVersion, slots: z.array(slot) })
slotsAnswer.register(z.globalRegistry, { id: 'TimePlanSlotsAnswer' })
const versionAnswer = z.object({ version: bodyVersion })
versionAnswer.register(z.globalRegistry, { id: 'TimePlanVersionAnswer' })

const planPath = '/timeplans/:timePlanId'
const blockPath = `${planPath}/blocks/:blockId` as const
const seasonPath = `${planPath}/seasons/:seasonId` as const
const slotPath = `${blockPath}/slots/:slotId` as const
const blockId = timePlanId.extend({ blockId: id })
const seasonId = timePlanId.extend({ seasonId: id })
const slotId = blockId.extend({ slotId: id })

/** Plans are read by whoever may edit a price list, and written by super admins. */
const reads = { permission: 'role.basic', params: timePlanId } as const
const writes = { permission: 'role.superAdmin' } as const
const refusals = ['edited_meanwhile', 'library_read_only'] as const

export const timeOfUseEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/timeplans',
    summary: 'All time-of-use plans.',
    permission: 'role.basic',
    answer: z.object({ timePlans: z.array(listedPlan) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/timeplans',
    summary: 'Creates an empty time-of-use plan, or a copy of another one.',
    ...writes,
    body: writtenPlan.extend({ copyOf: bodyId.nullable().default(null) }),
    answer: planAnswer,
  }),
  update: endpoint({
    method: 'PUT',
    path: planPath,
    summary:
      'Changes title, colour and holidays of a plan; without a row of their own, slots of holidays go.',
    ...writes,
    params: timePlanId,
    body: writtenPlan.extend({ version: bodyVersion }),
    answer: planAnswer,
    errors: refusals,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: planPath,
    summary: 'Deletes a plan that nothing uses.',
    ...writes,
    params: timePlanId,
    query: versionInQuery,
    errors: [...refusals, 'time_plan_in_use'],
  }),
  structure: endpoint({
    method: 'GET',
    path: `${planPath}/structure`,
    summary: 'A plan with its blocks, seasons and slots.',
    ...reads,
    answer: planAnswer,
  }),
  blocks: endpoint({
    method: 'GET',
    path: `${planPath}/blocks`,
    summary: 'The blocks of a plan.',
    ...reads,
    answer: z.object({ version: bodyVersion, blocks: z.array(block) }),
  }),
  createBlock: endpoint({
    method: 'POST',
    path: `${planPath}/blocks`,
    summary: 'Adds a block to a plan that has a season.',
    ...writes,
    params: timePlanId,
    body: writtenBlock,
    answer: blockAnswer,
    errors: [...refusals, 'season_required'],
  }),
  updateBlock: endpoint({
    method: 'PUT',
    path: blockPath,
    summary: 'Changes a block; its type only while it has no slots and no prices.',
    ...writes,
    params: blockId,
    body: writtenBlock,
    answer: blockAnswer,
    errors: [...refusals, 'season_required', 'block_in_use'],
  }),
  removeBlock: endpoint({
    method: 'DELETE',
    path: blockPath,
    summary: 'Deletes a block without slots that no price list prices.',
    ...writes,
    params: blockId,
    query: versionInQuery,
    answer: versionAnswer,
    errors: [...refusals, 'season_required', 'block_in_use'],
  }),
  seasons: endpoint({
    method: 'GET',
    path: `${planPath}/seasons`,
    summary: 'The seasons of a plan, by their first day.',
    ...reads,
    answer: z.object({ version: bodyVersion, seasons: z.array(season) }),
  }),
  season: endpoint({
    method: 'GET',
    path: seasonPath,
    summary: 'A season.',
    permission: 'role.basic',
    params: seasonId,
    answer: seasonAnswer,
  }),
  createSeason: endpoint({
    method: 'POST',
    path: `${planPath}/seasons`,
    summary: 'Adds a season; no two begin on the same day.',
    ...writes,
    params: timePlanId,
    body: writtenSeason,
    answer: seasonAnswer,
    errors: refusals,
  }),
  updateSeason: endpoint({
    method: 'PUT',
    path: seasonPath,
    summary: 'Changes a season.',
    ...writes,
    params: seasonId,
    body: writtenSeason,
    answer: seasonAnswer,
    errors: refusals,
  }),
  removeSeason: endpoint({
    method: 'DELETE',
    path: seasonPath,
    summary: 'Deletes a season with its slots; not the only one of a plan in use.',
    ...writes,
    params: seasonId,
    query: versionInQuery,
    answer: versionAnswer,
    errors: [...refusals, 'time_plan_in_use'],
  }),
  slots: endpoint({
    method: 'GET',
    path: `${planPath}/slots`,
    summary: 'The slots of a plan.',
    ...reads,
    answer: slotsAnswer,
  }),
  replaceSlots: endpoint({
    method: 'PUT',
    path: `${planPath}/slots`,
    summary: 'Replaces all slots of the named days of seasons, all or nothing.',
    ...writes,
    params: timePlanId,
    body: z.object({
      version: bodyVersion,
      days: z
        .array(
          z.object({
            seasonId: bodyId,
            weekday,
            slots: z
              .array(z.object({ blockId: bodyId, fromMinute: minute, toMinute: minute }))
              .max(288, 'max'),
          }),
        )
        .min(1, 'required')
        .max(400, 'max'),
    }),
    answer: slotsAnswer,
    errors: [...refusals, 'season_required', 'slots_overlap'],
  }),
  blockSlots: endpoint({
    method: 'GET',
    path: `${blockPath}/slots`,
    summary: 'The slots of a block.',
    permission: 'role.basic',
    params: blockId,
    answer: slotsAnswer,
  }),
  createSlot: endpoint({
    method: 'POST',
    path: `${blockPath}/slots`,
    summary: 'Adds a slot where no other of the same block type is.',
    ...writes,
    params: blockId,
    body: writtenSlot,
    answer: slotAnswer,
    errors: [...refusals, 'season_required', 'slots_overlap'],
  }),
  updateSlot: endpoint({
    method: 'PUT',
    path: slotPath,
    summary: 'Moves a slot.',
    ...writes,
    params: slotId,
    body: writtenSlot,
    answer: slotAnswer,
    errors: [...refusals, 'season_required', 'slots_overlap'],
  }),
  removeSlot: endpoint({
    method: 'DELETE',
    path: slotPath,
    summary: 'Deletes a slot.',
    ...writes,
    params: slotId,
    query: versionInQuery,
    answer: versionAnswer,
    errors: [...refusals, 'season_required'],
  }),
  publicHolidays: endpoint({
    method: 'GET',
    path: '/public-holidays',
    summary: 'The public holidays of a whole country in a year.',
    permission: 'signedIn',
    query: z.object({
      countryCode: countryOfPrices,
      year: z.coerce.number<string | number>().int().min(1990, 'min_value').max(2100, 'max_value'),
    }),
    answer: z.object({ days: z.array(z.string()) }),
  }),
}
