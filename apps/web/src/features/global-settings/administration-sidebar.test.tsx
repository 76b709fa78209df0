import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AdministrationSidebar } from './administration-sidebar.tsx'

const superAdmin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const aggregator = createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'] })
const sun = { id: 3, name: 'Sun', isPlatform: false, rootGroup: { id: 30 }, assignedControllersCount: 0 }

async function show(person = superAdmin, isOpen = true) {
  // Nothing else is requested: the tree of locations is not shown.
  fakeApi({ 'GET /companies': () => ({ companies: [sun] }) })
  await renderPage(<AdministrationSidebar isMobile={false} isOpen={isOpen} onOpenChange={() => {}} />, {
    at: '/settings/global/companies/3/overview',
    pattern: '/settings/global/companies/$companyId/overview',
    person,
  })
  const nav = within(screen.getByRole('navigation', { name: 'Global settings' }))
  await (isOpen ? nav.findByText('Sun') : nav.findByRole('link', { name: 'Sun' }))
  return nav.getAllByRole('link').map((link) => link.getAttribute('aria-label') ?? link.textContent)
}

test('is the only menu of administration: the platform’s pages and those of each company', async () => {
  expect(await show()).toEqual([
    ...[
      'All users',
      'Audit log',
      'Software',
      'First steps',
      'Operation',
      'Outbox',
      'Time-of-use plans',
      'Platform',
    ],
    ...[
      'Company settings',
      'Locations & Groups',
      'Controllers',
      'Controllers to hand out',
      'Users',
      'Webhooks',
    ],
  ])
  expect(screen.getByText('Super admin')).toBeTruthy()
  expect(screen.queryByRole('tree')).toBeNull()
  expect(screen.getAllByRole('navigation')).toHaveLength(2)
})

test('shows an aggregator nothing of the platform', async () => {
  expect((await show(aggregator)).slice(0, 4)).toEqual([
    'All users',
    'Audit log',
    'Software',
    'Company settings',
  ])
})

test('its icons lead on when it is collapsed', async () => {
  expect(await show(superAdmin, false)).toEqual([
    ...[
      'All users',
      'Audit log',
      'Software',
      'First steps',
      'Operation',
      'Outbox',
      'Time-of-use plans',
      'Platform',
    ],
    'Sun',
  ])
})
