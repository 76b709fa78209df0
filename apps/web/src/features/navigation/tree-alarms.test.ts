import type { AlarmCountView } from '@ohmstead/contract/alarms'
import { expect, test } from 'vitest'
import { createNode } from '../../testing/create-node.ts'
import { hasSeveralPlaces, sumTreeAlarms } from './tree-alarms.ts'
import { nodeKey } from './tree-rows.ts'

const home = createNode('location', 5, 'Home', '/locations/5')
const bakery = createNode('location', 6, 'Bakery', '/locations/6')
const farm = createNode('location', 7, 'Farm', '/locations/7')
const town = createNode('location-group', 2, 'Town', '/companies/1/location-groups/2', [home, bakery])
const hills = createNode('location-group', 3, 'Hills', '/companies/1/location-groups/3', [farm])
const company = createNode('company', 1, 'Sun', '/companies/1/location-groups/1', [town, hills])
const other = createNode('company', 9, 'Wind', '/companies/9/location-groups/9')

const count = (location_id: number, open: number, unseen: number, company_id = 1): AlarmCountView => ({
  location_id,
  company_id,
  open,
  unseen,
})

test('alarms propagate from a place to all its parents', () => {
  const sums = sumTreeAlarms([company], [count(5, 2, 0), count(6, 1, 1)])
  expect(sums.get(nodeKey(home))).toEqual({ open: 2, unseen: 0 })
  expect(sums.get(nodeKey(town))).toEqual({ open: 3, unseen: 1 })
  expect(sums.get(nodeKey(company))).toEqual({ open: 3, unseen: 1 })
  expect([...sums.keys()]).toHaveLength(4)
})

test('a company without a loaded tree has its own count', () => {
  const sums = sumTreeAlarms([company, other], [count(70, 4, 2, 9), count(71, 1, 1, 9)])
  expect([...sums]).toEqual([[nodeKey(other), { open: 5, unseen: 3 }]])
})

test.each([
  ['one home', [home], false],
  ['two homes', [home, bakery], true],
  ['a company', [company], true],
  ['an empty company', [other], false],
])('%s needs marks or not', (_, nodes, expected) => {
  expect(hasSeveralPlaces(nodes)).toBe(expected)
})
