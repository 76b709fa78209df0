import type { MonthSettlement } from '@ohmstead/sharing/sharing-model'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SettlementFingerprint, StatementCause, StatementTerms } from './statement-queries.ts'

export interface Issue {
  groupId: number
  month: string
  settlement: MonthSettlement
  /** By the id of the member. */
  terms: ReadonlyMap<string, StatementTerms>
  causeOf(memberId: number): StatementCause[]
  fingerprint: SettlementFingerprint
  jobId: number
  issuedBy: number
  now: number
}

/** Of one statement of SQL, so that no text is longer than a message may be. */
const perStatement = 25

/**
 * Issues the statements of a month: those that say something else than the newest one replace it, the others stay as they
 * are. In the caller's transaction, so that all are issued or none. Returns how many are new.
 */
export async function issueStatements(tx: Queryable, issue: Issue): Promise<number> {
  const { groupId, month, settlement, now } = issue
  const { statements } = settlement
  let issued = 0
  for (let at = 0; at < statements.length; at += perStatement) {
    const given = statements.slice(at, at + perStatement).map((statement) => ({
      member_id: Number(statement.memberId),
      statement,
      terms: issue.terms.get(statement.memberId),
      cause: issue.causeOf(Number(statement.memberId)),
    }))
    issued += await insertDiffering(tx, issue, JSON.stringify(given))
  }
  await withdraw(
    tx,
    groupId,
    month,
    statements.map(({ memberId }) => Number(memberId)),
  )
  await tx.run(sql`
    insert into sharing_settlement (group_id, month, fingerprint, totals, checks, unsettled, job_id, settled_at)
    values (${groupId}, ${month}, ${JSON.stringify(issue.fingerprint)}::jsonb, ${JSON.stringify(settlement.totals)}::jsonb,
      ${JSON.stringify(settlement.checks)}::jsonb, ${JSON.stringify(settlement.unsettled)}::jsonb, ${issue.jobId},
      ${new Date(now)})
    on conflict (group_id, month) do update set fingerprint = excluded.fingerprint, totals = excluded.totals,
      checks = excluded.checks, unsettled = excluded.unsettled, job_id = excluded.job_id, settled_at = excluded.settled_at`)
  return issued
}

async function insertDiffering(tx: Queryable, issue: Issue, given: string): Promise<number> {
  const { groupId, month, issuedBy, now } = issue
  await tx.run(sql`
    update sharing_statement s set is_current = false
    from jsonb_to_recordset(${given}::jsonb) as n (member_id int, statement jsonb)
    where s.member_id = n.member_id and s.month = ${month} and s.is_current and s.statement <> n.statement`)
  return tx.run(sql`
    insert into sharing_statement (group_id, member_id, month, version, is_current, statement, terms, cause, issued_by,
      issued_at)
    select ${groupId}, n.member_id, ${month}, coalesce(old.version, 0) + 1, true, n.statement, n.terms,
      case when old.version is null then '{}'::text[]
        when jsonb_array_length(n.cause) = 0 then '{program}'::text[]
        else array(select jsonb_array_elements_text(n.cause)) end,
      ${issuedBy}, ${new Date(now)}
    from jsonb_to_recordset(${given}::jsonb) as n (member_id int, statement jsonb, terms jsonb, cause jsonb)
      left join lateral (select max(version) as version, bool_or(is_current) as is_current from sharing_statement s
        where s.member_id = n.member_id and s.month = ${month}) old on true
    where old.is_current is not true
    order by n.member_id`)
}

/** Statements of members who no longer take part in the month. */
function withdraw(tx: Queryable, groupId: number, month: string, memberIds: number[]): Promise<number> {
  return tx.run(sql`
    update sharing_statement set is_current = false
    where group_id = ${groupId} and month = ${month} and is_current and member_id <> all(${memberIds}::int[])`)
}
