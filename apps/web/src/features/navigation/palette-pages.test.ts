import type { CompanySummary } from '@ohmstead/contract/companies'
import type { Role } from '@ohmstead/domain/access/role'
import { expect, test } from 'vitest'
import { createPerson } from '../../testing/person.ts'
import { listGroupPages, listLocationPages, listPages } from './palette-pages.ts'

const company: CompanySummary = {
  ...{ id: 3, name: 'Sun', isPlatform: false, rootGroup: { id: 30 }, assignedControllersCount: 0 },
}
const withRole = (role: Role) => createPerson({ role, roles: [role] })
const titlesOf = (person: ReturnType<typeof createPerson>) =>
  listPages(person, [company]).map(({ title }) => title)
const platform = ['titles.first_run', 'titles.operation', 'titles.outbox', 'titles.site_settings'] as const

test('pages of the platform are found by a super admin alone, those of companies by who runs them', () => {
  const admin = titlesOf(withRole('ROLE_SUPER_ADMIN'))
  const aggregator = titlesOf(withRole('ROLE_AGGREGATOR'))
  const basic = titlesOf(createPerson())
  for (const title of platform) {
    expect(admin).toContain(title)
    expect(aggregator).not.toContain(title)
  }
  expect(aggregator).toContain('titles.company_settings')
  expect(aggregator).toContain('titles.software')
  expect(basic).not.toContain('titles.company_settings')
  expect(basic).not.toContain('titles.users')
})

test('who may add a location finds the setup', () => {
  expect(titlesOf(createPerson())).toContain('titles.setup')
  expect(titlesOf(withRole('ROLE_USER'))).not.toContain('titles.setup')
})

test.each([
  ['looks', { edit: false, manageUsers: false }, []],
  [
    'edits',
    { edit: true, manageUsers: false },
    ['titles.location_settings', 'titles.device_groups', 'titles.webhooks'],
  ],
  ['manages people', { edit: false, manageUsers: true }, ['titles.users', 'titles.audit_log']],
])('of a location, who only %s finds what they may open', (_, rights, own) => {
  const permissions = { locations: [{ id: 7, view: true, control: false, ...rights }] }
  const pages = listLocationPages(createPerson({ role: 'ROLE_USER', permissions }), {
    ...{ companyId: null, locationGroupId: null, locationId: 7, ownCompanyId: 3 },
  })
  expect(pages.map(({ title }) => title)).toEqual([
    ...['titles.location', 'titles.charts', 'titles.money', 'titles.cheapest_offer', 'titles.invoice_check'],
    ...['titles.savings', 'titles.spot_market', 'titles.alarm_rules', 'titles.controllers'],
    ...['titles.price_lists', 'titles.rate_plans'],
    ...own,
  ])
})

test('of a group, its alarm rules are found by who may change them', () => {
  const titles = (role: Role) =>
    listGroupPages(withRole(role), { companyId: 3, locationGroupId: 4 }).map(({ title }) => title)
  expect(titles('ROLE_SUPER_ADMIN')).toEqual(['titles.charts', 'titles.locations', 'titles.alarm_rules'])
  expect(titles('ROLE_USER_BASIC')).toEqual(['titles.charts', 'titles.locations'])
})
