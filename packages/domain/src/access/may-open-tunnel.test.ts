import { expect, test } from 'vitest'
import { mayOpenTunnel } from './may-open-tunnel.ts'
import type { Actor } from './permission.ts'

const home = { kind: 'location', companyId: 1, locationId: 5 } as const
const person = (rights: { edit: boolean; control: boolean }): Actor => ({
  userId: 1,
  roles: ['ROLE_USER_BASIC'],
  companyIds: [],
  locations: [{ id: 5, view: true, manageUsers: false, ...rights }],
})

test('a tunnel needs the right to change the location and the right to control it', () => {
  expect(mayOpenTunnel(person({ edit: true, control: true }), home)).toBe(true)
  expect(mayOpenTunnel(person({ edit: true, control: false }), home)).toBe(false)
  expect(mayOpenTunnel(person({ edit: false, control: true }), home)).toBe(false)
  expect(mayOpenTunnel(null, home)).toBe(false)
  const aggregator: Actor = { userId: 2, roles: ['ROLE_AGGREGATOR'], companyIds: [1], locations: [] }
  expect(mayOpenTunnel(aggregator, home)).toBe(true)
  expect(mayOpenTunnel({ ...aggregator, companyIds: [2] }, home)).toBe(false)
})
