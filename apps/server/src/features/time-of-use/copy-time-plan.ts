import { publicHoliday } from '@ohmstead/domain/pricing/time-plan'
import type { Queryable } from '../../platform/db/db.ts'
import { insertBlock, insertSeason, insertSlots, type PlanFields } from './time-plan-writes.ts'
import { getTimePlan } from './view-time-plan.ts'

/** Fills a new plan with the blocks, seasons and slots of another. */
export async function copyTimePlan(
  tx: Queryable,
  sourceId: number,
  timePlanId: number,
  { holidayWeekday }: PlanFields,
): Promise<void> {
  const source = await getTimePlan(tx, sourceId)
  const blockIds = new Map<number, number>()
  const seasonIds = new Map<number, number>()
  for (const block of source.blocks) blockIds.set(block.id, await insertBlock(tx, timePlanId, block))
  for (const season of source.seasons) seasonIds.set(season.id, await insertSeason(tx, timePlanId, season))
  const slots = source.slots
    .filter(({ weekday }) => weekday !== publicHoliday || holidayWeekday === publicHoliday)
    .map((slot) => ({
      ...slot,
      blockId: blockIds.get(slot.blockId)!,
      seasonId: seasonIds.get(slot.seasonId)!,
    }))
  await insertSlots(tx, slots)
}
