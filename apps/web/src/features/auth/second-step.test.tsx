import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SecondStep } from './second-step.tsx'

const step = (...methods: ('totp' | 'recovery' | 'passkey')[]) =>
  fakeApi({ 'GET /auth/login/second-factor': () => ({ methods, expires_at: 0 }) })
const show = () =>
  renderPage(<SecondStep options={{ remember: false, staySignedIn: false }} onAgain={() => {}} />)

test('a user with only a passkey is told so where this browser cannot use one', async () => {
  step('passkey')
  await show()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This browser does not support passkeys. Update it, or use a recent version of Chrome, Edge, Firefox or Safari.',
  )
  expect(screen.queryByLabelText('Code')).toBeNull()
})

test('users with an app enter a code, or a recovery code instead', async () => {
  step('totp', 'recovery')
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  expect(screen.getByLabelText('Recovery code')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
