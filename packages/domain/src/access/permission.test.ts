import { describe, expect, test } from 'vitest'
import { type Actor, type Decision, decide, type Permission, type Resource } from './permission.ts'
import { canManageRole, includesRole, type Role, roles } from './role.ts'

const entry = { id: 7, view: true, edit: false, control: false, manageUsers: false }
const everything = { id: 7, view: true, edit: true, control: true, manageUsers: true }
const actor = (role: Role, more: Partial<Actor> = {}): Actor => ({
  userId: 1,
  roles: [role],
  companyIds: [],
  locations: [],
  ...more,
})
const location: Resource = { kind: 'location', companyId: 3, locationId: 7 }

describe('the permission rule', () => {
  test.each<[string, Actor | null, Permission, Resource | null, Decision]>([
    ['anyone on a public endpoint', null, 'public', null, 'allowed'],
    ['nobody where a user is asked for', null, 'signedIn', null, 'not_signed_in'],
    ['nobody on a location', null, 'location.view', location, 'not_signed_in'],
    [
      'a viewer sees a shared location',
      actor('ROLE_USER', { locations: [entry] }),
      'location.view',
      location,
      'allowed',
    ],
    [
      'a viewer may not edit it',
      actor('ROLE_USER', { locations: [entry] }),
      'location.edit',
      location,
      'not_allowed',
    ],
    [
      'an entry without view hides the location',
      actor('ROLE_USER_BASIC', { locations: [{ ...entry, view: false, edit: true }] }),
      'location.edit',
      location,
      'not_found',
    ],
    [
      'an owner edits',
      actor('ROLE_USER_BASIC', { locations: [{ ...entry, edit: true }] }),
      'location.edit',
      location,
      'allowed',
    ],
    [
      'a foreign location does not exist',
      actor('ROLE_USER_ADVANCED'),
      'location.view',
      location,
      'not_found',
    ],
    [
      'an aggregator passes checks in an own company',
      actor('ROLE_AGGREGATOR', { companyIds: [3] }),
      'location.manageUsers',
      location,
      'allowed',
    ],
    [
      'an aggregator finds nothing in another company',
      actor('ROLE_AGGREGATOR', { companyIds: [4] }),
      'location.view',
      location,
      'not_found',
    ],
    [
      "an aggregator with an entry elsewhere has that entry's rights",
      actor('ROLE_AGGREGATOR', { companyIds: [4], locations: [entry] }),
      'location.edit',
      location,
      'not_allowed',
    ],
    ['a super admin finds what exists', actor('ROLE_SUPER_ADMIN'), 'location.control', location, 'allowed'],
    [
      'a super admin does not find what does not exist',
      actor('ROLE_SUPER_ADMIN'),
      'location.control',
      null,
      'not_found',
    ],
    [
      'whoever sees a location sees its company',
      actor('ROLE_USER', { locations: [entry] }),
      'company.view',
      { kind: 'company', companyId: 3, ownLocationIds: [7] },
      'allowed',
    ],
    [
      'but may not edit it',
      actor('ROLE_USER_ADVANCED', { locations: [{ ...entry, edit: true }] }),
      'company.edit',
      { kind: 'company', companyId: 3, ownLocationIds: [7] },
      'not_allowed',
    ],
    [
      'a group without a visible location does not exist',
      actor('ROLE_USER', { locations: [entry] }),
      'group.view',
      { kind: 'group', companyId: 3, ownLocationIds: [] },
      'not_found',
    ],
    [
      'an owner deletes what is theirs',
      actor('ROLE_USER_BASIC', { locations: [everything] }),
      'location.delete',
      { ...location, ownerId: 1 },
      'allowed',
    ],
    [
      'somebody it is shared with does not, whatever they may do there',
      actor('ROLE_USER_ADVANCED', { locations: [everything] }),
      'location.delete',
      { ...location, ownerId: 2 },
      'not_allowed',
    ],
    [
      'nobody owns what has no owner',
      actor('ROLE_USER_ADVANCED', { locations: [everything] }),
      'location.delete',
      { ...location, ownerId: null },
      'not_allowed',
    ],
    [
      'an aggregator deletes in an own company',
      actor('ROLE_AGGREGATOR', { companyIds: [3] }),
      'location.delete',
      location,
      'allowed',
    ],
    [
      'what is being deleted does not exist for who had every right there',
      actor('ROLE_USER_ADVANCED', { locations: [everything] }),
      'location.view',
      { ...location, ownerId: 2, isBeingDeleted: true },
      'not_found',
    ],
    [
      'nor for a super admin',
      actor('ROLE_SUPER_ADMIN'),
      'location.view',
      { ...location, isBeingDeleted: true },
      'not_found',
    ],
    [
      'but its owner takes it back',
      actor('ROLE_USER_BASIC'),
      'location.restore',
      { ...location, ownerId: 1, isBeingDeleted: true },
      'allowed',
    ],
    [
      'and who runs its company',
      actor('ROLE_AGGREGATOR', { companyIds: [3] }),
      'location.restore',
      { ...location, ownerId: 1, isBeingDeleted: true },
      'allowed',
    ],
    [
      'and nobody else',
      actor('ROLE_AGGREGATOR', { companyIds: [4], locations: [everything] }),
      'location.restore',
      { ...location, ownerId: 2, isBeingDeleted: true },
      'not_found',
    ],
    [
      'nothing is taken back that was not deleted',
      actor('ROLE_SUPER_ADMIN'),
      'location.restore',
      location,
      'not_found',
    ],
    [
      'the active role is the first one',
      { ...actor('ROLE_USER'), roles: ['ROLE_USER', 'ROLE_SUPER_ADMIN'] },
      'role.superAdmin',
      null,
      'not_allowed',
    ],
    ['an advanced user is a basic one', actor('ROLE_USER_ADVANCED'), 'role.basic', null, 'allowed'],
    ['an invited viewer is not', actor('ROLE_USER'), 'role.basic', null, 'not_allowed'],
  ])('%s', (_, who, permission, resource, expected) => {
    expect(decide(who, permission, resource)).toBe(expected)
  })

  test('a user without a role may do only what any signed-in user may', () => {
    const nobody = { ...actor('ROLE_USER'), roles: [] }
    expect(decide(nobody, 'signedIn', null)).toBe('allowed')
    expect(decide(nobody, 'role.basic', null)).toBe('not_allowed')
  })
})

describe('roles', () => {
  test('each role includes the ones below it and none above', () => {
    roles.forEach((role, index) => {
      expect(roles.filter((least) => includesRole(role, least))).toEqual(roles.slice(0, index + 1))
    })
  })

  test('only a super admin manages a super admin', () => {
    expect(roles.filter((role) => canManageRole(role, 'ROLE_SUPER_ADMIN'))).toEqual(['ROLE_SUPER_ADMIN'])
  })
})
