import type { FieldNotes } from '../field-note.ts'

const pace = 'How often: `never`, `daily` or `weekly`, at night where the controller stands.'

/** Backups of controllers. */
export const backupNotes: FieldNotes = {
  backupId: 'Of the list of backups.',
  'Backup.filename': ['Its name as a file.', '7K3M-9QXD-H2TV-5RB8_2026-11-28_031425.backup'],
  'Backup.former_unit_id':
    'The serial of the controller it is of, if that was removed and this one took its place; else null.',
  'Backup.sha256': 'Of its content, in hexadecimal.',
  'Backup.software_version': 'Of the controller when it was made; null if it did not say.',
  'BackupList.is_supported': 'Whether the controller says that it can make backups.',
  'BackupRestore.filename': 'Of the backup that was put back; null if it is gone.',
  'BackupRun.started_at': 'Since when, epoch milliseconds.',
  'BackupScheduleView.company': `Of its company. ${pace}`,
  'BackupScheduleView.own': `Of this controller; null: as its company says. ${pace}`,
  'BackupScheduleView.next_at':
    'When it is asked next, epoch milliseconds; in the past: as soon as it is connected; null: never.',
  'getCompanyBackupSchedule.schedule': pace,
  'setBackupSchedule.schedule': `${pace} Null: as its company says.`,
  'setCompanyBackupSchedule.schedule': pace,
}
