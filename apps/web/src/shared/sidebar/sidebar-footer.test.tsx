import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SidebarFooter } from './sidebar-footer.tsx'

test.each(['/user/settings', '/user/sessions', '/user/profile/privacy'])(
  'the user settings are marked on each of their pages: %s',
  async (at) => {
    await renderPage(<SidebarFooter isNarrow={false} onFollow={() => {}} />, { at, person: createPerson() })
    expect((await screen.findByRole('link', { name: 'User settings' })).dataset.within).toBe('true')
    expect(screen.getByRole('link', { name: 'Integrations' }).dataset.within).not.toBe('true')
  },
)

test('a page whose address only begins alike is not one of them', async () => {
  await renderPage(<SidebarFooter isNarrow={false} onFollow={() => {}} />, {
    at: '/users',
    person: createPerson(),
  })
  expect((await screen.findByRole('link', { name: 'User settings' })).dataset.within).toBe('false')
})

test('setting up prices belongs to prices, and not to adding a location', async () => {
  await renderPage(<SidebarFooter isNarrow={false} onFollow={() => {}} />, {
    at: '/setup/pricing',
    person: createPerson(),
  })
  expect((await screen.findByRole('link', { name: 'Prices' })).dataset.within).toBe('true')
  expect(screen.getByRole('link', { name: 'Add a location' }).dataset.status).not.toBe('active')
})
