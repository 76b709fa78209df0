import type { Actor } from '@ohmstead/domain/access/permission'
import { activeRole } from '@ohmstead/domain/access/permission'
import { isComplete } from '@ohmstead/pricing/time-plan/find-uncovered'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findTimePlan, findTimePlans, type TimePlanRow } from './time-plan-queries.ts'
import { findTimePlanUses, findUsedIds } from './time-plan-usage.ts'

export async function getTimePlan(db: Queryable, timePlanId: number): Promise<TimePlanRow> {
  const plan = await findTimePlan(db, timePlanId)
  if (!plan) throw new AppError('not_found')
  return plan
}

/** A plan as its editor shows it. What uses it is named to super admins alone: price lists are private. */
export async function viewTimePlan(db: Queryable, actor: Actor, timePlanId: number) {
  const plan = await getTimePlan(db, timePlanId)
  const uses = await findTimePlanUses(db, timePlanId)
  const usedBy = activeRole(actor) === 'ROLE_SUPER_ADMIN' ? uses : []
  return {
    timePlan: { ...plan, blocks: await viewBlocks(db, plan), isInUse: uses.length > 0, usedBy },
  }
}

/** A block is in use if it has slots or a price list prices it. */
export async function viewBlocks(db: Queryable, { blocks, slots }: TimePlanRow) {
  const { blockIds } = await findUsedIds(db)
  return blocks.map((block) => ({
    ...block,
    isInUse: blockIds.has(block.id) || slots.some(({ blockId }) => blockId === block.id),
  }))
}

export async function listTimePlans(db: Queryable) {
  const { timePlanIds, blockIds } = await findUsedIds(db)
  const plans = await findTimePlans(db)
  return plans.map(({ seasons, slots, blocks, ...plan }) => ({
    ...plan,
    isInUse: timePlanIds.has(plan.id),
    isComplete: isComplete({ ...plan, blocks, seasons, slots }),
    blocks: blocks.map((block) => ({
      ...block,
      isInUse: blockIds.has(block.id) || slots.some(({ blockId }) => blockId === block.id),
    })),
    seasonCount: seasons.length,
  }))
}
