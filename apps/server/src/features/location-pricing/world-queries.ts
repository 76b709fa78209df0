import type { TimePlan } from '@ohmstead/domain/pricing/time-plan'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Time-of-use plans with all their parts. */
export async function findTimePlans(db: Queryable, ids: readonly number[]): Promise<TimePlan[]> {
  if (ids.length === 0) return []
  return db.rows<TimePlan>(sql`
    select p.id, p.title, p.color, p.country_code as "countryCode", p.holiday_weekday as "holidayWeekday",
      (select coalesce(json_agg(json_build_object('id', b.id, 'title', b.title, 'color', b.color, 'type', b.type,
          'value', trim_scale(b.value)::text, 'tiers', b.tiers) order by b.position, b.id), '[]')
        from time_plan_block b where b.time_plan_id = p.id) as blocks,
      (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'validFrom', s.valid_from,
          'repeatsYearly', s.repeats_yearly) order by s.valid_from), '[]')
        from time_plan_season s where s.time_plan_id = p.id) as seasons,
      (select coalesce(json_agg(json_build_object('id', t.id, 'seasonId', t.season_id, 'blockId', t.block_id,
          'weekday', t.weekday, 'fromMinute', t.from_minute, 'toMinute', t.to_minute)
          order by t.season_id, t.weekday, t.from_minute), '[]')
        from time_plan_slot t join time_plan_season s on s.id = t.season_id where s.time_plan_id = p.id) as slots
    from time_plan p where p.id = any(${ids}::int[])`)
}
