import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideUserActions, type ManagedUser, mayChangeFlags } from './manage-user.ts'
import type { Actor } from './permission.ts'
import { type Role, rolePriority, roles } from './role.ts'

const actor = (role: Role, companyIds: number[] = [], userId = 1): Actor => ({
  userId,
  roles: [role],
  companyIds,
  locations: [],
})
const user = (
  role: Role,
  homeCompanyId: number | null,
  runsCompanyIds: number[] = [],
  id = 2,
): ManagedUser => ({
  id,
  role,
  homeCompanyId,
  runsCompanyIds,
  isConfirmed: true,
})
const nothing = { assignRoles: [], verify: false, disable: false, changeCompany: false, impersonate: false }
const anyRole = fc.constantFrom(...roles)
const companies = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 })
const anyUser = fc.record({
  id: fc.constant(2),
  role: anyRole,
  homeCompanyId: fc.option(fc.integer({ min: 1, max: 4 })),
  runsCompanyIds: companies,
  isConfirmed: fc.boolean(),
})

describe('rights over another person', () => {
  test('do not exist over oneself', () => {
    fc.assert(
      fc.property(anyRole, companies, anyUser, (role, own, other) => {
        expect(decideUserActions(actor(role, own, other.id), other)).toEqual(nothing)
      }),
    )
  })

  test('do not exist below aggregator, or over a higher role', () => {
    fc.assert(
      fc.property(anyRole, companies, anyUser, (role, own, other) => {
        const actions = decideUserActions(actor(role, own), other)
        if (
          rolePriority[role] < rolePriority.ROLE_AGGREGATOR ||
          rolePriority[role] < rolePriority[other.role]
        )
          expect(actions).toEqual(nothing)
        for (const assigned of actions.assignRoles)
          expect(rolePriority[assigned]).toBeLessThanOrEqual(rolePriority[role])
      }),
    )
  })

  test('of an aggregator end with its companies and include granting no role as high as its own', () => {
    fc.assert(
      fc.property(companies, anyUser, (own, other) => {
        const actions = decideUserActions(actor('ROLE_AGGREGATOR', own), other)
        const places = [other.homeCompanyId ?? [], other.runsCompanyIds].flat()
        if (!places.every((id) => own.includes(id)) || places.length === 0) expect(actions).toEqual(nothing)
        expect(actions).toMatchObject({ changeCompany: false, impersonate: false })
        expect(actions.assignRoles).not.toContain('ROLE_AGGREGATOR')
        expect(actions.assignRoles).not.toContain('ROLE_SUPER_ADMIN')
      }),
    )
  })

  test('never include giving anything to an unconfirmed account, or acting as it', () => {
    fc.assert(
      fc.property(anyRole, companies, anyUser, (role, own, other) => {
        const actions = decideUserActions(actor(role, own), { ...other, isConfirmed: false })
        expect(actions).toMatchObject({ assignRoles: [], changeCompany: false, impersonate: false })
        // Disabling it would keep the address from its real owner.
        if (role !== 'ROLE_SUPER_ADMIN') expect(actions.disable).toBe(false)
      }),
    )
  })

  test('of a super admin are unlimited, except impersonating another super admin', () => {
    const admin = actor('ROLE_SUPER_ADMIN')
    expect(decideUserActions(admin, user('ROLE_USER', null)).assignRoles).toEqual(roles)
    expect(decideUserActions(admin, user('ROLE_AGGREGATOR', null, [7]))).toMatchObject({
      verify: true,
      disable: true,
      changeCompany: true,
      impersonate: true,
    })
    expect(decideUserActions(admin, user('ROLE_SUPER_ADMIN', null)).impersonate).toBe(false)
  })

  test('of an aggregator cover only people who live or work in its companies', () => {
    const aggregator = actor('ROLE_AGGREGATOR', [1, 2])
    expect(decideUserActions(aggregator, user('ROLE_USER_BASIC', 1))).toMatchObject({
      assignRoles: ['ROLE_USER', 'ROLE_USER_BASIC', 'ROLE_USER_ADVANCED'],
      verify: true,
      disable: true,
    })
    expect(decideUserActions(aggregator, user('ROLE_AGGREGATOR', null, [1, 2])).disable).toBe(true)
    expect(decideUserActions(aggregator, user('ROLE_AGGREGATOR', null, [1, 3]))).toEqual(nothing)
    expect(decideUserActions(aggregator, user('ROLE_AGGREGATOR', 3, [1, 2]))).toEqual(nothing)
    for (const home of [3, null])
      expect(decideUserActions(aggregator, user('ROLE_USER_BASIC', home))).toEqual(nothing)
  })
})

test('nobody grants or removes a right they do not have', () => {
  const flags = fc.record({
    view: fc.boolean(),
    edit: fc.boolean(),
    control: fc.boolean(),
    manageUsers: fc.boolean(),
  })
  fc.assert(
    fc.property(flags, flags, flags, (own, before, after) => {
      const names = ['view', 'edit', 'control', 'manageUsers'] as const
      const outside = names.filter((name) => before[name] !== after[name] && !own[name])
      expect(mayChangeFlags(own, before, after)).toBe(outside.length === 0)
    }),
  )
})
