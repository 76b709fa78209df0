import type { Actor } from '@ohmstead/domain/access/permission'
import type {
  MemberRole,
  OrganiserTerms,
  SharePrice,
  SharingKeyKind,
  SharingScheme,
} from '@ohmstead/domain/sharing/sharing-terms'
import type { GroupTotals, MemberStatement, SettlementCheck } from '@ohmstead/sharing/sharing-model'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { organises, ownMember } from './group-access.ts'

export type StatementCause = 'reading' | 'price' | 'key' | 'member' | 'terms' | 'program'

/** What group and member had agreed on when a statement was issued. */
export interface StatementTerms {
  groupName: string
  scheme: SharingScheme
  organiser: OrganiserTerms
  priceTerms: SharePrice
  communityCase: number | null
  keyKind: SharingKeyKind | null
  role: MemberRole
  sharedShare: string
}

export type StatementFigures = Omit<MemberStatement, 'aloneBill' | 'sharedBill'>

export interface StatementRow<Content = StatementFigures> {
  id: number
  group_id: number
  member_id: number
  member_name: string
  month: string
  version: number
  is_current: boolean
  statement: Content
  terms: StatementTerms
  cause: StatementCause[]
  issued_at: number
  replaces: number | null
  replaced_by: number | null
  is_own: boolean
}

const columns = (
  actor: Actor,
) => sql`s.id, s.group_id, s.member_id, m.name as member_name, s.month, s.version, s.is_current,
  s.terms, s.cause, s.issued_at, ${ownMember(actor)} as is_own,
  (select b.id from sharing_statement b where b.member_id = s.member_id and b.month = s.month
    and b.version = s.version - 1) as replaces,
  (select a.id from sharing_statement a where a.member_id = s.member_id and a.month = s.month
    and a.version = s.version + 1) as replaced_by`

const tables = sql`sharing_statement s join sharing_member m on m.id = s.member_id join sharing_group g on g.id = s.group_id`

/** Statements `s` that the actor may read: of groups they organise, and of their own members. */
const readable = (actor: Actor): Sql => sql`(${organises(actor)} or ${ownMember(actor)})`

/** Without their bills: all versions of a month, or the newest of every month, one's own before any that are too many. */
export function findStatements(
  db: Queryable,
  actor: Actor,
  { groupId, month }: { groupId: number; month: string | undefined },
): Promise<StatementRow[]> {
  return db.rows<StatementRow>(sql`
    select ${columns(actor)}, s.statement - 'aloneBill' - 'sharedBill' as statement
    from ${tables}
    where s.group_id = ${groupId} and ${readable(actor)}
      and ${month === undefined ? sql`s.is_current` : sql`s.month = ${month}`}
    order by ${month === undefined ? sql`is_own desc, ` : sql``}s.month desc, s.member_id, s.version desc limit 5000`)
}

/** Whose newest statements of which months the actor may read, without what they say. */
export function findCurrent(
  db: Queryable,
  actor: Actor,
  groupId: number,
): Promise<{ month: string; member_id: number }[]> {
  return db.rows(sql`
    select s.month, s.member_id from ${tables}
    where s.group_id = ${groupId} and s.is_current and ${readable(actor)}`)
}

export function findStatement(
  db: Queryable,
  actor: Actor,
  { groupId, statementId }: { groupId: number; statementId: number },
): Promise<StatementRow<MemberStatement> | undefined> {
  return db.row<StatementRow<MemberStatement>>(sql`
    select ${columns(actor)}, s.statement
    from ${tables} where s.id = ${statementId} and s.group_id = ${groupId} and ${readable(actor)}`)
}

export interface StatementMonthRow {
  month: string
  statements: number
  issued_at: number
  is_provisional: boolean
}

/** Months with statements that the actor may read, the newest first. */
export function findStatementMonths(
  db: Queryable,
  actor: Actor,
  groupId: number,
): Promise<StatementMonthRow[]> {
  return db.rows<StatementMonthRow>(sql`
    select s.month, count(*)::int as statements, max(s.issued_at) as issued_at,
      bool_or((s.statement -> 'quality' ->> 'isProvisional')::boolean) as is_provisional
    from ${tables} where s.group_id = ${groupId} and s.is_current and ${readable(actor)}
    group by s.month order by s.month desc`)
}

export interface SettlementRow {
  month: string
  fingerprint: SettlementFingerprint
  totals: GroupTotals
  checks: SettlementCheck[]
  unsettled: { fromMs: number; toMs: number; memberIds: string[] }[]
  settled_at: number
}

/** What a settled month followed from; parts tell why it would differ today. */
export interface SettlementFingerprint {
  program: string
  terms: string
  keys: string
  members: string
  /** By the id of the member. */
  readings: Record<string, string>
  prices: Record<string, string>
}

/** Settlements of a group by month. */
export async function findSettlements(db: Queryable, groupId: number): Promise<Map<string, SettlementRow>> {
  const rows = await db.rows<SettlementRow>(sql`
    select month, fingerprint, totals, checks, unsettled, settled_at from sharing_settlement where group_id = ${groupId}`)
  return new Map(rows.map((row) => [row.month, row]))
}

/** Another job that settles a month of the group now. */
export function findSettlingJob(db: Queryable, groupId: number, otherThan = 0) {
  return db.row<{
    id: number
    month: string
    state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    done: number
    total: number | null
  }>(sql`
    select j.id, j.detail ->> 'month' as month, j.state, j.done, j.total from job j
    where j.kind = 'sharing_settlement' and j.state in ('queued', 'running')
      and (j.detail ->> 'group_id')::int = ${groupId} and j.id <> ${otherThan} order by j.id desc limit 1`)
}

/** Whether a job still runs and nobody has asked it to stop; locked, so that it stays so. */
export async function isRunning(tx: Queryable, jobId: number): Promise<boolean> {
  const row = await tx.row(sql`
    select id from job where id = ${jobId} and state = 'running' and cancel_requested_at is null for update`)
  return row !== undefined
}

/** What was agreed on when a statement was issued, for whoever already knows that it may be read. */
export async function findStatementTerms(db: Queryable, statementId: number): Promise<StatementTerms> {
  const row = await db.row<{ terms: StatementTerms }>(
    sql`select terms from sharing_statement where id = ${statementId}`,
  )
  return row!.terms
}

/** The newest statements of a month with their bills, for the organiser. */
export function findSettledStatements(db: Queryable, groupId: number, month: string) {
  return db.rows<{
    id: number
    name: string
    version: number
    terms: StatementTerms
    statement: MemberStatement
  }>(sql`
    select s.member_id as id, m.name, s.version, s.terms, s.statement
    from sharing_statement s join sharing_member m on m.id = s.member_id
    where s.group_id = ${groupId} and s.month = ${month} and s.is_current order by s.member_id`)
}
