import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

const call = 'POST /auth/reset-password'
const password = 'a house with blue doors'

async function choose() {
  const { user } = await renderPage(<ResetPasswordPage />, {
    at: '/auth/reset-password#token=abc',
    pattern: '/auth/reset-password',
  })
  expect(document.activeElement).toBe(screen.getByLabelText('New password'))
  await user.type(screen.getByLabelText('New password'), password)
  await user.type(screen.getByLabelText('Repeat the password'), password)
  await user.click(screen.getByRole('button', { name: 'Save the password' }))
}

test('the password is chosen with the token of the mail, in the language of the page', async () => {
  const api = fakeApi({ [call]: () => undefined })
  await choose()
  expect(await screen.findByText('Your password has been changed')).toBeTruthy()
  expect(api.sentTo(call).map(({ body }) => body)).toEqual([
    { password, password_repeat: password, token: 'abc', locale: 'en' },
  ])
})

test('a refused password is replaced on the same page', async () => {
  fakeApi({
    [call]: () => {
      throw new Refusal('password_too_common')
    },
  })
  await choose()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(password)
})

test('a failure without a reason asks for a retry', async () => {
  fakeApi({
    [call]: () => {
      throw new Refusal('unexpected')
    },
  })
  await choose()
  expect((await screen.findByRole('alert')).textContent).toBe('Password reset error. Please try again.')
})
