import { expect, test } from 'vitest'
import { mostInheritedRules } from './change-rule.ts'
import { buildCover, isTogether, mostAlarmsOfEach } from './rule-cover.ts'
import type { RuleRow } from './rule-queries.ts'
import { importAbove } from './rule-test-kit.ts'

test('a rule of a large group raises one alarm of all, whatever it says', () => {
  const each = { grouping: 'each' as const, location_group_id: 1 }
  expect(isTogether(each, mostAlarmsOfEach)).toBe(false)
  expect(isTogether(each, mostAlarmsOfEach + 1)).toBe(true)
  expect(isTogether({ ...each, grouping: 'together' }, 2)).toBe(true)
  expect(isTogether({ grouping: 'together', location_group_id: null }, 1)).toBe(false)
})

test('a location is judged by so many rules of groups, and by its own besides', () => {
  const { kind, settings, durationSeconds } = importAbove
  const rule = (id: number, of: Pick<RuleRow, 'location_id' | 'location_group_id'>): RuleRow => ({
    ...{ id, company_id: 1, group_name: null, name: null, kind, settings, duration_seconds: durationSeconds },
    ...{ quiet_from: null, quiet_until: null, sends_recovery: true, enabled: true, revision: 1, ...of },
    grouping: 'each',
  })
  const ofGroups = Array.from({ length: mostInheritedRules + 50 }, (_, at) =>
    rule(at + 1, { location_id: null, location_group_id: (at % 3) + 1 }),
  )
  const oldest = rule(0, { location_id: 7, location_group_id: null })
  const own = rule(1000, { location_id: 7, location_group_id: null })
  const below = new Map([
    [1, [7]],
    [2, [7, 8]],
    [3, [7]],
  ])
  const { byLocation, rules } = buildCover([oldest, ...ofGroups, own], below, new Set([7]))
  expect(byLocation.get(7)!.map(({ id }) => id)).toEqual([
    oldest.id,
    ...ofGroups.slice(0, mostInheritedRules).map(({ id }) => id),
    own.id,
  ])
  expect(byLocation.get(8)).toHaveLength(50)
  expect(rules.get(mostInheritedRules + 1)!.locationIds).not.toContain(7)
})
