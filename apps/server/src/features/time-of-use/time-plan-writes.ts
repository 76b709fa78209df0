import type { TimePlan, TimePlanBlock, TimePlanSeason } from '@ohmstead/domain/pricing/time-plan'
import type { SlotDraft } from '@ohmstead/pricing/time-plan/check-slots'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export type PlanFields = Pick<TimePlan, 'title' | 'color' | 'countryCode' | 'holidayWeekday'>
export type BlockFields = Omit<TimePlanBlock, 'id'>
export type SeasonFields = Omit<TimePlanSeason, 'id'>

/** Null if a plan of the library is there already. */
export async function insertTimePlan(
  tx: Queryable,
  { title, color, countryCode, holidayWeekday }: PlanFields,
  { now, libraryKey = null }: { now: number; libraryKey?: string | null },
): Promise<number | null> {
  const at = new Date(now)
  const row = await tx.row<{ id: number }>(sql`
    insert into time_plan (title, color, country_code, holiday_weekday, library_key, created_at, updated_at)
    values (${title}, ${color}, ${countryCode}, ${holidayWeekday}, ${libraryKey}, ${at}, ${at})
    on conflict (library_key) do nothing returning id`)
  return row?.id ?? null
}

/** Raises the version of a plan if it still is the one given; the row stays locked until the transaction ends. */
export async function raiseVersion(
  tx: Queryable,
  id: number,
  version: number,
  now: number,
): Promise<number | null> {
  const row = await tx.row<{ version: number }>(sql`
    update time_plan set version = version + 1, updated_at = ${new Date(now)}
    where id = ${id} and version = ${version} returning version`)
  return row?.version ?? null
}

export function updateTimePlan(
  tx: Queryable,
  id: number,
  { title, color, countryCode, holidayWeekday }: PlanFields,
) {
  return tx.run(sql`
    update time_plan set title = ${title}, color = ${color}, country_code = ${countryCode},
      holiday_weekday = ${holidayWeekday}
    where id = ${id}`)
}

export function deleteTimePlan(tx: Queryable, id: number): Promise<number> {
  return tx.run(sql`delete from time_plan where id = ${id}`)
}

export async function insertBlock(
  tx: Queryable,
  timePlanId: number,
  { type, title, color, value, tiers }: BlockFields,
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into time_plan_block (time_plan_id, type, title, color, value, tiers, position)
    select ${timePlanId}, ${type}, ${title}, ${color}, ${value}::numeric, ${JSON.stringify(tiers)}::jsonb,
      coalesce(max(position) + 1, 0)
    from time_plan_block where time_plan_id = ${timePlanId}
    returning id`)
  return row!.id
}

export function updateBlock(
  tx: Queryable,
  timePlanId: number,
  blockId: number,
  { type, title, color, value, tiers }: BlockFields,
): Promise<number> {
  return tx.run(sql`
    update time_plan_block set type = ${type}, title = ${title}, color = ${color}, value = ${value}::numeric,
      tiers = ${JSON.stringify(tiers)}::jsonb
    where id = ${blockId} and time_plan_id = ${timePlanId}`)
}

export function deleteBlock(tx: Queryable, timePlanId: number, blockId: number): Promise<number> {
  return tx.run(sql`delete from time_plan_block where id = ${blockId} and time_plan_id = ${timePlanId}`)
}

export async function insertSeason(
  tx: Queryable,
  timePlanId: number,
  { title, validFrom, repeatsYearly }: SeasonFields,
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into time_plan_season (time_plan_id, title, valid_from, repeats_yearly)
    values (${timePlanId}, ${title}, ${validFrom}, ${repeatsYearly}) returning id`)
  return row!.id
}

export function updateSeason(
  tx: Queryable,
  timePlanId: number,
  seasonId: number,
  { title, validFrom, repeatsYearly }: SeasonFields,
): Promise<number> {
  return tx.run(sql`
    update time_plan_season set title = ${title}, valid_from = ${validFrom}, repeats_yearly = ${repeatsYearly}
    where id = ${seasonId} and time_plan_id = ${timePlanId}`)
}

export function deleteSeason(tx: Queryable, timePlanId: number, seasonId: number): Promise<number> {
  return tx.run(sql`delete from time_plan_season where id = ${seasonId} and time_plan_id = ${timePlanId}`)
}

/** In one statement, in order. */
export async function insertSlots(tx: Queryable, slots: readonly SlotDraft[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    insert into time_plan_slot (season_id, block_id, weekday, from_minute, to_minute)
    select * from unnest(${slots.map(({ seasonId }) => seasonId)}::int[],
      ${slots.map(({ blockId }) => blockId)}::int[], ${slots.map(({ weekday }) => weekday)}::smallint[],
      ${slots.map(({ fromMinute }) => fromMinute)}::smallint[], ${slots.map(({ toMinute }) => toMinute)}::smallint[])
    returning id`)
  return rows.map(({ id }) => id)
}

export function updateSlot(tx: Queryable, slotId: number, slot: SlotDraft): Promise<number> {
  return tx.run(sql`
    update time_plan_slot set season_id = ${slot.seasonId}, block_id = ${slot.blockId}, weekday = ${slot.weekday},
      from_minute = ${slot.fromMinute}, to_minute = ${slot.toMinute}
    where id = ${slotId}`)
}

export function deleteSlots(tx: Queryable, slotIds: readonly number[]): Promise<number> {
  return tx.run(sql`delete from time_plan_slot where id = any(${slotIds}::int[])`)
}
