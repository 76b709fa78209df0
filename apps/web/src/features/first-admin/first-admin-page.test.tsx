import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSite } from '../../testing/create-site.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage, type Shown } from '../../testing/render-page.tsx'
import { FirstAdminPage } from './first-admin-page.tsx'

const site = createSite({ needsFirstAdmin: true })

async function fill({ user }: Shown, code: string): Promise<void> {
  await user.type(await screen.findByLabelText('Code from the log'), code)
  await user.type(screen.getByLabelText('E-mail'), 'ana@test.si')
  await user.type(screen.getByLabelText('Password'), 'seven green kettles')
  await user.type(screen.getByLabelText('Repeat the password'), 'seven green kettles')
  await user.click(screen.getByRole('button', { name: 'Open the platform' }))
}

test('the code in the log, an address and a password open the platform', async () => {
  const api = fakeApi({
    'GET /site/info': () => site,
    'POST /first-admin': () => ({ user: createPerson({ role: 'ROLE_SUPER_ADMIN' }) }),
  })
  const shown = await renderPage(<FirstAdminPage />, { at: '/auth/first-admin' })
  await fill(shown, '7k3m 9qxd')
  await expect.poll(shown.path).not.toBe('/auth/first-admin')
  expect(api.sentTo('POST /first-admin')[0]!.body).toEqual({
    code: '7k3m 9qxd',
    email: 'ana@test.si',
    password: 'seven green kettles',
    password_repeat: 'seven green kettles',
    locale: 'en',
  })
})

test('a wrong code is reported at its field, and the form stays', async () => {
  fakeApi({
    'GET /site/info': () => site,
    'POST /first-admin': () => {
      throw new Refusal('setup_code_wrong')
    },
  })
  const shown = await renderPage(<FirstAdminPage />, { at: '/auth/first-admin' })
  await fill(shown, 'wrong')
  expect((await screen.findByRole('alert')).textContent).toContain('A restart prints a new one')
  expect(screen.getByLabelText<HTMLInputElement>('Code from the log').value).toBe('wrong')
})

test('if somebody was faster, or long ago, the page says so and leads to the sign-in', async () => {
  fakeApi({
    'GET /site/info': () => site,
    'POST /first-admin': () => {
      throw new Refusal('setup_closed')
    },
  })
  const shown = await renderPage(<FirstAdminPage />, { at: '/auth/first-admin' })
  await fill(shown, '7k3m')
  await screen.findByRole('heading', { name: 'This platform is already set up' })
  expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/auth/login')
})
