import type { BackupSchedule } from '@ohmstead/contract/backups'
import { calculateBackupNight } from '@ohmstead/domain/fleet/backup-night'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { supportsBackup } from './backup-queries.ts'

/** When one without a schedule is due. */
export const neverAt = Date.UTC(2200, 0, 1)
const most = 500

interface Planned {
  id: number
  time_zone: string
  schedule: BackupSchedule
}

function calculateDue({ id, time_zone: timeZone, schedule }: Planned, after: number): number {
  return schedule === 'never'
    ? neverAt
    : calculateBackupNight({ controllerId: id, timeZone }, schedule, after)
}

const schedule = sql`coalesce(p.schedule, company.backup_schedule) as schedule`

async function saveDue(db: Queryable, due: readonly { id: number; at: number }[]): Promise<void> {
  const ids = due.map(({ id }) => id)
  const times = due.map(({ at }) => at)
  await db.run(
    sql`update backup_plan p set due_at = to_timestamp(d.at / 1000.0)
        from unnest(${ids}::int[], ${times}::float8[]) as d (id, at) where p.controller_id = d.id`,
  )
}

/** The schedule of a controller; null leaves it to its company. */
export async function saveSchedule(
  tx: Queryable,
  controllerId: number,
  own: BackupSchedule | null,
  now: number,
): Promise<BackupSchedule | null> {
  const before = await tx.row<{ schedule: BackupSchedule | null }>(
    sql`select schedule from backup_plan where controller_id = ${controllerId} for update`,
  )
  await tx.run(
    sql`insert into backup_plan (controller_id, schedule) values (${controllerId}, ${own})
        on conflict (controller_id) do update set schedule = excluded.schedule`,
  )
  await planNext(tx, controllerId, now)
  return before?.schedule ?? null
}

/** Of all controllers of a company that have none of their own; they are planned again at the next look. */
export async function saveCompanySchedule(
  tx: Queryable,
  companyId: number,
  wanted: BackupSchedule,
): Promise<BackupSchedule> {
  const before = (await tx.row<{ backup_schedule: BackupSchedule }>(
    sql`select backup_schedule from company where id = ${companyId} for update`,
  ))!
  await tx.run(sql`update company set backup_schedule = ${wanted} where id = ${companyId}`)
  await tx.run(
    sql`update backup_plan p set due_at = null from controller c join location l on l.id = c.location_id
        where c.id = p.controller_id and l.company_id = ${companyId} and p.schedule is null`,
  )
  return before.backup_schedule
}

/** After a backup by schedule, or a change of it. */
export async function planNext(db: Queryable, controllerId: number, now: number): Promise<void> {
  const planned = await db.rows<Planned>(
    sql`select c.id, l.time_zone, ${schedule} from backup_plan p join controller c on c.id = p.controller_id
          join location l on l.id = c.location_id join company on company.id = l.company_id
        where c.id = ${controllerId}`,
  )
  await saveDue(
    db,
    planned.map((one) => ({ id: one.id, at: calculateDue(one, now) })),
  )
}

/** Plans what can make backups and has no plan yet, or none any more. */
export async function planNew(db: Queryable, now: number): Promise<void> {
  await db.run(
    sql`insert into backup_plan (controller_id) select c.id from controller c
        where c.location_id is not null and c.revoked_at is null and ${supportsBackup}
          and not exists (select from backup_plan p where p.controller_id = c.id)
        limit 10000 on conflict do nothing`,
  )
  for (;;) {
    const planned = await db.rows<Planned>(
      sql`select c.id, l.time_zone, ${schedule} from backup_plan p join controller c on c.id = p.controller_id
            join location l on l.id = c.location_id join company on company.id = l.company_id
          where p.due_at is null and c.revoked_at is null limit ${most}`,
    )
    await saveDue(
      db,
      planned.map((one) => ({ id: one.id, at: calculateDue(one, now) })),
    )
    if (planned.length < most) return
  }
}

/**
 * Takes controllers that are due and connected, each by one process; those that are not stay due until they are. Until its
 * backup has arrived each is asked again the next night.
 */
export async function takeDue(
  db: { transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> },
  now: number,
  limit: number,
): Promise<number[]> {
  return db.transaction(async (tx) => {
    const planned = await tx.rows<Planned>(
      sql`select c.id, l.time_zone, ${schedule} from backup_plan p join controller c on c.id = p.controller_id
            join location l on l.id = c.location_id join company on company.id = l.company_id
          where p.due_at <= ${new Date(now)} and c.online and c.revoked_at is null and l.deletion_due_at is null
            and ${supportsBackup}
          order by p.due_at limit ${limit} for update of p skip locked`,
    )
    const due = planned.filter((one) => one.schedule !== 'never')
    const later = planned.map((one) => ({
      id: one.id,
      at: calculateDue({ ...one, schedule: one.schedule === 'never' ? 'never' : 'daily' }, now),
    }))
    await saveDue(tx, later)
    return due.map(({ id }) => id)
  })
}

export async function findCompanySchedule(db: Queryable, companyId: number): Promise<BackupSchedule> {
  const row = await db.row<{ backup_schedule: BackupSchedule }>(
    sql`select backup_schedule from company where id = ${companyId}`,
  )
  return row!.backup_schedule
}
