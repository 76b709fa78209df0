import type {
  TimePlan,
  TimePlanBlock,
  TimePlanSeason,
  TimePlanSlot,
} from '@ohmstead/domain/pricing/time-plan'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** A plan with everything in it, and what only its editor needs. */
export interface TimePlanRow extends TimePlan {
  /** Counts up with every change of the plan or of anything in it. */
  version: number
  /** Of a plan that comes with the platform, which nobody changes. */
  libraryKey: string | null
}

type Of<Part> = Part & { timePlanId: number }

/** The plans with these ids, or all of them, by title; ids that do not exist are left out. */
export async function findTimePlans(db: Queryable, ids?: readonly number[]): Promise<TimePlanRow[]> {
  const wanted = ids ?? null
  if (wanted?.length === 0) return []
  const plans = await db.rows<Omit<TimePlanRow, 'blocks' | 'seasons' | 'slots'>>(sql`
    select id, title, color, country_code as "countryCode", holiday_weekday as "holidayWeekday", version,
      library_key as "libraryKey"
    from time_plan where ${wanted}::int[] is null or id = any(${wanted}::int[]) order by lower(title), id`)
  const blocks = await db.rows<Of<TimePlanBlock>>(sql`
    select time_plan_id as "timePlanId", id, title, color, type, trim_scale(value)::text as value, tiers
    from time_plan_block where ${wanted}::int[] is null or time_plan_id = any(${wanted}::int[])
    order by position, id`)
  const seasons = await db.rows<Of<TimePlanSeason>>(sql`
    select time_plan_id as "timePlanId", id, title, valid_from::text as "validFrom", repeats_yearly as "repeatsYearly"
    from time_plan_season where ${wanted}::int[] is null or time_plan_id = any(${wanted}::int[])
    order by valid_from`)
  const slots = await db.rows<Of<TimePlanSlot>>(sql`
    select season.time_plan_id as "timePlanId", slot.id, slot.season_id as "seasonId", slot.block_id as "blockId",
      slot.weekday, slot.from_minute as "fromMinute", slot.to_minute as "toMinute"
    from time_plan_slot slot join time_plan_season season on season.id = slot.season_id
    where ${wanted}::int[] is null or season.time_plan_id = any(${wanted}::int[])
    order by season.valid_from, slot.weekday, slot.from_minute, slot.id`)
  const [blocksOf, seasonsOf, slotsOf] = [groupByPlan(blocks), groupByPlan(seasons), groupByPlan(slots)]
  return plans.map((plan) => ({
    ...plan,
    blocks: blocksOf.get(plan.id) ?? [],
    seasons: seasonsOf.get(plan.id) ?? [],
    slots: slotsOf.get(plan.id) ?? [],
  }))
}

export async function findTimePlan(db: Queryable, id: number): Promise<TimePlanRow | undefined> {
  return (await findTimePlans(db, [id]))[0]
}

/**
 * Keeps plans from being deleted until the transaction ends, for whoever is about to store their ids; returns those that
 * exist.
 */
export async function lockTimePlans(tx: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select id from time_plan where id = any(${ids}::int[]) order by id for share`,
  )
  return rows.map(({ id }) => id)
}

function groupByPlan<Part extends object>(rows: Of<Part>[]): Map<number, Part[]> {
  const groups = new Map<number, Part[]>()
  for (const { timePlanId, ...row } of rows) {
    const group = groups.get(timePlanId) ?? []
    group.push(row as unknown as Part)
    groups.set(timePlanId, group)
  }
  return groups
}
