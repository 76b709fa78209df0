import type { BudgetAlarm } from '@ohmstead/domain/alarms/budget-rules'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** An alarm of a budget; `code` is the month and the budget's version, for which each type is raised once since `setAt`. */
interface BudgetCase {
  locationId: number
  code: string
  setAt: number
  at: number
}

/** Returns whether an alarm was opened: never a second time for the same month and budget. */
export async function raiseBudgetAlarm(
  tx: Queryable,
  type: BudgetAlarm,
  { locationId, code, setAt, at }: BudgetCase,
): Promise<boolean> {
  const count = await tx.run(sql`
    with opened as (insert into alarm (location_id, type, code, first_recurrence_at, last_recurrence_at)
    select ${locationId}::int, ${type}, ${code}, ${new Date(at)}::timestamptz, ${new Date(at)}::timestamptz
    where not exists (select from alarm
      where location_id = ${locationId} and controller_id is null and type = ${type} and code = ${code}
        and first_recurrence_at >= ${new Date(setAt)})
    on conflict (location_id, type) where controller_id is null and type <> 'RULE' and status <> 'CLEARED' do nothing
    returning id, first_recurrence_at)
    insert into alarm_event (alarm_id, kind, at) select id, 'raised', first_recurrence_at from opened`)
  return count > 0
}

/** Clears open alarms of these types, or all that are of another month or budget than `code`. */
export async function clearBudgetAlarms(
  tx: Queryable,
  types: readonly BudgetAlarm[],
  { locationId, code, at }: Omit<BudgetCase, 'setAt'>,
): Promise<boolean> {
  const count = await tx.run(sql`
    with ended as (update alarm set status = 'CLEARED', cleared_at = ${new Date(at)}
    where location_id = ${locationId} and controller_id is null and status <> 'CLEARED'
      and type in ('BUDGET_EXCEEDED', 'BUDGET_LIKELY') and (type = any(${types}::text[]) or code <> ${code})
    returning id, cleared_at)
    insert into alarm_event (alarm_id, kind, at) select id, 'cleared', cleared_at from ended`)
  return count > 0
}
