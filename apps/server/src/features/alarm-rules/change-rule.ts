import type { AlarmRuleDraft } from '@ohmstead/contract/alarm-rules'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { clearRuleAlarms } from '../alarms/rule-alarm-queries.ts'
import { type AuditContext, auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { notifyLive } from '../link/link-notices.ts'
import {
  countRulesAlong,
  deleteRule,
  findRule,
  findRules,
  holdScope,
  insertRule,
  type RuleDraft,
  type RuleRow,
  type RuleScope,
  updateRule,
} from './rule-queries.ts'
import { deleteStatesOf, findOpenAlarmsOf } from './rule-state-queries.ts'

/** So many may be made for one location or group. */
export const mostRules = 50
/** So many of groups may be about one location: each is judged at each of them, in every minute. */
export const mostInheritedRules = 100

type Acting = Parameters<typeof auditContextOf>[0] & {
  db: { transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> }
  actor: { userId: number }
}

export function createRule(context: Acting, scope: RuleScope, draft: AlarmRuleDraft): Promise<number> {
  return context.db.transaction((tx) => createRuleIn(tx, auditContextOf(context), scope, draft))
}

export async function createRuleIn(
  tx: Queryable,
  audit: AuditContext,
  scope: RuleScope,
  draft: AlarmRuleDraft,
): Promise<number> {
  const held = await holdScope(tx, scope)
  if (!held) throw new AppError('not_found')
  if ((await findRules(tx, scope)).length >= mostRules) throw new AppError('too_many_alarm_rules')
  if ('locationGroupId' in scope && (await countRulesAlong(tx, scope.locationGroupId)) >= mostInheritedRules)
    throw new AppError('too_many_alarm_rules')
  const row = toRow(draft)
  const companyId = held.company_id
  const written = { userId: audit.actor?.userId ?? null, at: audit.at }
  const id = await insertRule(tx, { ...scope, companyId }, row, written)
  const entry = {
    action: 'alarm_rule_created' as const,
    ...placeOf(scope, companyId),
    after: factsOf(id, row),
  }
  await recordAudit(tx, audit, entry)
  return id
}

export function changeRule(
  context: Acting,
  scope: RuleScope,
  ruleId: number,
  change: AlarmRuleDraft & { revision: number },
): Promise<void> {
  return context.db.transaction((tx) => changeRuleIn(tx, auditContextOf(context), scope, ruleId, change))
}

async function changeRuleIn(
  tx: Queryable,
  audit: AuditContext,
  scope: RuleScope,
  ruleId: number,
  { revision, ...draft }: AlarmRuleDraft & { revision: number },
): Promise<void> {
  const before = await findRule(tx, scope, ruleId)
  if (!before) throw new AppError('not_found')
  await writeRule(tx, audit, { scope, before, row: toRow(draft), revision })
}

/** Switches a rule that still has this revision on or off. */
export async function switchRuleIn(
  tx: Queryable,
  audit: AuditContext,
  scope: RuleScope,
  { before, enabled }: { before: RuleRow; enabled: boolean },
): Promise<void> {
  const { name, kind, settings, duration_seconds, grouping, quiet_from, quiet_until, sends_recovery } = before
  const terms = { name, kind, settings, duration_seconds, grouping, quiet_from, quiet_until, sends_recovery }
  await writeRule(tx, audit, { scope, before, row: { ...terms, enabled }, revision: before.revision })
}

async function writeRule(
  tx: Queryable,
  audit: AuditContext,
  change: { scope: RuleScope; before: RuleRow; row: RuleDraft; revision: number },
): Promise<void> {
  const { scope, before, row, revision } = change
  const { at } = audit
  if (!(await updateRule(tx, { ruleId: before.id, revision }, row, at)))
    throw new AppError('edited_meanwhile')
  await endAlarms(tx, before.id, at)
  await recordAudit(tx, audit, {
    action: 'alarm_rule_changed',
    ...placeOf(scope, before.company_id),
    before: factsOf(before.id, before),
    after: factsOf(before.id, row),
  })
}

export function removeRule(context: Acting, scope: RuleScope, ruleId: number): Promise<void> {
  return context.db.transaction((tx) => removeRuleIn(tx, auditContextOf(context), scope, ruleId))
}

export async function removeRuleIn(
  tx: Queryable,
  audit: AuditContext,
  scope: RuleScope,
  ruleId: number,
): Promise<void> {
  const before = await findRule(tx, scope, ruleId)
  if (!before) throw new AppError('not_found')
  await endAlarms(tx, ruleId, audit.at)
  await deleteRule(tx, ruleId)
  const place = placeOf(scope, before.company_id)
  const entry = { action: 'alarm_rule_deleted' as const, ...place, before: factsOf(ruleId, before) }
  await recordAudit(tx, audit, entry)
}

/** What held under other terms says nothing now. */
async function endAlarms(tx: Queryable, ruleId: number, at: number): Promise<void> {
  await deleteStatesOf(tx, ruleId)
  const ended = await clearRuleAlarms(tx, await findOpenAlarmsOf(tx, ruleId), at)
  const places = [...new Set(ended.map((row) => row.location_id))]
  if (places.length > 0) await notifyLive(tx, { t: 'alarms', l: places.slice(0, 700) })
}

const placeOf = (scope: RuleScope, companyId: number) =>
  'locationId' in scope ? { locationId: scope.locationId } : { companyId }

const factsOf = (id: number, row: RuleDraft) => ({
  ...{ id, name: row.name, kind: row.kind, settings: row.settings },
  ...{ durationSeconds: row.duration_seconds, grouping: row.grouping, enabled: row.enabled },
  quiet: row.quiet_from === null ? null : [row.quiet_from, row.quiet_until],
  sendsRecovery: row.sends_recovery,
})

export function toRow(draft: AlarmRuleDraft): RuleDraft {
  const { name, kind, settings, durationSeconds, grouping, quiet, sendsRecovery, enabled } = draft
  return {
    ...{ name, kind, settings, grouping, enabled },
    duration_seconds: durationSeconds,
    quiet_from: quiet?.from ?? null,
    quiet_until: quiet?.until ?? null,
    sends_recovery: sendsRecovery,
  }
}
