import type { RuleGrouping, RuleKind, RuleSettings } from '@ohmstead/domain/alarms/alarm-rule'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** What a rule is for: one of both. */
export type RuleScope = { locationId: number } | { locationGroupId: number }

export interface RuleRow {
  id: number
  company_id: number
  location_id: number | null
  location_group_id: number | null
  /** The name of its group, where it is of one. */
  group_name: string | null
  /** Null: the name of its kind. */
  name: string | null
  kind: RuleKind
  settings: RuleSettings
  duration_seconds: number
  grouping: RuleGrouping
  quiet_from: number | null
  quiet_until: number | null
  sends_recovery: boolean
  enabled: boolean
  revision: number
}

export type RuleDraft = Omit<
  RuleRow,
  'id' | 'company_id' | 'location_id' | 'location_group_id' | 'group_name' | 'revision'
>

const rules: Sql = sql`
  select r.id, r.company_id, r.location_id, r.location_group_id, g.name as group_name, nullif(r.name, '') as name, r.kind,
    r.settings, r.duration_seconds, r.grouping, r.quiet_from, r.quiet_until, r.sends_recovery, r.enabled, r.revision
  from alarm_rule r left join location_group g on g.id = r.location_group_id`

const ofScope = (scope: RuleScope): Sql =>
  'locationId' in scope
    ? sql`r.location_id = ${scope.locationId}`
    : sql`r.location_group_id = ${scope.locationGroupId}`

export function findRules(db: Queryable, scope: RuleScope): Promise<RuleRow[]> {
  return db.rows<RuleRow>(sql`${rules} where ${ofScope(scope)} order by r.id`)
}

export function findRule(db: Queryable, scope: RuleScope, ruleId: number): Promise<RuleRow | undefined> {
  return db.row<RuleRow>(sql`${rules} where ${ofScope(scope)} and r.id = ${ruleId}`)
}

/** The rules of the groups above a location or a group, from the top. */
export function findInheritedRules(db: Queryable, scope: RuleScope): Promise<RuleRow[]> {
  const first =
    'locationId' in scope
      ? sql`select location_group_id as id from location where id = ${scope.locationId}`
      : sql`select parent_id as id from location_group where id = ${scope.locationGroupId}`
  return db.rows<RuleRow>(sql`
    with recursive above as (
      ${first}
      union all
      select g.parent_id from location_group g join above on g.id = above.id where g.parent_id is not null
    ) ${rules} where r.location_group_id in (select id from above) order by r.location_group_id, r.id`)
}

/** The most rules of groups on a way from the top through this group down. */
export async function countRulesAlong(db: Queryable, groupId: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    with recursive above as (
      select id, parent_id from location_group where id = ${groupId}
      union all
      select g.id, g.parent_id from location_group g join above on g.id = above.parent_id
    ), own as (
      select location_group_id as id, count(*) as count from alarm_rule where location_group_id is not null group by 1
    ), way as (
      select g.id, coalesce(own.count, 0) as count from location_group g left join own on own.id = g.id where g.id = ${groupId}
      union all
      select g.id, way.count + coalesce(own.count, 0)
      from way join location_group g on g.parent_id = way.id left join own on own.id = g.id
    )
    select ((select max(count) from way)
      + (select coalesce(sum(own.count), 0) from above join own on own.id = above.id where above.id <> ${groupId}))::int as count`)
  return row!.count
}

/** Holds what a rule is for until the end of the transaction, so that its rules are counted one after the other. */
export async function holdScope(
  tx: Queryable,
  scope: RuleScope,
): Promise<{ company_id: number } | undefined> {
  return 'locationId' in scope
    ? tx.row(sql`select company_id from location where id = ${scope.locationId} for update`)
    : tx.row(sql`select company_id from location_group where id = ${scope.locationGroupId} for update`)
}

interface Written {
  userId: number | null
  at: number
}

export async function insertRule(
  tx: Queryable,
  scope: RuleScope & { companyId: number },
  draft: RuleDraft,
  { userId, at }: Written,
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into alarm_rule (company_id, location_id, location_group_id, name, kind, settings, duration_seconds, grouping,
      quiet_from, quiet_until, sends_recovery, enabled, created_by, created_at, updated_at)
    values (${scope.companyId}, ${'locationId' in scope ? scope.locationId : null},
      ${'locationGroupId' in scope ? scope.locationGroupId : null}, ${draft.name ?? ''}, ${draft.kind},
      ${JSON.stringify(draft.settings)}::jsonb, ${draft.duration_seconds}, ${draft.grouping}, ${draft.quiet_from},
      ${draft.quiet_until}, ${draft.sends_recovery}, ${draft.enabled}, ${userId}, ${new Date(at)}, ${new Date(at)})
    returning id`)
  return row!.id
}

/** Writes a rule that still is as the writer saw it. Returns whether it was. */
export async function updateRule(
  tx: Queryable,
  { ruleId, revision }: { ruleId: number; revision: number },
  draft: RuleDraft,
  at: number,
): Promise<boolean> {
  const count = await tx.run(sql`
    update alarm_rule set name = ${draft.name ?? ''}, kind = ${draft.kind}, settings = ${JSON.stringify(draft.settings)}::jsonb,
      duration_seconds = ${draft.duration_seconds}, grouping = ${draft.grouping}, quiet_from = ${draft.quiet_from},
      quiet_until = ${draft.quiet_until}, sends_recovery = ${draft.sends_recovery}, enabled = ${draft.enabled},
      updated_at = ${new Date(at)}, revision = revision + 1
    where id = ${ruleId} and revision = ${revision}`)
  return count > 0
}

export async function deleteRule(tx: Queryable, ruleId: number): Promise<void> {
  await tx.run(sql`delete from alarm_rule where id = ${ruleId}`)
}

/** All rules that are switched on. */
export function findEnabledRules(db: Queryable): Promise<RuleRow[]> {
  return db.rows<RuleRow>(sql`${rules} where r.enabled order by r.id`)
}

/** The locations of groups and of all groups below them, without those being deleted. */
export async function findLocationsBelow(
  db: Queryable,
  groupIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db.rows<{ top: number; ids: number[] }>(sql`
    with recursive tree as (
      select id as top, id from location_group where id = any(${groupIds}::int[])
      union all
      select tree.top, g.id from location_group g join tree on g.parent_id = tree.id
    )
    select top, array_agg(l.id order by l.id) as ids from tree join location l on l.location_group_id = tree.id
    where l.deletion_due_at is null group by top`)
  return new Map(rows.map(({ top, ids }) => [top, ids]))
}

/** Of these locations, those that exist and are not being deleted. */
export async function findKeptLocations(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from location where id = any(${ids}::int[]) and deletion_due_at is null`,
  )
  return new Set(rows.map(({ id }) => id))
}
