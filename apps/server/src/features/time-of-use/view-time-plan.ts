import type { Actor } from '@ohmstead/domain/access/permission'
import { activeRole } from '@ohmstead/domain/access/permission'
import type { TimeOfUsePrice } from '@ohmstead/domain/pricing/price-list-terms'
import { findUnpricedBlocks, type UsedTimePlan } from '@ohmstead/domain/pricing/unpriced-blocks'
import { isComplete } from '@ohmstead/pricing/time-plan/find-uncovered'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findTimePlan, findTimePlans, type TimePlanRow } from './time-plan-queries.ts'
import { findReadableUses, findTimePlanUses, findUsedIds, type TimePlanUse } from './time-plan-usage.ts'

export async function getTimePlan(db: Queryable, timePlanId: number): Promise<TimePlanRow> {
  const plan = await findTimePlan(db, timePlanId)
  if (!plan) throw new AppError('not_found')
  return plan
}

const mostUses = 100

/** A plan as its editor shows it. What uses it is named to super admins alone: price lists are private. */
export async function viewTimePlan(db: Queryable, actor: Actor, timePlanId: number) {
  const plan = await getTimePlan(db, timePlanId)
  const uses = await findTimePlanUses(db, timePlanId)
  const isAdmin = activeRole(actor) === 'ROLE_SUPER_ADMIN'
  const readable = isAdmin && uses.length > 0 ? await findReadableUses(db, actor, timePlanId) : []
  const usedBy = readable
    .map(({ document, ...use }) => ({ ...use, unpricedBlocks: titlesOfUnpriced(document, use.kind, plan) }))
    .sort((one, other) => Number(other.unpricedBlocks.length > 0) - Number(one.unpricedBlocks.length > 0))
    .slice(0, mostUses)
  const otherUses = isAdmin ? uses.length - usedBy.length : 0
  const blocks = await viewBlocks(db, plan)
  return { timePlan: { ...plan, blocks, isInUse: uses.length > 0, usedBy, otherUses } }
}

function titlesOfUnpriced(document: unknown, kind: TimePlanUse['kind'], plan: TimePlanRow): string[] {
  const found = listTimeOfUsePrices(
    document,
    kind === 'network_tariff' ? 'PRICING_NETWORK' : 'PRICING_ENERGY',
  )
    .filter(({ price }) => price.timePlanId === plan.id)
    .flatMap(({ price, blockType }) => findUnpricedBlocks(price, plan.blocks, blockType))
  return plan.blocks.filter((block) => found.includes(block)).map(({ title }) => title)
}

/** Every time-of-use price inside a list, a tariff or an offer; below `network` they are of the distributor. */
function listTimeOfUsePrices(value: unknown, blockType: UsedTimePlan['blockType']): UsedTimePlan[] {
  if (typeof value !== 'object' || value === null) return []
  const { kind, prices = [] } = value as Partial<TimeOfUsePrice>
  if (kind === 'time_of_use') return [{ price: { ...(value as TimeOfUsePrice), prices }, blockType }]
  return Object.entries(value).flatMap(([key, inner]) =>
    listTimeOfUsePrices(inner, key === 'network' ? 'PRICING_NETWORK' : blockType),
  )
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
