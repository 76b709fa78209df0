import { timePlanPartEndpoints } from '@ohmstead/contract/time-of-use-parts'
import { checkTimePlanBlock } from '@ohmstead/domain/pricing/check-time-plan-block'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { changedFields } from '../audit/record-audit.ts'
import { changeTimePlan, getBlock, requireSeason } from './change-time-plan.ts'
import { type BlockFields, deleteBlock, insertBlock, updateBlock } from './time-plan-writes.ts'
import { getTimePlan, viewBlocks } from './view-time-plan.ts'

export const timePlanBlockRoutes: Route[] = [
  route(timePlanPartEndpoints.blocks, async ({ db, params }) => {
    const plan = await getTimePlan(db, params.timePlanId)
    return { version: plan.version, blocks: await viewBlocks(db, plan) }
  }),

  route(timePlanPartEndpoints.createBlock, async (context) => {
    const { timePlanId } = context.params
    const { version, ...fields } = context.body
    requireGoodBlock(fields)
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      requireSeason(plan)
      const id = await insertBlock(tx, timePlanId, fields)
      return {
        answer: { version: newVersion, block: { id, ...fields, isInUse: false } },
        after: { block: fields.title, ...withoutTitle(fields) },
      }
    })
  }),

  route(timePlanPartEndpoints.updateBlock, async (context) => {
    const { timePlanId, blockId } = context.params
    const { version, ...fields } = context.body
    requireGoodBlock(fields)
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      requireSeason(plan)
      const { id, ...before } = getBlock(plan, blockId)
      const isInUse = (await viewBlocks(tx, plan)).some((one) => one.id === id && one.isInUse)
      // Its slots would stand beside those of the other type, and its prices in a place that has no such block.
      if (isInUse && before.type !== fields.type) throw new AppError('block_in_use')
      await updateBlock(tx, timePlanId, blockId, fields)
      const changed = changedFields<BlockFields>(before, fields)
      return {
        answer: { version: newVersion, block: { id, ...fields, isInUse } },
        before: { block: before.title, ...withoutTitle(changed?.before ?? {}) },
        after: { block: fields.title, ...withoutTitle(changed?.after ?? {}) },
      }
    })
  }),

  route(timePlanPartEndpoints.removeBlock, async (context) => {
    const { timePlanId, blockId } = context.params
    const { version } = context.query
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      requireSeason(plan)
      const { id, ...before } = getBlock(plan, blockId)
      if ((await viewBlocks(tx, plan)).some((one) => one.id === id && one.isInUse))
        throw new AppError('block_in_use')
      await deleteBlock(tx, timePlanId, blockId)
      return {
        answer: { version: newVersion },
        before: { block: before.title, ...withoutTitle(before) },
        after: { block: null },
      }
    })
  }),
]

function requireGoodBlock(fields: BlockFields): void {
  const problems = Object.entries(checkTimePlanBlock(fields))
  if (problems.length > 0)
    throw new AppError('invalid_request', {
      fields: Object.fromEntries(problems.map(([path, { rule }]) => [path, rule])),
    })
}

/** `title` of an entry is the plan's. */
function withoutTitle({ title: _, ...fields }: Partial<BlockFields>) {
  return fields
}
