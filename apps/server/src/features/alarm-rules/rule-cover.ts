import type { RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import type { Queryable } from '../../platform/db/db.ts'
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
  const rules = new Map<number, CoveredRule>()
  const byLocation = new Map<number, CoveredRule[]>()
  for (const row of rows) {
    const rule = toCoveredRule(row, below, kept)
    rules.set(row.id, rule)
    for (const id of rule.locationIds) {
      const list = byLocation.get(id)
      if (list) list.push(rule)
      else byLocation.set(id, [rule])
    }
  }
  return { rules, byLocation }
}

function toCoveredRule(
  row: RuleRow,
  below: ReadonlyMap<number, number[]>,
  kept: ReadonlySet<number>,
): CoveredRule {
  const { id, revision, name, location_id, location_group_id } = row
  const ofGroup = location_group_id === null ? null : (below.get(location_group_id) ?? [])
  const locationIds = ofGroup ?? (kept.has(location_id!) ? [location_id!] : [])
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
