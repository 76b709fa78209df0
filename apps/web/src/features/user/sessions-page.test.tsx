import type { SessionView } from '@ohmstead/contract/sessions'
import { screen } from '@testing-library/react'
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

test('one session is ended and leaves the list; the own one cannot be', async () => {
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

test('all others are ended at once', async () => {
  let sessions = [here, chrome, safari]
  const api = fakeApi({
    'GET /auth/sessions': () => ({ sessions }),
    'DELETE /auth/sessions': () => {
      sessions = [here]
      return { ended: 2 }
    },
  })
  const { user } = await renderPage(<SessionsPage />)
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  await expect.poll(() => screen.queryByText('Safari on Linux')).toBeNull()
  expect(api.sentTo('DELETE /auth/sessions')).toHaveLength(1)
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
