import type { Actor } from '@ohmstead/domain/access/permission'
import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { publicHoliday } from '@ohmstead/domain/pricing/time-plan'
import { findSlotProblems, type SlotDraft } from '@ohmstead/pricing/time-plan/check-slots'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { pricesChanged } from '../location-pricing/prices-changed.ts'
import type { TimePlanRow } from './time-plan-queries.ts'
import { raiseVersion } from './time-plan-writes.ts'
import { getTimePlan } from './view-time-plan.ts'

type ChangeContext = Parameters<typeof auditContextOf>[0] & { db: Db; deps: Deps; actor: Actor }

/** What a change answers, and what its audit entry tells. */
interface Changed<Answer> {
  answer: Answer
  action?: 'time_plan_deleted'
  before?: object
  after?: object
}

/**
 * Changes a plan or something in it, all or nothing: its version is raised first, so that others wait and then are refused.
 * `change` gets the plan as it was, and the new version.
 */
export async function changeTimePlan<Answer>(
  context: ChangeContext,
  { timePlanId, version }: { timePlanId: number; version: number },
  change: (tx: Queryable, plan: TimePlanRow, newVersion: number) => Promise<Changed<Answer>>,
): Promise<Answer> {
  const audit = auditContextOf(context)
  const answer = await context.db.transaction(async (tx) => {
    const newVersion = await raiseVersion(tx, timePlanId, version, audit.at)
    const plan = await getTimePlan(tx, timePlanId)
    if (plan.libraryKey !== null) throw new AppError('library_read_only')
    if (newVersion === null) throw new AppError('edited_meanwhile')
    const changed = await change(tx, plan, newVersion)
    const { action = 'time_plan_changed', before: was, after } = changed
    await recordAudit(tx, audit, {
      action,
      before: { id: timePlanId, title: plan.title, ...was },
      ...(after && { after: { id: timePlanId, ...after } }),
    })
    const repriced = { changedBy: context.actor.userId, at: audit.at, reason: null }
    await pricesChanged(tx, { ...repriced, kind: 'timePlan', timePlanId, before: plan })
    return changed.answer
  })
  await context.deps.repricings.begin()
  return answer
}

/** Slots and blocks are edited once the plan has a season. */
export function requireSeason({ seasons }: TimePlanRow): void {
  if (seasons.length === 0) throw new AppError('season_required')
}

export function getBlock({ blocks }: TimePlanRow, blockId: number): TimePlanBlock {
  const block = blocks.find(({ id }) => id === blockId)
  if (!block) throw new AppError('not_found')
  return block
}

/** Refuses slots that the plan cannot have beside one another. */
export function requireGoodSlots(plan: TimePlanRow, slots: readonly SlotDraft[]): void {
  const hasHolidayRow = plan.holidayWeekday === publicHoliday
  if (!hasHolidayRow && slots.some(({ weekday }) => weekday === publicHoliday))
    throw new AppError('invalid_request', { fields: { weekday: 'max_value' } })
  const [problem] = findSlotProblems(plan, slots)
  if (!problem) return
  if (problem.kind === 'overlap') throw new AppError('slots_overlap')
  if (problem.kind === 'order') throw new AppError('invalid_request', { fields: { toMinute: 'min_value' } })
  if (problem.kind === 'step') throw new AppError('invalid_request', { fields: { toMinute: 'regex' } })
  throw new AppError('not_found')
}
