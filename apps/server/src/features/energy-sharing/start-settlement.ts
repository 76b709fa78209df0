import { isReceiving, isSending } from '@ohmstead/domain/sharing/sharing-terms'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { JobFailed, type JobProgress } from '../../platform/jobs/jobs.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { findCausesOf, isClosed } from './find-outdated.ts'
import { lockGroup } from './group-queries.ts'
import { nettingOf } from './group-view.ts'
import { issueStatements } from './issue-statements.ts'
import type { MemberRow } from './member-queries.ts'
import { readGroupState } from './read-group-state.ts'
import { readQuestion } from './read-question.ts'
import {
  findSettlementFingerprint,
  type GroupState,
  keysIn,
  spanOfMonth,
  takingPartIn,
} from './settlement-fingerprint.ts'
import { findSettlements, findSettlingJob, isRunning, type StatementTerms } from './statement-queries.ts'
import { watchWork } from './watch-work.ts'

type Needed = Pick<Deps, 'db' | 'jobs' | 'calculator' | 'clock'>

/** Starts to issue the statements of a month; returns the id of the job. `conflict` if one of the group runs. */
export async function startSettlement(
  deps: Needed,
  audit: AuditContext & { actor: { userId: number } },
  { groupId, month }: { groupId: number; month: string },
): Promise<number> {
  const today = localDay(deps.clock.now())
  if (month >= today.slice(0, 7)) throw new AppError('invalid_request', { fields: { month: 'future_date' } })
  const state = await readGroupState(deps.db, groupId, today)
  refuseIncomplete(state, month)
  if (isClosed(state, month, (await findSettlements(deps.db, groupId)).get(month)?.fingerprint))
    throw new AppError('sharing_closed')
  const start = {
    kind: 'sharing_settlement',
    total: takingPartIn(state, month).length + 2,
    companyId: state.companyId,
    createdBy: audit.actor.userId,
    detail: { group_id: groupId, month },
  }
  const work = (progress: JobProgress) => settle(deps, progress, audit, { groupId, month })
  const { id } = await deps.jobs.run(start, work, async (tx, jobId) => {
    // Of two at once, the second sees the job of the first.
    await lockGroup(tx, groupId)
    if (await findSettlingJob(tx, groupId, jobId)) throw new AppError('conflict')
  })
  return id
}

/** Somebody must send, somebody receive, and a key say to whom. */
export function refuseIncomplete(state: GroupState, month: string): void {
  const members = takingPartIn(state, month)
  const isComplete =
    members.some(isSending) && members.some(isReceiving) && keysIn(state.keys, spanOfMonth(month)).length > 0
  const isAllowed = members.every(
    (member) => !isReceiving(member) || nettingOf(member, state.places.get(member.id)) !== 'yearly',
  )
  if (!isComplete || !isAllowed) throw new AppError('sharing_incomplete')
}

/** Reads, works out, and writes all of it in one transaction: whenever the process dies, nothing is half issued. */
async function settle(
  deps: Needed,
  progress: JobProgress,
  audit: AuditContext & { actor: { userId: number } },
  { groupId, month }: { groupId: number; month: string },
): Promise<void> {
  const { db } = progress
  const now = deps.clock.now()
  const state = await readGroupState(db, groupId, localDay(now))
  refuseIncomplete(state, month)
  // Before anything is read: what changes meanwhile makes the statements outdated, not wrong unnoticed.
  const fingerprint = await findSettlementFingerprint(db, state, month)
  const members = takingPartIn(state, month)
  const question = await readQuestion(db, state, members, { from: month, to: month }, (done) =>
    progress.report({ done }),
  )
  const settlement = await watchWork(progress, { before: members.length, steps: 1 }, (asking) =>
    deps.calculator.share<'settleMonth'>(
      { kind: 'settleMonth', question, month, untilMs: now },
      { person: audit.actor.userId, urgency: 'job', ...asking },
    ),
  )
  await progress.report({ done: members.length + 1 })
  const terms = new Map(members.map((member) => [String(member.id), termsOf(state, member, month)]))
  const settled = (await findSettlements(db, groupId)).get(month)
  const causeOf = findCausesOf(state, settled, fingerprint)
  await db.transaction(async (tx) => {
    const locked = await lockGroup(tx, groupId)
    if (!locked) throw new JobFailed('not_found')
    if (locked.version !== state.version) throw new JobFailed('edited_meanwhile')
    await refuseCancelled(tx, progress.id)
    const issued = await issueStatements(tx, {
      ...{ groupId, month, settlement, terms, fingerprint, now },
      ...{ causeOf, jobId: progress.id, issuedBy: audit.actor.userId },
    })
    await recordAudit(
      tx,
      { ...audit, at: now },
      {
        action: 'sharing_statements_issued',
        companyId: state.companyId,
        after: { id: groupId, month, statements: settlement.statements.length, issued },
      },
    )
  })
  await progress.report({ done: members.length + 2 })
}

/** Whoever cancels after the last report still stops it; so does the end of a process that was taken for dead. */
async function refuseCancelled(tx: Queryable, jobId: number): Promise<void> {
  if (await isRunning(tx, jobId)) return
  throw new DOMException('the job was cancelled', 'AbortError')
}

function termsOf(
  { group, name, keys }: GroupState & { name: string },
  member: MemberRow,
  month: string,
): StatementTerms {
  return {
    groupName: name,
    scheme: group.scheme,
    organiser: group.organiser,
    priceTerms: group.price_terms,
    communityCase: group.community_case,
    keyKind: keysIn(keys, spanOfMonth(month)).at(-1)?.key.kind ?? null,
    role: member.role,
    sharedShare: member.shared_share,
  }
}
