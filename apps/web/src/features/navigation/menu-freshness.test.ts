import type { MenuNodeView } from '@ohmstead/contract/navigation'
import type { Role } from '@ohmstead/domain/access/role'
import { expect, test } from 'vitest'
import { isMenuOutdated } from './menu-freshness.ts'

const base = { title: '', href: '', level: 0, aliases: [] }
const menu: MenuNodeView[] = [
  {
    ...base,
    id: 1,
    type: 'company',
    data: { locationGroupId: 10 },
    children: [{ ...base, id: 11, type: 'location-group', data: {}, children: [] }],
  },
]

test.each<[string, Role, { from: string; to: string; groupId: number | null; menuAgeMs?: number }, boolean]>([
  [
    'basic, leaving the places',
    'ROLE_USER_BASIC',
    { from: '/locations/1', to: '/user/settings', groupId: null },
    true,
  ],
  [
    'basic, leaving the place just removed, with the menu asked for anew',
    'ROLE_USER_BASIC',
    { from: '/locations/1/manage/settings', to: '/setup', groupId: null, menuAgeMs: 300 },
    false,
  ],
  [
    'basic, from place to place',
    'ROLE_USER_BASIC',
    { from: '/locations/1', to: '/companies/1/locations/2', groupId: null },
    false,
  ],
  ['basic, between other pages', 'ROLE_USER', { from: '/setup', to: '/user/settings', groupId: null }, false],
  ['aggregator, group in the menu', 'ROLE_AGGREGATOR', { from: '/overview', to: '/x', groupId: 11 }, false],
  [
    'aggregator, root group of a company',
    'ROLE_AGGREGATOR',
    { from: '/overview', to: '/x', groupId: 10 },
    false,
  ],
  [
    'aggregator, group not in the menu',
    'ROLE_AGGREGATOR',
    { from: '/overview', to: '/x', groupId: 12 },
    true,
  ],
  [
    'aggregator, no group',
    'ROLE_AGGREGATOR',
    { from: '/locations/1', to: '/user/settings', groupId: null },
    false,
  ],
  ['super admin', 'ROLE_SUPER_ADMIN', { from: '/locations/1', to: '/user/settings', groupId: 12 }, false],
])('%s', (_, role, change, expected) => {
  expect(isMenuOutdated(role, { menuAgeMs: 60_000, ...change }, menu)).toBe(expected)
})
