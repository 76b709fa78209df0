import type { AlarmRulesView, AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import { type Actor, decide } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { mostRules } from './change-rule.ts'
import { isTogether, mostAlarmsOfEach } from './rule-cover.ts'
import {
  findInheritedRules,
  findLocationsBelow,
  findRules,
  type RuleRow,
  type RuleScope,
} from './rule-queries.ts'

/** The rules of a location or a group with those of the groups above, and whether each of them holds now. */
export async function listRules(db: Queryable, actor: Actor, scope: RuleScope): Promise<AlarmRulesView> {
  const [rules, inherited] = [await findRules(db, scope), await findInheritedRules(db, scope)]
  const locationIds =
    'locationId' in scope
      ? [scope.locationId]
      : ((await findLocationsBelow(db, [scope.locationGroupId])).get(scope.locationGroupId) ?? [])
  const groups = [...new Set([...rules, ...inherited].flatMap((row) => row.location_group_id ?? []))]
  const below = groups.length > 0 ? await findLocationsBelow(db, groups) : new Map<number, number[]>()
  const ids = [...rules, ...inherited].map(({ id }) => id)
  const raised = await countRaised(db, ids, locationIds)
  const toView = (row: RuleRow) =>
    toRuleView(row, {
      raised: raised.get(row.id) ?? 0,
      locations: below.get(row.location_group_id ?? 0)?.length ?? 0,
    })
  return {
    rules: rules.map(toView),
    inherited: inherited.map(toView),
    devices: 'locationId' in scope ? await findNamedDevices(db, scope.locationId) : [],
    locations: locationIds.length,
    mostAlarmsOfEach,
    mostRules,
    mayEdit: await mayEdit(db, actor, scope),
  }
}

function toRuleView(
  row: RuleRow,
  { raised, locations }: { raised: number; locations: number },
): AlarmRuleView {
  return {
    ...{ id: row.id, name: row.name, kind: row.kind, settings: row.settings },
    ...{ durationSeconds: row.duration_seconds, grouping: row.grouping, sendsRecovery: row.sends_recovery },
    ...{ enabled: row.enabled, revision: row.revision, raised, isTogether: isTogether(row, locations) },
    quiet: row.quiet_from === null ? null : { from: row.quiet_from, until: row.quiet_until! },
    group: row.location_group_id === null ? null : { id: row.location_group_id, name: row.group_name ?? '' },
  }
}

async function mayEdit(db: Queryable, actor: Actor, scope: RuleScope): Promise<boolean> {
  // Whoever may read the rules of a group may change them.
  if (!('locationId' in scope)) return true
  const { locationId } = scope
  const row = await db.row<{ company_id: number }>(
    sql`select company_id from location where id = ${locationId}`,
  )
  if (!row) return false
  return (
    decide(actor, 'location.edit', { kind: 'location', locationId, companyId: row.company_id }) === 'allowed'
  )
}

async function countRaised(
  db: Queryable,
  ruleIds: readonly number[],
  locationIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.rows<{ rule_id: number; count: number }>(sql`
    select rule_id, count(distinct location_id)::int as count from alarm_rule_state
    where rule_id = any(${ruleIds}::int[]) and location_id = any(${locationIds}::int[]) and is_raised group by rule_id`)
  return new Map(rows.map(({ rule_id, count }) => [rule_id, count]))
}

function findNamedDevices(db: Queryable, locationId: number): Promise<AlarmRulesView['devices']> {
  return db.rows(sql`
    select key, name, category from device where location_id = ${locationId} and deleted_at is null order by name, id`)
}
