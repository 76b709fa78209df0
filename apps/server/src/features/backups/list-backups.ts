import type { BackupListView, BackupSchedule, BackupView } from '@ohmstead/contract/backups'
import { calculateBackupNight } from '@ohmstead/domain/fleet/backup-night'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { UnreadableSecretError } from '../../platform/keys/secret-box.ts'
import { neverAt } from './backup-plans.ts'
import { fitsController, supportsBackup } from './backup-queries.ts'
import { goesOn } from './runs.ts'

type Row = Omit<BackupView, 'state'> & { sealed_key: Uint8Array }

const doer = (user: Sql) =>
  sql`(select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) from app_user u
    where u.id = ${user})`

function findBackups(db: Queryable, controllerId: number): Promise<Row[]> {
  return db.rows<Row>(
    sql`select b.id, b.filename, b.created_at, b.size_bytes, b.sha256, b.source, ${doer(sql`b.created_by`)} as by,
          b.software_version, b.sealed_key,
          case when f.id <> c.id then split_part(f.unit_id, '~', 1) end as former_unit_id
        from controller c join controller_backup b on b.location_id = c.location_id
          join controller f on f.id = b.controller_id
        where c.id = ${controllerId} and b.state = 'ready' and b.deleted_at is null and ${fitsController}
        order by b.created_at desc, b.id desc limit 200`,
  )
}

function findState(db: Queryable, controllerId: number, now: number) {
  return db.row<{
    is_supported: boolean
    own: BackupSchedule | null
    company: BackupSchedule
    next_at: number | null
    time_zone: string
    is_planned: boolean
    running: BackupListView['running']
    failure: BackupListView['failure']
    last_restore: BackupListView['last_restore']
  }>(
    sql`select ${supportsBackup} as is_supported, p.schedule as own, company.backup_schedule as company,
          l.time_zone, p.due_at is not null as is_planned,
          case when p.due_at < ${new Date(neverAt)} then p.due_at end as next_at,
          (select json_build_object('kind', r.kind, 'by', ${doer(sql`r.user_id`)}, 'job_id', r.job_id,
              'started_at', floor(extract(epoch from r.started_at) * 1000))
            from backup_run r where r.controller_id = c.id and ${goesOn(now)}) as running,
          (select case when b.state = 'failed' or b.state = 'awaited' and b.expires_at < ${new Date(now)}
              then json_build_object('at', floor(extract(epoch from b.created_at) * 1000),
                'code', coalesce(b.failure, 'no_answer')) end
            from controller_backup b where b.controller_id = c.id and b.source in ('person', 'schedule')
            order by b.created_at desc, b.id desc limit 1) as failure,
          (select json_build_object('at', floor(extract(epoch from b.outcome_at) * 1000), 'outcome', b.outcome,
              'by', ${doer(sql`b.created_by`)},
              'filename', (select o.filename from controller_backup o where o.id = b.restores_id and o.deleted_at is null))
            from controller_backup b where b.controller_id = c.id and b.outcome is not null
            order by b.created_at desc, b.id desc limit 1) as last_restore
        from controller c join location l on l.id = c.location_id join company on company.id = l.company_id
          left join backup_plan p on p.controller_id = c.id
        where c.id = ${controllerId} and c.revoked_at is null`,
  )
}

/** Everything about the backups of a controller. */
export async function listBackups(
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  db: Queryable,
  controllerId: number,
): Promise<BackupListView> {
  const state = await findState(db, controllerId, clock.now())
  if (!state) throw new AppError('not_found')
  const { is_supported, own, company, running, failure, last_restore } = state
  const pace = own ?? company
  // A controller that has just come is planned within minutes.
  const next_at =
    is_supported && !state.is_planned && pace !== 'never'
      ? calculateBackupNight({ controllerId, timeZone: state.time_zone }, pace, clock.now())
      : state.next_at
  const isReadable = ({ id, sealed_key }: Row) => {
    try {
      return secrets.open(sealed_key, 'controllerBackup', id).length > 0
    } catch (error) {
      if (error instanceof UnreadableSecretError) return false
      throw error
    }
  }
  const backups = (await findBackups(db, controllerId)).map((row) => {
    const { sealed_key: _, ...backup } = row
    return { ...backup, state: isReadable(row) ? ('ready' as const) : ('unreadable' as const) }
  })
  return { backups, is_supported, schedule: { own, company, next_at }, running, failure, last_restore }
}
