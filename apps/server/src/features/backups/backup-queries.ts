import type { BackupFailureCode } from '@ohmstead/contract/backups'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { stateAt } from '../controllers/controller-page-queries.ts'

export type BackupSource = 'person' | 'schedule' | 'restore' | 'file'

export interface BackupTarget {
  unit_id: string
  kind: ControllerKind
  location_id: number
  time_zone: string
  software_version: string | null
  inventory_rev: number | null
  is_supported: boolean
}

export const supportsBackup: Sql = sql`coalesce(c.info -> 'features' @> '["backup"]', false)`

export function findBackupTarget(db: Queryable, controllerId: number): Promise<BackupTarget | undefined> {
  return db.row<BackupTarget>(
    sql`select c.unit_id, c.kind, c.location_id, l.time_zone, c.info ->> 'softwareVersion' as software_version,
          c.inventory_rev, ${supportsBackup} as is_supported
        from controller c join location l on l.id = c.location_id
        where c.id = ${controllerId} and c.revoked_at is null`,
  )
}

export async function insertBackup(
  tx: Queryable,
  backup: {
    controllerId: number
    locationId: number
    source: BackupSource
    filename: string
    softwareVersion: string | null
    userId: number | null
    now: number
    expiresAt: number
    restoresId?: number
    /** One that a person brings has no address of its own. */
    isReceiving?: boolean
  },
): Promise<number> {
  const { controllerId, locationId, source, filename, softwareVersion, userId, restoresId } = backup
  const row = await tx.row<{ id: number }>(
    sql`insert into controller_backup (controller_id, location_id, state, source, filename, software_version, created_by,
          created_at, expires_at, restores_id)
        values (${controllerId}, ${locationId}, ${backup.isReceiving ? 'receiving' : 'awaited'}, ${source}, ${filename},
          ${softwareVersion}, ${userId}, ${new Date(backup.now)}, ${new Date(backup.expiresAt)}, ${restoresId ?? null})
        returning id`,
  )
  return row!.id
}

export async function setCommand(tx: Queryable, backupId: number, commandId: string): Promise<void> {
  await tx.run(sql`update controller_backup set command_id = ${commandId}::uuid where id = ${backupId}`)
}

/** Takes the key under which its parts are sealed; false if it is not awaited any more. */
export async function beginReceiving(
  db: Queryable,
  backupId: number,
  sealedKey: Uint8Array,
): Promise<boolean> {
  const done = await db.run(
    sql`update controller_backup set state = 'receiving', sealed_key = ${sealedKey}
        where id = ${backupId} and state in ('awaited', 'receiving') and sealed_key is null`,
  )
  return done > 0
}

/** False if the backup was called off meanwhile. */
export async function insertPart(
  db: Queryable,
  backupId: number,
  position: number,
  content: Uint8Array,
): Promise<boolean> {
  const done = await db.run(
    sql`insert into controller_backup_part (backup_id, position, content)
        select id, ${position}, ${content} from controller_backup
        where id = ${backupId} and state = 'receiving' for key share`,
  )
  return done > 0
}

export async function findPart(
  db: Queryable,
  backupId: number,
  position: number,
): Promise<Uint8Array | undefined> {
  const row = await db.row<{ content: Uint8Array }>(
    sql`select content from controller_backup_part where backup_id = ${backupId} and position = ${position}`,
  )
  return row?.content
}

/** From now on it is a backup. False if it was called off meanwhile. */
export async function finishReceiving(
  tx: Queryable,
  backupId: number,
  { sizeBytes, sha256 }: { sizeBytes: number; sha256: string },
): Promise<boolean> {
  const done = await tx.run(
    sql`update controller_backup set state = 'ready', size_bytes = ${sizeBytes}, sha256 = ${sha256}
        where id = ${backupId} and state = 'receiving'`,
  )
  return done > 0
}

