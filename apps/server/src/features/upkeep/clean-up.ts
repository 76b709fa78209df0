import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { dropOldAuditEntries } from '../audit/audit-queries.ts'

const dayMs = 86_400_000
const most = 5_000

interface Leftover {
  table: string
  /** The age of a row: the instant after which it is kept for this many days. */
  since: string
  days: number
  /** Which rows expire at all. */
  only: string
}

/**
 * Rows that have served their purpose, and how long they are kept. No readings, and nothing that somebody
 * still waits for. The audit log has its own setting.
 */
export const leftovers: readonly Leftover[] = [
  { table: 'job', since: 'finished_at', days: 30, only: 'finished_at is not null' },
  { table: 'bulk_change', since: 'ended_at', days: 400, only: 'ended_at is not null' },
  { table: 'alarm', since: 'cleared_at', days: 400, only: "status = 'CLEARED'" },
  { table: 'platform_incident', since: 'ended_at', days: 400, only: 'ended_at is not null' },
  { table: 'alarm_notice', since: 'done_at', days: 90, only: "state <> 'waiting'" },
  { table: 'command', since: 'expires_at', days: 90, only: 'true' },
  { table: 'invitation', since: 'expires_at', days: 90, only: 'true' },
  { table: 'controller_connection', since: 'at', days: 35, only: 'true' },
  { table: 'tunnel', since: 'closed_at', days: 90, only: 'closed_at is not null' },
  { table: 'link_refusal', since: 'last_at', days: 90, only: 'true' },
  {
    // Its devices stay as long as their location, for their readings; it stays with them.
    table: 'controller',
    since: 'revoked_at',
    days: 90,
    only: `revoked_at is not null and not exists (select from device d where d.controller_id = controller.id)
      and not exists (select from alarm a where a.controller_id = controller.id)
      and not exists (select from command c where c.controller_id = controller.id)`,
  },
]

/** In pieces that block nobody; what another process is deleting is left to it. */
export async function cleanUp(deps: Pick<PlatformDeps, 'db' | 'clock' | 'settings'>): Promise<void> {
  const { clock, settings } = deps
  const db = deps.db.at('job')
  const now = clock.now()
  for (const leftover of leftovers) while ((await deleteSome(db, leftover, now)) === most);
  const since = now - settings.auditRetentionDays * dayMs
  while ((await dropOldAuditEntries(db, since, most)) === most);
}

function deleteSome(db: Queryable, leftover: Leftover, now: number): Promise<number> {
  return db.run(
    sql`delete from ${rawSql(leftover.table)} where ctid = any(array(${findExpired(leftover, now)} for update skip locked))`,
  )
}

/** The rows of a kind that are due, the oldest first, as the index of their age has them. */
export function findExpired({ table, since, days, only }: Leftover, now: number): Sql {
  const [name, column, where] = [rawSql(table), rawSql(since), rawSql(only)]
  return sql`select ctid from ${name} where ${column} < ${new Date(now - days * dayMs)} and ${where}
    order by ${column} limit ${most}`
}
