import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ChangeEmailModal } from './change-email-modal.tsx'

const call = 'POST /auth/user/email'
const security = (has_password: boolean) => () => ({
  totp: false,
  enabled_at: null,
  recovery_codes_left: 0,
  has_password,
})

async function show() {
  const onClose = vi.fn()
  const { user } = await renderPage(<ChangeEmailModal onClose={onClose} />)
  const dialog = within(screen.getByRole('dialog'))
  const send = () => user.click(dialog.getByRole('button', { name: 'Send link' }))
  return { user, dialog, send, onClose }
}

test('the link goes to the new address, with the password', async () => {
  const api = fakeApi({ 'GET /auth/second-factor': security(true), [call]: () => undefined })
  const { user, dialog, send, onClose } = await show()
  expect(document.activeElement).toBe(dialog.getByLabelText('New e-mail address'))
  await user.type(dialog.getByLabelText('New e-mail address'), ' new@test.si ')
  await send()
  expect(api.sentTo(call)).toEqual([])
  expect(document.activeElement).toBe(dialog.getByLabelText('Current password'))
  await user.type(dialog.getByLabelText('Current password'), 'correct horse')
  await send()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(await screen.findByText(/on its way to new@test.si/)).toBeTruthy()
  expect(api.sentTo(call)).toMatchObject([{ body: { email: 'new@test.si', password: 'correct horse' } }])
})

test('a user without a password needs none', async () => {
  const api = fakeApi({ 'GET /auth/second-factor': security(false), [call]: () => undefined })
  const { user, dialog, send, onClose } = await show()
  await expect.poll(() => dialog.queryByLabelText('Current password')).toBeNull()
  await user.type(dialog.getByLabelText('New e-mail address'), 'new@test.si')
  await send()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(api.sentTo(call)).toMatchObject([{ body: { email: 'new@test.si', password: null } }])
})

test('a wrong password keeps the window open and names it', async () => {
  fakeApi({
    'GET /auth/second-factor': security(true),
    [call]: () => {
      throw new Refusal('current_password_wrong')
    },
  })
  const { user, dialog, send, onClose } = await show()
  await user.type(dialog.getByLabelText('New e-mail address'), 'new@test.si')
  await user.type(dialog.getByLabelText('Current password'), 'wrong')
  await send()
  expect((await dialog.findByRole('alert')).textContent).toContain('password')
  expect(onClose).not.toHaveBeenCalled()
})
