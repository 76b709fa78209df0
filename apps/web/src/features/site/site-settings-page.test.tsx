import type { SiteSettingsView } from '@ohmstead/contract/site'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSite } from '../../testing/create-site.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SiteSettingsPage } from './site-settings-page.tsx'

const person = createPerson({ role: 'ROLE_SUPER_ADMIN' })
const siteSettings = (secondFactorDays: number | null): SiteSettingsView => ({
  ...{
    platformName: null,
    supportEmail: null,
    privacyPolicyUrl: null,
    termsUrl: null,
    registrationUrl: null,
  },
  ...{ isInMaintenance: false, maintenanceMessage: null, secondFactorDays },
})

/** Opens the page of a platform that asks for a second factor after so many days, and chooses another answer. */
async function choose(before: number | null, label: string) {
  const api = fakeApi({
    'GET /site/settings': () => ({ settings: siteSettings(before) }),
    'GET /site/info': () => createSite(),
    'GET /auth/user': () => ({ user: person }),
    'GET /auth/second-factor': () => ({
      totp: true,
      enabled_at: 0,
      recovery_codes_left: 10,
      has_password: true,
    }),
    'GET /auth/passkeys': () => ({ passkeys: [] }),
    'PUT /site/settings': ({ body }) => ({ settings: siteSettings(body.secondFactorDays ?? null) }),
  })
  const { user } = await renderPage(<SiteSettingsPage />, { person })
  const field = (await screen.findByLabelText(
    'Required of aggregators and super admins',
  )) as HTMLSelectElement
  const offered = [...field.options].map(({ value }) => value)
  const shown = field.selectedOptions[0]!.textContent
  await user.selectOptions(field, label)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => api.sentTo('PUT /site/settings')).toHaveLength(1)
  return { shown, sent: api.sentTo('PUT /site/settings')[0]!.body.secondFactorDays, offered }
}

test('not requiring a second factor is sent as null, not as zero days', async () => {
  const { shown, sent } = await choose(30, 'No')
  expect(shown).toBe('After 30 days')
  expect(sent).toBeNull()
})

test('at once is sent as zero days', async () => {
  const { shown, sent } = await choose(null, 'At once')
  expect(shown).toBe('No')
  expect(sent).toBe(0)
})

test('a grace period is sent as its number of days; an unusual one stays available', async () => {
  const { shown, sent, offered } = await choose(10, 'After 14 days')
  expect(shown).toBe('After 10 days')
  expect(sent).toBe(14)
  expect(offered).toEqual(['', '0', '7', '10', '14', '30'])
})

test('a multi-line message is kept as typed', async () => {
  const api = fakeApi({
    'GET /site/settings': () => ({ settings: siteSettings(null) }),
    'GET /site/info': () => createSite(),
    'GET /auth/user': () => ({ user: person }),
    'PUT /site/settings': () => ({ settings: siteSettings(null) }),
  })
  const { user } = await renderPage(<SiteSettingsPage />, { person })
  await user.type(await screen.findByLabelText('Message'), 'Back at nine.{Enter}Call us.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => api.sentTo('PUT /site/settings'))
    .toMatchObject([{ body: { maintenanceMessage: 'Back at nine.\nCall us.' } }])
})
