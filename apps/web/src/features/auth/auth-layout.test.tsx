import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSite } from '../../testing/create-site.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AuthLayout } from './auth-layout.tsx'

const show = async (site = createSite()) => {
  fakeApi({ 'GET /site/info': () => site, 'GET /auth/user': () => new Promise(() => {}) })
  return renderPage(<AuthLayout />, { at: '/auth/login' })
}
const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('the footer leads to the policy, the terms and the support address of the site', async () => {
  await show(
    createSite({
      contact: { supportEmail: 'help@sonce.si' },
      links: {
        termsAndConditions: 'https://sonce.si/terms',
        privacyPolicy: 'https://sonce.si/privacy',
        registration: null,
      },
    }),
  )
  await screen.findByRole('link', { name: 'Terms and conditions' })
  expect(target('Terms and conditions')).toBe('https://sonce.si/terms')
  expect(target('Privacy policy')).toBe('https://sonce.si/privacy')
  expect(target('help@sonce.si')).toBe('mailto:help@sonce.si')
  expect(target('Support')).toBe('/auth/support')
})

test('a site without links has no dead ones, and its built-in pages can be read', async () => {
  await show()
  await screen.findByText('Ohmstead', { selector: 'p' })
  expect(screen.queryByRole('link', { name: 'Terms and conditions' })).toBeNull()
  expect(document.querySelector('[href^=mailto]')).toBeNull()
  expect(target('Privacy policy')).toBe('/auth/privacy-policy')
})

test('the slogan is below the name of the platform, and the product at the end', async () => {
  await show(createSite({ platformName: 'Sonce', productName: 'Sonce Dom', slogan: 'Vsak dan sonce.' }))
  await screen.findByText('Vsak dan sonce.')
  expect(screen.getByText('Sonce Dom')).toBeTruthy()
})
