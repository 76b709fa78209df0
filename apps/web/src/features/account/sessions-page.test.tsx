import type { SessionView } from '@ohmstead/contract/account-sessions'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SessionsPage } from './sessions-page.tsx'

function createSession(id: number, browser: string): SessionView {
  return {
    id,
    current: id === 1,
    user_agent: null,
    browser,
    system: 'Linux',
    address: null,
    stay_signed_in: false,
    created_at: 0,
    last_seen_at: 0,
    expires_at: 1,
  }
}
const here = createSession(1, 'Firefox')
const chrome = createSession(2, 'Chrome')
const safari = createSession(3, 'Safari')

test('one session is ended and leaves the list; the current one cannot be', async () => {
  let sessions = [here, chrome, safari]
  const api = fakeApi({
    'GET /auth/sessions': () => ({ sessions }),
    'DELETE /auth/sessions/:sessionId': () => {
      sessions = [here, safari]
    },
  })
  const { user } = await renderPage(<SessionsPage />)
  await user.click(await screen.findByRole('button', { name: 'Sign out Chrome on Linux' }))
  await expect.poll(() => screen.queryByText('Chrome on Linux')).toBeNull()
  expect(api.sentTo('DELETE /auth/sessions/:sessionId')).toMatchObject([{ params: { sessionId: '2' } }])
  expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
})

test('all others are ended at once, with the password', async () => {
  let sessions = [here, chrome, safari]
  const api = fakeApi({
    'GET /auth/sessions': () => ({ sessions }),
    'GET /auth/second-factor': () => ({
      totp: false,
      enabled_at: null,
      recovery_codes_left: 0,
      has_password: true,
    }),
    'POST /auth/sessions/end-others': () => {
      sessions = [here]
      return { ended: 2 }
    },
  })
  const { user } = await renderPage(<SessionsPage />)
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Current password'), 'correct horse')
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }))
  await expect.poll(() => screen.queryByText('Safari on Linux')).toBeNull()
  expect(api.sentTo('POST /auth/sessions/end-others')).toMatchObject([
    { body: { password: 'correct horse' } },
  ])
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
})

test('a session that has already ended is reported and no longer listed', async () => {
  let sessions = [here, chrome]
  fakeApi({
    'GET /auth/sessions': () => ({ sessions }),
    'DELETE /auth/sessions/:sessionId': () => {
      sessions = [here]
      throw new Refusal('not_found')
    },
  })
  const { user } = await renderPage(<SessionsPage />)
  await user.click(await screen.findByRole('button', { name: 'Sign out Chrome on Linux' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  await expect.poll(() => screen.queryByText('Chrome on Linux')).toBeNull()
})
