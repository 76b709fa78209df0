import type { DeletionPreview } from '@ohmstead/contract/locations'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

/** Each is one table that goes with a location. */
const takes: Record<keyof DeletionPreview['takes'], Sql> = {
  users: rawSql('location_permission'),
  invitations: rawSql(`(select location_id from invitation where status = 'pending') waiting`),
  devices: rawSql('(select location_id from device where deleted_at is null) present'),
  device_groups: rawSql('device_group'),
  alarms: rawSql('alarm'),
  alarm_rules: rawSql('alarm_rule'),
  backups: rawSql('controller_backup'),
  charges: rawSql('charging_session'),
  invoice_checks: rawSql('invoice_check'),
  investments: rawSql('location_investment'),
  sharing: rawSql('sharing_member'),
}

/** What would go with a location, and what has to go first. */
export async function findDeletionPreview(db: Queryable, locationId: number): Promise<DeletionPreview> {
  const counts = Object.entries(takes)
    .map(
      ([name, table]) =>
        sql`${rawSql(`'${name}'`)}, (select count(*) from ${table} where location_id = ${locationId})`,
    )
    .reduce((all, one) => sql`${all}, ${one}`)
  const row = await db.row<Omit<DeletionPreview, 'measured_since'>>(sql`
    select json_build_object(${counts}) as takes,
      (select coalesce(json_agg(json_build_object('id', id, 'unit_id', unit_id, 'alias', alias) order by id), '[]')
        from controller where location_id = ${locationId}) as controllers`)
  const first = await db.row<{ day_start: DeletionPreview['measured_since'] }>(
    sql`select day_start from energy_day where location_id = ${locationId} order by day_start limit 1`,
  )
  return { ...row!, measured_since: first?.day_start ?? null }
}
