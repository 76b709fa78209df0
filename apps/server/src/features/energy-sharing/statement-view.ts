import type {
  SharingStatementDetailView,
  SharingStatementsView,
  SharingStatementView,
} from '@ohmstead/contract/energy-sharing-results'
import { AppError } from '../../platform/app-error.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { findOutdated, type Outdated } from './find-outdated.ts'
import { type Asking, getGroup } from './get-group.ts'
import {
  findCurrent,
  findSettlements,
  findSettlingJob,
  findStatement,
  findStatementMonths,
  findStatements,
  type StatementFigures,
  type StatementRow,
} from './statement-queries.ts'

/** Statements of a group as the actor may read them; sums and checks over all members are the organiser's. */
export async function viewStatements(
  asking: Asking,
  groupId: number,
  month: string | undefined,
): Promise<SharingStatementsView> {
  const { db, actor } = asking
  const group = await getGroup(asking, groupId)
  const rows = await findStatements(db, actor, { groupId, month })
  const months = await findStatementMonths(db, actor, groupId)
  const settlements = await findSettlements(db, groupId)
  const outdated = await findOutdated(db, groupId, settlements, localDay(asking.deps.clock.now()))
  const settled = month === undefined ? undefined : settlements.get(month)
  const isOutdated = (row: StatementRow) => row.is_current && outdated(row.month, row.member_id)
  const current = await findCurrent(db, actor, groupId)
  return {
    months: months.map((row) => ({
      month: row.month,
      statements: row.statements,
      issuedAt: row.issued_at,
      isProvisional: row.is_provisional,
      outdated: current.filter((one) => one.month === row.month && outdated(one.month, one.member_id)).length,
    })),
    statements: rows.map((row) => toStatementView(row, isOutdated(row))),
    totals: (group.is_organiser && settled?.totals) || null,
    checks: (group.is_organiser && settled?.checks) || [],
    job: (group.is_organiser && (await findSettlingJob(db, groupId))) || null,
  }
}

/** A statement with its bills; `not_found` for whoever may not read it. */
export async function getStatement(
  asking: Asking,
  ids: { groupId: number; statementId: number },
): Promise<SharingStatementDetailView> {
  await getGroup(asking, ids.groupId)
  const row = await findStatement(asking.db, asking.actor, ids)
  if (!row) throw new AppError('not_found')
  const settlements = await findSettlements(asking.db, ids.groupId)
  const only = new Map([...settlements].filter(([month]) => month === row.month))
  const outdated: Outdated = await findOutdated(
    asking.db,
    ids.groupId,
    only,
    localDay(asking.deps.clock.now()),
  )
  const { aloneBill, sharedBill } = row.statement
  return {
    ...toStatementView(row, row.is_current && outdated(row.month, row.member_id)),
    groupId: row.group_id,
    groupName: row.terms.groupName,
    role: row.terms.role,
    organiserName: row.terms.organiser.name,
    aloneBill,
    sharedBill,
  }
}

function toStatementView(row: StatementRow<StatementFigures>, isOutdated: boolean): SharingStatementView {
  const { statement } = row
  return {
    id: row.id,
    memberId: row.member_id,
    memberName: row.member_name || `#${row.member_id}`,
    month: row.month,
    from: statement.from,
    to: statement.to,
    version: row.version,
    issuedAt: row.issued_at,
    currency: statement.currency,
    energies: statement.energies,
    money: statement.money,
    meanPaidPerKwh: statement.meanPaidPerKwh,
    meanEarnedPerKwh: statement.meanEarnedPerKwh,
    quality: statement.quality,
    caveats: statement.caveats,
    replaces: row.replaces,
    cause: row.cause,
    replacedBy: row.replaced_by,
    isOutdated,
    isWithdrawn: !row.is_current && row.replaced_by === null,
    isOwn: row.is_own,
  }
}
