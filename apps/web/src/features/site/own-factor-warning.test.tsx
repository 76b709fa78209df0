import type { SiteSettingsView } from '@ohmstead/contract/site'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSite } from '../../testing/create-site.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SiteSettingsPage } from './site-settings-page.tsx'

const none: SiteSettingsView = {
  platformName: null,
  supportEmail: null,
  privacyPolicyUrl: null,
  termsUrl: null,
  registrationUrl: null,
  isInMaintenance: false,
  maintenanceMessage: null,
  secondFactorDays: null,
}
const passkey = { id: 3, name: 'Laptop', created_at: 0, last_used_at: null, synced: true }

async function show(own: { totp?: boolean; passkeys?: (typeof passkey)[] } = {}) {
  let settings = none
  const person = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
  const api = fakeApi({
    'GET /site/settings': () => ({ settings }),
    'PUT /site/settings': ({ body }) => {
      settings = { ...settings, secondFactorDays: body.secondFactorDays ?? null }
      return { settings }
    },
    'GET /site/info': () => createSite(),
    'GET /auth/user': () => ({ user: person }),
    'GET /auth/second-factor': () => ({
      totp: own.totp ?? false,
      enabled_at: null,
      recovery_codes_left: 0,
      has_password: true,
    }),
    'GET /auth/passkeys': () => ({ passkeys: own.passkeys ?? [] }),
  })
  const shown = await renderPage(<SiteSettingsPage />, { person })
  const list = await screen.findByLabelText('Required of aggregators and super admins')
  return { ...shown, api, choose: (label: string) => shown.user.selectOptions(list, label) }
}

test('a person who requires a second factor without having one is warned before saving', async () => {
  const { choose, user, api } = await show()
  expect(screen.queryByRole('alert')).toBeNull()
  await choose('After 14 days')
  expect((await screen.findByRole('alert')).textContent).toContain('When the grace period ends, you too')
  await choose('At once')
  expect(screen.getByRole('alert').textContent).toContain('Once this is saved, you too')
  expect(screen.getByRole('link', { name: 'Set it up' })).toBeTruthy()
  await choose('No')
  expect(screen.queryByRole('alert')).toBeNull()
  await choose('After 14 days')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  // From here on the notice above every page says so.
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(api.sentTo('PUT /site/settings')).toMatchObject([{ body: { secondFactorDays: 14 } }])
})

test.each([
  ['an app', { totp: true }],
  ['a passkey', { passkeys: [passkey] }],
])('who has %s is not warned', async (_, own) => {
  const { choose, api } = await show(own)
  await choose('At once')
  await expect.poll(() => api.sentTo('GET /auth/passkeys')).toHaveLength(1)
  await expect.poll(() => api.sentTo('GET /auth/second-factor')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
