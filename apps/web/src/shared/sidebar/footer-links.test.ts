import { expect, test } from 'vitest'
import { createPerson } from '../../testing/person.ts'
import { buildFooterLinks } from './footer-links.ts'

const location = { locationId: 7, ownCompanyId: 2 }
const rights = { id: 7, view: true, edit: false, control: false, manageUsers: false }
const linksOf = (change: Partial<typeof rights>, role = 'ROLE_USER_BASIC' as const) => {
  const user = createPerson({
    role,
    roles: [role],
    permissions: { locations: [{ ...rights, ...change }] },
  })
  return buildFooterLinks({ user, location, context: null }).map(({ key, href }) => `${key} ${href}`)
}

test.each([
  ['may only look at it finds no management', {}, undefined],
  ['edits it comes to its controllers', { edit: true }, '/locations/7/manage/oem-devices'],
  ['may let people in comes to them', { manageUsers: true }, '/locations/7/manage/users'],
  [
    'may do both begins at the controllers',
    { edit: true, manageUsers: true },
    '/locations/7/manage/oem-devices',
  ],
])('who %s', (_, change, href) => {
  const [manage] = linksOf(change).filter((link) => link.startsWith('manage'))
  expect(manage).toBe(href && `manage ${href}`)
})

test('without a current location nothing can be managed, and the way back names its target', () => {
  const context = { name: 'Sonce', path: '/companies/2', title: 'Company', returnPath: '/companies/2' }
  const links = buildFooterLinks({ user: createPerson(), location: null, context })
  expect(links.map(({ key }) => key)).toEqual([
    'setup',
    'pricing',
    'sharing',
    'integrations',
    'settings',
    'back',
  ])
  expect(links.at(-1)).toEqual({ key: 'back', href: '/companies/2', name: 'Sonce' })
})

test('an aggregator finds companies and their settings, and no set-up', () => {
  const user = createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'] })
  const links = buildFooterLinks({ user, location: null, context: null })
  expect(links.map(({ key }) => key)).toEqual([
    'companies',
    'pricing',
    'sharing',
    'integrations',
    'settings',
    'global',
  ])
})

test('prices are offered once there is something to price', () => {
  const keysOf = (locations: (typeof rights)[]) =>
    buildFooterLinks({
      user: createPerson({ permissions: { locations } }),
      location: null,
      context: null,
    }).map(({ key }) => key)
  expect(keysOf([])).not.toContain('pricing')
  expect(keysOf([rights])).toContain('pricing')
})
