import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSite } from '../../testing/create-site.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { RegisterForm } from './register-form.tsx'

const call = 'POST /auth/register'
const links = { termsAndConditions: 'https://sonce.si/terms', privacyPolicy: null, registration: null }

async function fill(site = createSite()) {
  const api = fakeApi({ 'GET /site/info': () => site, [call]: () => undefined })
  const { user, path } = await renderPage(<RegisterForm />, { at: '/auth/register' })
  await user.type(screen.getByLabelText('First name'), 'Ana')
  await user.type(screen.getByLabelText('Last name'), 'Novak')
  await user.type(screen.getByLabelText('E-mail'), 'ana@test.si')
  await user.click(screen.getByRole('checkbox', { name: /privacy policy/ }))
  return { api, path, register: () => user.click(screen.getByRole('button', { name: 'Register' })), user }
}

test('the terms of the site are linked, and must be agreed to', async () => {
  const { api, path, register, user } = await fill(createSite({ links }))
  const terms = await screen.findByRole('checkbox', { name: /terms and conditions/ })
  expect(screen.getByRole('link', { name: 'terms and conditions' }).getAttribute('href')).toBe(
    'https://sonce.si/terms',
  )
  await register()
  await screen.findByText('You can only register if you agree.')
  expect(api.sentTo(call)).toEqual([])
  await user.click(terms)
  await register()
  await expect.poll(path).toBe('/auth/awaiting-email-verification')
  expect(api.sentTo(call)).toMatchObject([{ body: { terms: true, privacy: true } }])
})

test('without terms nobody is asked to agree to them', async () => {
  const { api, path, register } = await fill()
  await register()
  await expect.poll(path).toBe('/auth/awaiting-email-verification')
  expect(screen.queryByRole('checkbox', { name: /terms/ })).toBeNull()
  expect(api.sentTo(call)).toMatchObject([{ body: { terms: false, privacy: true } }])
})
