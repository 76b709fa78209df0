import type { OperationView } from '@ohmstead/contract/operation'
import { sumLinks } from './sum-links.ts'

/** What an operator should look at, the most urgent first. */
export interface Attention {
  kind:
    | 'disk'
    | 'disk_low'
    | 'silent'
    | 'broker'
    | 'broker_nodes'
    | 'lost_contact'
    | 'behind'
    | 'mails'
    | 'jobs'
    | 'imports'
    | 'late'
    | 'wrong_clock'
  /** Of a disk: days until it is full; null where a number says nothing. */
  count: number | null
  /** Whether the cloud itself is about to stop, and not only a part of what it does. */
  isCritical: boolean
}

const dayMs = 86_400_000
const critical: ReadonlySet<Attention['kind']> = new Set(['silent', 'broker', 'lost_contact'])
/** Time enough to order a larger disk. */
const diskWarningDays = 60
const diskCriticalDays = 7
/** Too little in any case, whatever is known of its growth: a vacuum or an import takes as much. */
const scarceBytes = 2e9
/** Of what the database has and may still take. */
const scarceShare = 0.05
/** A mail goes out within seconds, unless the mail server is away. */
const mailPatienceMs = 900_000

export function findAttention(view: OperationView): Attention[] {
  const { processes, jobs, mail, imports, controllers, database, checked_at: now } = view
  const daysLeft = database.full_at === null ? null : (database.full_at - now) / dayMs
  const areMailsStuck = mail.oldest_at !== null && now - mail.oldest_at > mailPatienceMs
  const { free_bytes: free, size_bytes: size } = database
  const isDiskLow = free !== null && free < Math.max(scarceBytes, scarceShare * (size + free))
  const link = sumLinks(processes)
  const counted = [
    { kind: 'silent', count: processes.filter((process) => process.is_silent).length },
    { kind: 'broker', count: link.processes - link.connected },
    { kind: 'broker_nodes', count: link.unreachable.length },
    { kind: 'lost_contact', count: controllers.lost_at_once },
    { kind: 'behind', count: link.isBehind ? link.waiting : 0 },
    { kind: 'mails', count: mail.failed + (areMailsStuck ? mail.waiting : 0) },
    { kind: 'jobs', count: jobs.kinds.reduce((sum, { failed }) => sum + failed, 0) },
    { kind: 'imports', count: imports.failing },
    { kind: 'late', count: controllers.late },
    { kind: 'wrong_clock', count: controllers.wrong_clock },
  ] as const
  return [
    ...(isDiskLow ? [{ kind: 'disk_low' as const, count: null, isCritical: true }] : []),
    ...(daysLeft !== null && daysLeft < diskWarningDays
      ? [
          {
            kind: 'disk' as const,
            count: Math.max(0, Math.floor(daysLeft)),
            isCritical: daysLeft < diskCriticalDays,
          },
        ]
      : []),
    ...counted
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => ({ kind, count, isCritical: critical.has(kind) })),
  ]
}
