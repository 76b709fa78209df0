import { backupLimits } from '@ohmstead/contract/backups'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import { sendCommandIn } from '../link/commands.ts'
import {
  type BackupSource,
  type BackupTarget,
  findBackupTarget,
  insertBackup,
  setCommand,
} from './backup-queries.ts'
import { issueTicket } from './tickets.ts'

/** A controller answers within seconds; on a slow line the sending takes minutes. */
const answerSeconds = 60
export const arrivalMs = 10 * 60_000

/** The controller, if it is there, and can make and restore backups. */
export async function getBackupTarget(db: Queryable, controllerId: number): Promise<BackupTarget> {
  const target = await findBackupTarget(db, controllerId)
  if (!target) throw new AppError('not_found')
  if (!target.is_supported) throw new AppError('backup_unsupported')
  return target
}

/** Asks a controller for a backup; it sends that to an address which works once. Returns the id of what is to come. */
export async function requestBackup(
  tx: Queryable,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  request: {
    controllerId: number
    source: BackupSource
    /** Null for one by schedule. */
    audit: AuditContext | null
    restoresId?: number
  },
): Promise<number> {
  const { controllerId, source, audit } = request
  const target = await getBackupTarget(tx, controllerId)
  const now = clock.now()
  const expiresAt = now + arrivalMs
  const backupId = await insertBackup(tx, {
    ...{ controllerId, source, now, expiresAt },
    locationId: target.location_id,
    filename: nameBackup(target, now),
    softwareVersion: target.software_version,
    userId: audit?.actor?.userId ?? null,
    ...(request.restoresId !== undefined && { restoresId: request.restoresId }),
  })
  const url = await issueTicket(
    tx,
    { backupId, controllerId, kind: 'upload', expiresAt },
    { publicUrl: settings.publicUrl, serial: target.unit_id },
  )
  const { id } = await sendCommandIn(tx, now, {
    controllerId,
    op: 'backup.create',
    args: {},
    secretArgs: { url, max: backupLimits.maxBytes },
    ttlSeconds: answerSeconds,
    audit,
  })
  await setCommand(tx, backupId, id)
  return backupId
}

/** By the serial and the local second. */
export function nameBackup({ unit_id, time_zone }: BackupTarget, at: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(time_zone).toPlainDateTime()
  const second = local.toString({ smallestUnit: 'second' }).replace('T', '_').replaceAll(':', '')
  return `${unit_id}_${second}.backup`
}
