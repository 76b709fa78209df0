import { z } from 'zod'
import { proof, proofErrors } from './account-second-factor.ts'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media-types.ts'
import { namedPerson } from './people.ts'
import { id } from './wire.ts'

/** A configuration is some kilobytes; what is larger is something else. */
export const backupLimits = { maxBytes: 20_000_000, maxHeaderBytes: 4096 } as const

export const backupSchedules = ['never', 'daily', 'weekly'] as const
export type BackupSchedule = (typeof backupSchedules)[number]

/** Why a backup did not arrive, or was not put back. */
export const backupFailures = [
  'cut_off',
  'wrong_hash',
  'wrong_size',
  'too_large',
  'declined',
  'no_answer',
  'changed_meanwhile',
  'stopped',
] as const
export type BackupFailureCode = (typeof backupFailures)[number]

const backup = z.object({
  id: z.number(),
  filename: z.string(),
  created_at: z.number(),
  size_bytes: z.number(),
  sha256: z.string(),
  /** `restore`: made before an older one was put back; `file`: brought by a person. */
  source: z.enum(['person', 'schedule', 'restore', 'file']),
  by: namedPerson.nullable(),
  software_version: z.string().nullable(),
  /** `unreadable`: sealed with a key that this server does not have. */
  state: z.enum(['ready', 'unreadable']),
  /** The serial of the former controller it is of; null for this one's own. */
  former_unit_id: z.string().nullable(),
})
backup.register(z.globalRegistry, { id: 'Backup' })
export type BackupView = z.output<typeof backup>

const backupList = z.object({
  backups: z.array(backup),
  /** Whether the controller says that it can make and restore backups. */
  is_supported: z.boolean(),
  schedule: z
    .object({
      /** Of this controller; null: as its company says. */
      own: z.enum(backupSchedules).nullable(),
      company: z.enum(backupSchedules),
      next_at: z.number().nullable(),
    })
    .meta({ id: 'BackupScheduleView' }),
  /** What the controller is busy with; nothing else can begin meanwhile. */
  running: z
    .object({
      kind: z.enum(['backup', 'restore']),
      by: namedPerson.nullable(),
      job_id: z.number().nullable(),
      started_at: z.number(),
    })
    .meta({ id: 'BackupRun' })
    .nullable(),
  /** The newest request, if no backup came of it. */
  failure: z
    .object({ at: z.number(), code: z.enum(backupFailures) })
    .meta({ id: 'BackupFailure' })
    .nullable(),
  /** The newest attempt to put a backup back. */
  last_restore: z
    .object({
      at: z.number(),
      by: namedPerson.nullable(),
      /** Null if that backup is gone. */
      filename: z.string().nullable(),
      outcome: z.enum(['done', ...backupFailures]),
    })
    .meta({ id: 'BackupRestore' })
    .nullable(),
})
backupList.register(z.globalRegistry, { id: 'BackupList' })
export type BackupListView = z.output<typeof backupList>

const params = z.object({ controllerId: id })
const oneParams = params.extend({ backupId: id })
const started = z.object({ job_id: z.number() })
const busy = ['not_found', 'controller_offline', 'backup_running', 'backup_unsupported'] as const

export const backupEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/backups/controllers/:controllerId',
    summary: 'The backups of a controller and of those it replaced, newest first, and when the next is due.',
    permission: 'location.view',
    params,
    answer: backupList,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/backups/controllers/:controllerId',
    summary: 'Asks a controller for a backup of its configuration, as a job.',
    permission: 'location.control',
    params,
    answer: started,
    errors: busy,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/backups/controllers/:controllerId/:backupId',
    summary: 'Deletes a backup; it can be brought back for an hour. Answers with the new list.',
    permission: 'location.edit',
    params: oneParams,
    answer: backupList,
    errors: ['not_found'],
  }),
  undelete: endpoint({
    method: 'POST',
    path: '/backups/controllers/:controllerId/:backupId/undelete',
    summary: 'Brings a deleted backup back within the hour.',
    permission: 'location.edit',
    params: oneParams,
    answer: backupList,
    errors: ['not_found'],
  }),
  download: endpoint({
    method: 'POST',
    path: '/backups/controllers/:controllerId/:backupId/file',
    summary:
      'The backup as a file. It contains passwords of the home, so only its owner and whoever runs the company get it, with their own password once more.',
    permission: 'location.delete',
    inPerson: true,
    cost: 10,
    params: oneParams,
    body: z.object(proof),
    media: [mediaTypes.backup],
    errors: ['not_found', 'backup_unreadable', ...proofErrors],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/backups/controllers/:controllerId/file',
    summary:
      'Takes back a file that was downloaded here, unchanged and of this controller or one it replaced; others are refused.',
    permission: 'location.edit',
    cost: 10,
    params,
    file: {
      type: mediaTypes.backup,
      maxBytes: backupLimits.maxBytes + backupLimits.maxHeaderBytes,
      isStreamed: true,
    },
    answer: backupList,
    errors: ['not_found', 'backup_file_refused', 'backup_of_another', 'payload_too_large'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/backups/controllers/:controllerId/:backupId/restore',
    summary:
      'Puts a backup back, as a job: the controller first makes a fresh one, then replaces its configuration.',
    permission: 'location.edit',
    params: oneParams,
    answer: started,
    errors: [...busy, 'backup_unreadable'],
  }),
  setSchedule: endpoint({
    method: 'PUT',
    path: '/backups/controllers/:controllerId/schedule',
    summary: 'How often a controller is asked for a backup, at night.',
    permission: 'location.edit',
    params,
    body: z.object({ schedule: z.enum(backupSchedules).nullable() }),
    answer: backupList,
    errors: ['not_found'],
  }),
  companySchedule: endpoint({
    method: 'GET',
    path: '/companies/:companyId/backup-schedule',
    summary:
      'How often the controllers of a company are asked for a backup that have no schedule of their own.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    answer: z.object({ schedule: z.enum(backupSchedules) }),
  }),
  setCompanySchedule: endpoint({
    method: 'PUT',
    path: '/companies/:companyId/backup-schedule',
    summary:
      'Sets how often the controllers of a company are asked for a backup that have no schedule of their own.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    body: z.object({ schedule: z.enum(backupSchedules) }),
    answer: z.object({ schedule: z.enum(backupSchedules) }),
  }),
}
