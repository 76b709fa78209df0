import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import { findReadyRule, getReadyRule, type RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { createRuleIn, removeRuleIn, switchRuleIn } from '../alarm-rules/change-rule.ts'
import { findInheritedRules, findRule, findRules, holdScope } from '../alarm-rules/rule-queries.ts'
import { type ActionOf, LeftAlone } from './bulk-action.ts'

type SwitchOn = Extract<BulkWish, { action: 'rule' }>

/** Also one that was given a name. */
const isReady = (ready: RuleTerms) => (rule: Parameters<typeof findReadyRule>[0]) =>
  findReadyRule(rule) === ready

/** Switches a ready-made alarm rule on at each location; a rule that is made new is deleted again. */
export const ruleAction: ActionOf<SwitchOn> = {
  permission: 'location.edit',
  check: async () => {},
  foresee: async (db, { rule }, items) => {
    const locationIds = items.map(({ locationId }) => locationId)
    const on = new Set(await findWithRule(db, getReadyRule(rule), locationIds))
    return locationIds.map((id) => (on.has(id) ? 'already' : null))
  },
  perform: async ({ tx, wish, locationId, audit }) => {
    const ready = getReadyRule(wish.rule)
    const scope = { locationId }
    await holdScope(tx, scope)
    const ofReady = (await findRules(tx, scope)).filter(isReady(ready))
    const own =
      ofReady.find(({ enabled }) => enabled) ?? ofReady.find(({ name }) => name === null) ?? ofReady[0]
    const above = (await findInheritedRules(tx, scope)).find((rule) => rule.enabled && isReady(ready)(rule))
    if (own?.enabled || above) throw new LeftAlone('already')
    if (own) {
      await switchRuleIn(tx, audit, scope, { before: own, enabled: true })
      return { facts: { ruleId: own.id, revision: own.revision + 1, isNew: false } }
    }
    const ruleId = await createRuleIn(tx, audit, scope, {
      ...{ ...ready, name: null, grouping: 'each', quiet: null, sendsRecovery: true, enabled: true },
    })
    return { facts: { ruleId, revision: 1, isNew: true } }
  },
  undo: async ({ tx, locationId, audit }, { ruleId, revision, isNew }) => {
    const scope = { locationId }
    await holdScope(tx, scope)
    const rule = await findRule(tx, scope, Number(ruleId))
    if (!rule || rule.revision !== revision) throw new LeftAlone('changed_since')
    if (isNew) await removeRuleIn(tx, audit, scope, rule.id)
    else await switchRuleIn(tx, audit, scope, { before: rule, enabled: false })
    return { facts: { ruleId } }
  },
}

/** Where it is on already, by itself or for a group above. */
async function findWithRule(
  db: Queryable,
  ready: RuleTerms,
  locationIds: readonly number[],
): Promise<number[]> {
  const { kind, settings } = ready
  const { metric, category, condition } = settings
  const rows = await db.rows<{ id: number }>(sql`
    with recursive switched as (
      select location_id, location_group_id from alarm_rule
      where enabled and kind = ${kind}
        and (kind <> 'metric' or settings ->> 'metric' = ${metric}::text and settings ->> 'category' = ${category}::text
          and settings ->> 'condition' = ${condition} and settings ->> 'deviceKey' is null)
    ), covered as (
      select location_group_id as id from switched where location_group_id is not null
      union
      select g.id from location_group g join covered on g.parent_id = covered.id
    )
    select l.id from location l
    where l.id = any(${locationIds}::int[])
      and (l.location_group_id in (select id from covered) or l.id in (select location_id from switched))`)
  return rows.map(({ id }) => id)
}
