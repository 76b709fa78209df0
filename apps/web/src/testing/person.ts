import type { UserView } from '@ohmstead/contract/users'

/** Somebody who owns location 7. */
export function createPerson(change: Partial<UserView> = {}): UserView {
  return {
    id: 1,
    email: 'ana@test.si',
    first_name: 'Ana',
    last_name: 'Novak',
    locale: null,
    country_code: null,
    role: 'ROLE_USER_BASIC',
    roles: ['ROLE_USER_BASIC'],
    permissions: { locations: [{ id: 7, view: true, edit: true, control: true, manageUsers: true }] },
    locations: [{ id: 7, name: 'Home' }],
    locationGroups: [],
    controllers: [],
    companies: [],
    settings: { theme: null, initialDataView: 'latest', timeFormat: '24h', units: 'auto' },
    second_factor_due: null,
    impersonator: null,
    ...change,
  }
}
