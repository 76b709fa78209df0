import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ProvidersPage } from './providers-page.tsx'

const providers = () => ({ providers: [{ id: 'google' as const, name: 'Google' }], passkeys: true })
const identity = {
  id: 4,
  provider: 'google' as const,
  email: 'ana@test.si',
  created_at: 0,
  last_used_at: null,
}
const security = (has_password = true) => ({
  totp: false,
  enabled_at: null,
  recovery_codes_left: 0,
  has_password,
})
const unlink = 'POST /auth/identities/:identityId/remove'
const link = 'POST /auth/oauth/:provider/link'

test('a provider is disconnected with the password', async () => {
  let identities = [identity]
  const api = fakeApi({
    'GET /auth/oauth': providers,
    'GET /auth/identities': () => ({ identities }),
    'GET /auth/second-factor': () => security(),
    [unlink]: () => {
      identities = []
    },
  })
  const { user } = await renderPage(<ProvidersPage />)
  await user.click(await screen.findByRole('button', { name: 'Disconnect Google' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect(api.sentTo(unlink)).toEqual([])
  await user.type(await dialog.findByLabelText('Current password'), 'correct horse')
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(unlink)).toMatchObject([
    { params: { identityId: '4' }, body: { password: 'correct horse' } },
  ])
})

test('the last way in is not disconnected, and why is shown in the window', async () => {
  fakeApi({
    'GET /auth/oauth': providers,
    'GET /auth/identities': () => ({ identities: [identity] }),
    'GET /auth/second-factor': () => security(false),
    [unlink]: () => {
      throw new Refusal('last_way_in')
    },
  })
  const { user } = await renderPage(<ProvidersPage />)
  await user.click(await screen.findByRole('button', { name: 'Disconnect Google' }))
  const dialog = within(screen.getByRole('dialog'))
  await expect.poll(() => dialog.queryByLabelText('Current password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Disconnect Google', hidden: true })).toBeTruthy()
})

test('connecting a provider leads to its own page', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const api = fakeApi({
    'GET /auth/oauth': providers,
    'GET /auth/identities': () => ({ identities: [] }),
    'GET /auth/second-factor': () => security(),
    [link]: () => ({ url: 'https://accounts.test/authorise' }),
  })
  const { user } = await renderPage(<ProvidersPage />)
  await user.click(await screen.findByRole('button', { name: 'Connect Google' }))
  await user.type(await screen.findByLabelText('Current password'), 'correct horse')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Connect' }))
  await expect.poll(() => assign.mock.calls).toEqual([['https://accounts.test/authorise']])
  expect(api.sentTo(link)).toMatchObject([
    { params: { provider: 'google' }, body: { password: 'correct horse' } },
  ])
})
