import { expect, test } from 'vitest'
import { decideHandOver } from './hand-over.ts'
import type { Actor } from './permission.ts'
import type { Role } from './role.ts'

const everything = { id: 7, view: true, edit: true, control: true, manageUsers: true }
const actor = (role: Role, companyIds: number[] = []): Actor => ({
  userId: 1,
  roles: [role],
  companyIds,
  locations: [everything],
})
const owned = { companyId: 3, ownerId: 1 }
const shared = { companyId: 3, ownerId: 2 }

test.each([
  ['a super admin: to anybody of the company', actor('ROLE_SUPER_ADMIN'), shared, 'company'],
  ['an aggregator in its own company: the same', actor('ROLE_AGGREGATOR', [3]), shared, 'company'],
  ['an aggregator elsewhere: not at all', actor('ROLE_AGGREGATOR', [4]), shared, null],
  [
    'an aggregator elsewhere who owns it: to whom it is shared with',
    actor('ROLE_AGGREGATOR', [4]),
    owned,
    'shared',
  ],
  ['the owner: to whom it is shared with', actor('ROLE_USER_BASIC'), owned, 'shared'],
  ['somebody with every right at it: not at all', actor('ROLE_USER_ADVANCED'), shared, null],
  [
    'anybody, where it has no owner: not at all',
    actor('ROLE_USER_BASIC'),
    { companyId: 3, ownerId: null },
    null,
  ],
])('decides who may hand over a location: %s', (_, who, location, expected) => {
  expect(decideHandOver(who, location)).toBe(expected)
})
