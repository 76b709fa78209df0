import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { TwoFactorPage } from './two-factor-page.tsx'

const on = { totp: true, enabled_at: 0, recovery_codes_left: 3, has_password: true }
const disable = 'POST /auth/second-factor/totp/disable'
const renew = 'POST /auth/second-factor/recovery-codes'

async function show() {
  const { user } = await renderPage(<TwoFactorPage />)
  return async (action: string) => {
    await user.click(await screen.findByRole('button', { name: action }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText('Current password'), 'correct horse')
    await user.click(dialog.getByRole('button', { name: action }))
  }
}

test('the second step is turned off with the password', async () => {
  let status = on
  const api = fakeApi({
    'GET /auth/second-factor': () => status,
    [disable]: () => {
      status = { ...on, totp: false }
    },
  })
  const prove = await show()
  await prove('Turn off')
  expect(await screen.findByRole('button', { name: 'Connect an app' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(disable)).toMatchObject([{ body: { password: 'correct horse' } }])
})

test('a wrong password leaves it on', async () => {
  fakeApi({
    'GET /auth/second-factor': () => on,
    [disable]: () => {
      throw new Refusal('current_password_wrong')
    },
  })
  const prove = await show()
  await prove('Turn off')
  expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toContain('password')
  expect(screen.getByText('On')).toBeTruthy()
})

test('new recovery codes are shown once', async () => {
  const api = fakeApi({
    'GET /auth/second-factor': () => on,
    [renew]: () => ({ recovery_codes: ['AAAA-1111', 'BBBB-2222'] }),
  })
  const prove = await show()
  await prove('New codes')
  expect(await screen.findByText('AAAA-1111')).toBeTruthy()
  expect(screen.getByText('BBBB-2222')).toBeTruthy()
  expect(api.sentTo(renew)).toMatchObject([{ body: { password: 'correct horse' } }])
  screen.getByRole('button', { name: 'I have saved them' }).click()
  await expect.poll(() => screen.queryByText('AAAA-1111')).toBeNull()
})
