import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUser } from '../../shared/session/current-user.ts'
import { createSite } from '../../testing/create-site.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { UserMenu } from './user-menu.tsx'

test('the name of the product is below the menu, and refetched for a super admin', async () => {
  let productName = 'Sonce Dom'
  const api = fakeApi({ 'GET /site/info': () => createSite({ productName }) })
  await renderPage(<UserMenu />, { person: createPerson() })
  await screen.findByText('Sonce Dom')
  productName = 'OEM'
  setUser(createPerson({ first_name: 'Eva' }))
  expect(api.sent).toHaveLength(1)
  setUser(createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] }))
  await screen.findByText('OEM')
  expect(api.sent).toHaveLength(2)
})
