import type { FieldNotes } from '../field-note.ts'

/** The page "Operation" of super admins. */
export const operationNotes: FieldNotes = {
  'Operation.checked_at': 'When this was looked up, epoch milliseconds.',
  'Operation.started_at': 'When the process started, epoch milliseconds.',
  'Operation.seen_at': 'When it last renewed its entry, epoch milliseconds; it does so every 15 s.',
  is_silent: 'Whether it has missed three renewals: it hangs, or died without a word.',
  'Operation.broker': 'Whether it has a broker of its own or speaks to another.',
  'Operation.is_connected': 'Whether it reaches the broker.',
  'Operation.unreachable_nodes':
    'Addresses of an external broker, as host and port, at which none of its sessions finds an answer.',
  'Operation.stored_per_second':
    'Messages of readings that it stored, a second, as the mean of the last five minutes.',
  memory_bytes: 'Memory in use, bytes.',
  cpu_share: ['How much of one core it used since its last renewal; above 1 with several.', 0.35],
  'Operation.waiting': 'How many wait.',
  'Operation.running': 'How many run.',
  'Operation.failed': 'How many failed within the last 24 hours.',
  failing: 'Those of them that failed before and are tried again.',
  oldest_at: 'When the oldest waiting one was written, epoch milliseconds; null if none waits.',
  'Operation.connected': 'How many are connected.',
  late: 'How many are away and were seen within the last week.',
  lost: 'How many have been away for longer than a week.',
  new: 'How many were never seen.',
  wrong_clock: 'How many have a clock that is more than two minutes off, lastingly.',
  old_software: 'How many run an older version than another one of their kind.',
  'Operation.refused': 'Of how many something was refused within the last 24 hours.',
  lost_at_once:
    'How many the platform itself lost at once; 0 unless it has yet to find them again. They have no alarms meanwhile.',
  is_newest: 'Whether no controller of its kind runs a newer one.',
  'Operation.controllers':
    'Of how many controllers something was refused for this reason within the last 24 hours.',
  'Operation.bytes': 'Size in bytes; of a table with its indexes and all its partitions.',
  'Operation.size_bytes': 'Size of the database, bytes.',
  growth_bytes_per_day:
    'How much it grows, bytes a day: the median over the last 30 days; null before the fourth day, negative while it shrinks.',
  free_bytes:
    'What is still free for it, bytes: on the disk of the embedded database, or of DATABASE_DISK_GB with PostgreSQL; null if unknown.',
  full_at:
    'When nothing will be free any more if it grows like this, epoch milliseconds; null if unknown, or not within ten years.',
  problem: ['What is the matter with the controllers.', 'wrong_clock'],
}
