import type { FindBlocks } from '@ohmstead/domain/pricing/check-energy-price'
import type { Queryable } from '../../platform/db/db.ts'
import { findTimePlans, lockTimePlans } from './time-plan-queries.ts'

/** The blocks of plans. */
export async function readBlocksOf(db: Queryable, timePlanIds: readonly number[]): Promise<FindBlocks> {
  const plans = new Map((await findTimePlans(db, timePlanIds)).map((plan) => [plan.id, plan]))
  return (timePlanId) => plans.get(timePlanId)?.blocks ?? null
}

/** The blocks of plans whose ids are about to be stored; the plans stay until the transaction ends. */
export async function findBlocksOf(tx: Queryable, timePlanIds: readonly number[]): Promise<FindBlocks> {
  return readBlocksOf(tx, await lockTimePlans(tx, timePlanIds))
}