/** Nothing of it is kept but why. */
export async function failBackup(db: Queryable, backupId: number, failure: BackupFailureCode): Promise<void> {
  await db.run(
    sql`with failed as (update controller_backup set state = 'failed', failure = ${failure}, sealed_key = null
          where id = ${backupId} and state in ('awaited', 'receiving') returning id)
        delete from controller_backup_part p using failed where p.backup_id = failed.id`,
  )
  await db.run(sql`delete from backup_ticket where backup_id = ${backupId} and kind = 'upload'`)
}

export interface AwaitedBackup {
  state: 'awaited' | 'receiving' | 'ready' | 'failed'
  failure: BackupFailureCode | null
  expires_at: number
  command_state: string | null
  command_result: Record<string, unknown> | null
}

/** How far a requested backup is, with the answer of its controller. */
export function findAwaited(
  db: Queryable,
  backupId: number,
  now: number,
): Promise<AwaitedBackup | undefined> {
  return db.row<AwaitedBackup>(
    sql`select b.state, b.failure, b.expires_at, m.result as command_result,
          case when m.id is not null then ${stateAt(now)} end as command_state
        from controller_backup b left join command m on m.id = b.command_id where b.id = ${backupId}`,
  )
}

export interface StoredBackup {
  id: number
  controller_id: number
  unit_id: string
  filename: string
  created_at: number
  software_version: string | null
  size_bytes: number
  sha256: string
  sealed_key: Uint8Array
}

/**
 * A backup that may be put back on a controller: its own, or one of a controller of its kind that was removed from the
 * same location.
 */
export function findBackup(
  db: Queryable,
  controllerId: number,
  backupId: number,
): Promise<StoredBackup | undefined> {
  return db.row<StoredBackup>(
    sql`select b.id, b.controller_id, split_part(f.unit_id, '~', 1) as unit_id, b.filename, b.created_at, b.software_version,
          b.size_bytes, b.sha256, b.sealed_key
        from controller_backup b join controller f on f.id = b.controller_id join controller c on c.id = ${controllerId}
        where b.id = ${backupId} and b.state = 'ready' and b.deleted_at is null and ${fitsController}`,
  )
}

/** Whether a backup `b` of a controller `f` is for the controller `c`. */
export const fitsController: Sql = sql`b.location_id = c.location_id
  and (f.id = c.id or f.revoked_at is not null and f.kind = c.kind)`

/** The controller of a file that comes back, if the backup would be for this one. */
export function findOrigin(
  db: Queryable,
  controllerId: number,
  originId: number,
): Promise<{ unit_id: string } | undefined> {
  return db.row(
    sql`select split_part(f.unit_id, '~', 1) as unit_id from controller f join controller c on c.id = ${controllerId}
        where f.id = ${originId} and (f.id = c.id or f.revoked_at is not null and f.kind = c.kind
          and exists (select from controller_backup b where b.controller_id = f.id and b.location_id = c.location_id))`,
  )
}

export async function setDeleted(tx: Queryable, backupId: number, deletedAt: number | null): Promise<void> {
  await tx.run(
    sql`update controller_backup set deleted_at = ${deletedAt === null ? null : new Date(deletedAt)}
        where id = ${backupId}`,
  )
}

/** One that a person has deleted and may still bring back; or has brought back already. */
export function findDeleted(
  db: Queryable,
  controllerId: number,
  backupId: number,
  since: number,
): Promise<{ filename: string } | undefined> {
  return db.row(
    sql`select b.filename from controller_backup b join controller f on f.id = b.controller_id
          join controller c on c.id = ${controllerId}
        where b.id = ${backupId} and b.state = 'ready'
          and (b.deleted_at is null or b.deleted_at > ${new Date(since)}) and ${fitsController}`,
  )
}

export async function saveOutcome(
  db: Queryable,
  freshBackupId: number,
  outcome: BackupFailureCode | 'done',
  now: number,
): Promise<void> {
  await db.run(
    sql`update controller_backup set outcome = ${outcome}, outcome_at = ${new Date(now)} where id = ${freshBackupId}`,
  )
}
