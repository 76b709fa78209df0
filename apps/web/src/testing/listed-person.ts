import type { PersonView } from '@ohmstead/contract/people'

/** Somebody in the list of people, whom the reader may disable. */
export function createListedPerson({ actions, ...change }: ListedPersonChange = {}): PersonView {
  return {
    id: 5,
    email: 'jan@test.si',
    first_name: 'Jan',
    last_name: 'Kos',
    role: 'ROLE_USER_BASIC',
    email_verified_at: 1,
    disabled_at: null,
    deletion_due_at: null,
    created_at: 1,
    last_seen_at: null,
    company: null,
    runs: [],
    location_count: 0,
    actions: {
      ...{ assignRoles: [], verify: false, disable: true, changeCompany: false, impersonate: false },
      ...actions,
    },
    ...change,
  }
}

interface ListedPersonChange extends Partial<Omit<PersonView, 'actions'>> {
  actions?: Partial<PersonView['actions']>
}
