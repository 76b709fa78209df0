import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { PasskeysPage } from './passkeys-page.tsx'

const laptop = { id: 3, name: 'Laptop', created_at: 0, last_used_at: null, synced: false }
const phone = { ...laptop, id: 4, name: 'Phone' }
const security = { totp: false, enabled_at: null, recovery_codes_left: 0, has_password: true }

test('a passkey is removed with the password, and the list is refetched', async () => {
  let passkeys = [laptop, phone]
  const api = fakeApi({
    'GET /auth/passkeys': () => ({ passkeys }),
    'GET /auth/second-factor': () => security,
    'POST /auth/passkeys/:passkeyId/remove': () => {
      passkeys = [laptop]
    },
  })
  const { user } = await renderPage(<PasskeysPage />)
  await user.click(await screen.findByRole('button', { name: 'Remove Phone' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Current password'), 'correct horse')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => screen.queryByText('Phone')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo('POST /auth/passkeys/:passkeyId/remove')).toMatchObject([
    { params: { passkeyId: '4' }, body: { password: 'correct horse' } },
  ])
})

test('a wrong password is reported in the window, which stays open', async () => {
  fakeApi({
    'GET /auth/passkeys': () => ({ passkeys: [laptop] }),
    'GET /auth/second-factor': () => security,
    'POST /auth/passkeys/:passkeyId/remove': () => {
      throw new Refusal('current_password_wrong')
    },
  })
  const { user } = await renderPage(<PasskeysPage />)
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await user.type(screen.getByLabelText('Current password'), 'wrong')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect((await screen.findByRole('alert')).textContent).toContain('password')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.getByText('Laptop')).toBeTruthy()
})

test('where passkeys do not work it says what to do instead', async () => {
  fakeApi({ 'GET /auth/passkeys': () => ({ passkeys: [] }) })
  await renderPage(<PasskeysPage />)
  await screen.findByText(/^This browser does not support passkeys\. Update it/)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Connect an app instead' }).getAttribute('href')).toBe(
    '/user/two-factor',
  )
})
