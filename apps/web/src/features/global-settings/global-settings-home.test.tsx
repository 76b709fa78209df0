import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { GlobalSettingsHome } from './global-settings-home.tsx'

test('on a new platform the super admin is led to the first company, and an aggregator to somebody who assigns one', async () => {
  fakeApi({ 'GET /companies': () => ({ companies: [] }) })
  const admin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
  const { user, path } = await renderPage(<GlobalSettingsHome />, { at: '/settings/global', person: admin })
  await user.click(await screen.findByRole('link', { name: 'Add new company' }))
  expect(path()).toBe('/overview')

  const aggregator = createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'] })
  await renderPage(<GlobalSettingsHome />, { at: '/settings/global', person: aggregator })
  await screen.findByText('No company is assigned to you yet. Ask your administrator.')
  expect(screen.queryByRole('link', { name: 'Add new company' })).toBeNull()
})
