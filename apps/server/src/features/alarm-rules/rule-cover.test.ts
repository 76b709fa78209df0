import { expect, test } from 'vitest'
import { isTogether, mostAlarmsOfEach } from './rule-cover.ts'

test('a rule of a large group raises one alarm of all, whatever it says', () => {
  const each = { grouping: 'each' as const, location_group_id: 1 }
  expect(isTogether(each, mostAlarmsOfEach)).toBe(false)
  expect(isTogether(each, mostAlarmsOfEach + 1)).toBe(true)
  expect(isTogether({ ...each, grouping: 'together' }, 2)).toBe(true)
  expect(isTogether({ grouping: 'together', location_group_id: null }, 1)).toBe(false)
})
