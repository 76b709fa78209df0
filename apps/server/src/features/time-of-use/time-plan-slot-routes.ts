import { timePlanPartEndpoints } from '@ohmstead/contract/time-of-use-parts'
import type { SlotDraft } from '@ohmstead/pricing/time-plan/check-slots'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { changeTimePlan, getBlock, requireGoodSlots, requireSeason } from './change-time-plan.ts'
import { describeSlots } from './describe-slots.ts'
import type { TimePlanRow } from './time-plan-queries.ts'
import { deleteSlots, insertSlots, updateSlot } from './time-plan-writes.ts'
import { getTimePlan } from './view-time-plan.ts'

export const timePlanSlotRoutes: Route[] = [
  route(timePlanPartEndpoints.slots, async ({ db, params }) => {
    const { version, slots } = await getTimePlan(db, params.timePlanId)
    return { version, slots }
  }),

  route(timePlanPartEndpoints.replaceSlots, async (context) => {
    const { timePlanId } = context.params
    const { version, days } = context.body
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      requireSeason(plan)
      for (const { seasonId } of days)
        if (!plan.seasons.some(({ id }) => id === seasonId)) throw new AppError('not_found')
      const isReplaced = (slot: SlotDraft) =>
        days.some(({ seasonId, weekday }) => slot.seasonId === seasonId && slot.weekday === weekday)
      const old = plan.slots.filter(isReplaced)
      const written = days.flatMap(({ seasonId, weekday, slots }) =>
        slots.map((slot) => ({ seasonId, weekday, ...slot })),
      )
      requireGoodSlots(plan, written)
      await deleteSlots(
        tx,
        old.map(({ id }) => id),
      )
      await insertSlots(tx, written)
      const { slots } = await getTimePlan(tx, timePlanId)
      return {
        answer: { version: newVersion, slots },
        before: { slots: describeSlots(plan, old) },
        after: { slots: describeSlots(plan, written) },
      }
    })
  }),

  route(timePlanPartEndpoints.blockSlots, async ({ db, params }) => {
    const plan = await getTimePlan(db, params.timePlanId)
    getBlock(plan, params.blockId)
    return { version: plan.version, slots: plan.slots.filter(({ blockId }) => blockId === params.blockId) }
  }),

  route(timePlanPartEndpoints.createSlot, async (context) => {
    const { timePlanId, blockId } = context.params
    const { version, ...hours } = context.body
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      requireSeason(plan)
      getBlock(plan, blockId)
      const slot = { blockId, ...hours }
      requireGoodSlots(plan, [...plan.slots, slot])
      const [id] = await insertSlots(tx, [slot])
      return {
        answer: { version: newVersion, slot: { id: id!, ...slot } },
        after: { slots: describeSlots(plan, [slot]) },
      }
    })
  }),

  route(timePlanPartEndpoints.updateSlot, async (context) => {
    const { timePlanId, blockId, slotId } = context.params
    const { version, ...hours } = context.body
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      requireSeason(plan)
      const before = getSlot(plan, context.params)
      const slot = { id: slotId, blockId, ...hours }
      requireGoodSlots(plan, [...plan.slots.filter(({ id }) => id !== slotId), slot])
      await updateSlot(tx, slotId, slot)
      return {
        answer: { version: newVersion, slot },
        before: { slots: describeSlots(plan, [before]) },
        after: { slots: describeSlots(plan, [slot]) },
      }
    })
  }),

  route(timePlanPartEndpoints.removeSlot, async (context) => {
    const { timePlanId, slotId } = context.params
    const { version } = context.query
    return changeTimePlan(context, { timePlanId, version }, async (tx, plan, newVersion) => {
      requireSeason(plan)
      const before = getSlot(plan, context.params)
      await deleteSlots(tx, [slotId])
      return {
        answer: { version: newVersion },
        before: { slots: describeSlots(plan, [before]) },
        after: { slots: [] },
      }
    })
  }),
]

function getSlot(plan: TimePlanRow, { blockId, slotId }: { blockId: number; slotId: number }) {
  const slot = plan.slots.find((one) => one.id === slotId && one.blockId === blockId)
  if (!slot) throw new AppError('not_found')
  return slot
}
