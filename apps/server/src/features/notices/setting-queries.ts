import type { NoticeSettings } from '@ohmstead/contract/notices'
import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface NoticeSettingRow {
  user_id: number
  mail: boolean
  types: AlarmType[] | null
  company_ids: number[] | null
  location_group_ids: number[] | null
  location_ids: number[] | null
  recovery: boolean
  quiet_from: number | null
  quiet_until: number | null
  time_zone: string
}

export function findNoticeSettings(db: Queryable, userId: number): Promise<NoticeSettingRow | undefined> {
  return db.row<NoticeSettingRow>(sql`select * from notice_setting where user_id = ${userId}`)
}

export async function saveNoticeSettings(
  tx: Queryable,
  userId: number,
  { mail, types, places, recovery, quiet, time_zone }: NoticeSettings,
): Promise<void> {
  await tx.run(sql`
    insert into notice_setting (user_id, mail, types, company_ids, location_group_ids, location_ids, recovery,
      quiet_from, quiet_until, time_zone)
    values (${userId}, ${mail}, ${types}::text[], ${places?.company_ids ?? null}::int[],
      ${places?.location_group_ids ?? null}::int[], ${places?.location_ids ?? null}::int[], ${recovery},
      ${quiet?.from ?? null}, ${quiet?.until ?? null}, ${time_zone})
    on conflict (user_id) do update set mail = excluded.mail, types = excluded.types, company_ids = excluded.company_ids,
      location_group_ids = excluded.location_group_ids, location_ids = excluded.location_ids, recovery = excluded.recovery,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone`)
}
