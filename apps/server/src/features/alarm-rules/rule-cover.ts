import type { RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import type { Queryable } from '../../platform/db/db.ts'
import { mostInheritedRules } from './change-rule.ts'
import { findEnabledRules, findKeptLocations, findLocationsBelow, type RuleRow } from './rule-queries.ts'

/** A group with more locations gets one alarm of all of them, whatever its rule says: nobody reads hundreds. */
export const mostAlarmsOfEach = 100

export interface CoveredRule {
  id: number
  revision: number
  terms: RuleTerms
  name: string | null
  isTogether: boolean
  locationIds: readonly number[]
}

export interface RuleCover {
  rules: Map<number, CoveredRule>
  byLocation: Map<number, CoveredRule[]>
}

/** All rules that are switched on, and the locations that each of them is about now. */
export async function findRuleCover(db: Queryable): Promise<RuleCover> {
  const rows = await findEnabledRules(db)
  const groupIds = [...new Set(rows.flatMap((row) => row.location_group_id ?? []))]
  const below = groupIds.length > 0 ? await findLocationsBelow(db, groupIds) : new Map<number, number[]>()
  const own = [...new Set(rows.flatMap((row) => row.location_id ?? []))]
  const kept = own.length > 0 ? await findKeptLocations(db, own) : new Set<number>()
  return buildCover(rows, below, kept)
}

/** Of more rules of groups than one location may have, which moves of groups can bring together, the oldest count. */
export function buildCover(
  rows: readonly RuleRow[],
  below: ReadonlyMap<number, readonly number[]>,
  kept: ReadonlySet<number>,
): RuleCover {
  const rules = new Map<number, CoveredRule>()
  const byLocation = new Map<number, CoveredRule[]>()
  const inherited = new Map<number, number>()
  const hasRoom = (id: number) => (inherited.get(id) ?? 0) < mostInheritedRules
  for (const row of rows) {
    const { location_id: ownId, location_group_id: groupId } = row
    const ofGroup = groupId === null ? null : (below.get(groupId) ?? []).filter(hasRoom)
    const rule = toCoveredRule(row, ofGroup ?? (kept.has(ownId!) ? [ownId!] : []))
    rules.set(row.id, rule)
    for (const id of ofGroup ?? []) inherited.set(id, (inherited.get(id) ?? 0) + 1)
    for (const id of rule.locationIds) {
      const list = byLocation.get(id)
      if (list) list.push(rule)
      else byLocation.set(id, [rule])
    }
  }
  return { rules, byLocation }
}

function toCoveredRule(row: RuleRow, locationIds: readonly number[]): CoveredRule {
  const { id, revision, name } = row
  return {
    ...{ id, revision, name, locationIds, terms: termsOf(row) },
    isTogether: isTogether(row, locationIds.length),
  }
}

export const termsOf = ({ kind, settings, duration_seconds }: RuleRow): RuleTerms => ({
  kind,
  settings,
  durationSeconds: duration_seconds,
})

export function isTogether(
  { grouping, location_group_id }: Pick<RuleRow, 'grouping' | 'location_group_id'>,
  locationCount: number,
): boolean {
  return location_group_id !== null && (grouping === 'together' || locationCount > mostAlarmsOfEach)
}
