import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage, type Shown } from '../../testing/render-page.tsx'
import { ForgottenPasswordPage } from './forgotten-password-page.tsx'
import { RegisterForm } from './register-form.tsx'
import { ResendForm } from './resend-form.tsx'

const refused = () => {
  throw new Refusal('too_many_attempts', 300)
}
type Typing = Shown['user']
const type = (user: Typing, label: string, text: string) => user.type(screen.getByLabelText(label), text)
const press = (user: Typing, name: string) => user.click(screen.getByRole('button', { name }))

test.each([
  [
    'a new password',
    <ForgottenPasswordPage key="page" />,
    async (user: Typing) => {
      await type(user, 'E-mail', 'ana@test.si')
      await press(user, 'Send the link')
    },
  ],
  [
    'a registration',
    <RegisterForm key="page" />,
    async (user: Typing) => {
      await type(user, 'First name', 'Ana')
      await type(user, 'Last name', 'Kos')
      await type(user, 'E-mail', 'ana@test.si')
      for (const box of screen.getAllByRole('checkbox')) await user.click(box)
      await press(user, 'Register')
    },
  ],
  [
    'the link of a registration once more',
    <ResendForm key="page" email="ana@test.si" />,
    (user: Typing) => press(user, 'Send the link again'),
  ],
] as const)('too many requests for %s show how long to wait', async (_, page, send) => {
  fakeApi({
    'POST /auth/forgotten-password': refused,
    'POST /auth/register': refused,
    'POST /auth/resend-verification': refused,
  })
  const { user } = await renderPage(page)
  await send(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again in 5 minutes.')
})
