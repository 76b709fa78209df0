import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSite } from '../testing/create-site.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { createPerson } from '../testing/person.ts'
import { renderPage } from '../testing/render-page.tsx'
import { Notices } from './notices.tsx'

const showDue = (second_factor_due: number) => {
  fakeApi({ 'GET /site/info': () => createSite() })
  return renderPage(<Notices />, { person: { ...createPerson(), second_factor_due } })
}

test('before the deadline the notice leads to setting up a second factor', async () => {
  await showDue(Date.now() + 86_400_000)
  const link = await screen.findByRole('link', { name: 'Set it up' })
  expect(link.getAttribute('href')).toBe('/user/two-factor')
})

test('after the deadline the notice also leads to the passkeys, which the shown page does not', async () => {
  await showDue(Date.now() - 1000)
  const link = await screen.findByRole('link', { name: 'Add a passkey' })
  expect(link.getAttribute('href')).toBe('/user/passkeys')
  expect(screen.queryByRole('link', { name: 'Set it up' })).toBeNull()
})
