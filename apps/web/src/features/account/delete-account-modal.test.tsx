import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../shared/paths.ts'
import { createSite } from '../../testing/create-site.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'

const call = 'POST /auth/user/deletion'
const around = {
  'GET /auth/user/export': () => ({ export: null }),
  'GET /deleted-locations': () => ({ locations: [] }),
}

async function open() {
  const shown = await renderPage(<PrivacyPage />, { person: createPerson() })
  await shown.user.click(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = within(screen.getByRole('dialog'))
  const button = dialog.getByRole('button', { name: 'Delete account' }) as HTMLButtonElement
  return { ...shown, dialog, button }
}

test('an account is deleted once its own address is typed, and leads to the sign-in page', async () => {
  const api = fakeApi({ ...around, [call]: () => ({ deletion_due_at: Date.UTC(2026, 5, 1) }) })
  const { user, dialog, button, path } = await open()
  await user.type(dialog.getByLabelText('E-mail'), 'eva@test.si')
  expect(button.disabled).toBe(true)
  await user.clear(dialog.getByLabelText('E-mail'))
  await user.type(dialog.getByLabelText('E-mail'), 'Ana@Test.si')
  expect(button.disabled).toBe(false)
  await user.click(button)
  await expect.poll(path).toBe(paths.login)
  expect(await screen.findByText(/Your account will be deleted on/)).toBeTruthy()
  expect(api.sentTo(call)).toMatchObject([{ body: { email: 'Ana@Test.si' } }])
})

test('a refusal is shown in the window, and nobody is signed out', async () => {
  fakeApi({
    ...around,
    [call]: () => {
      throw new Refusal('super_admin_stays')
    },
  })
  const { user, dialog, button, path } = await open()
  await user.type(dialog.getByLabelText('E-mail'), 'ana@test.si')
  await user.click(button)
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(path()).toBe('/')
})

test('a super admin has no button', async () => {
  fakeApi(around)
  await renderPage(<PrivacyPage />, { person: createPerson({ role: 'ROLE_SUPER_ADMIN' }) })
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Request manual deletion' })).toBeNull()
})

test('where there is a support address, a super admin requests manual deletion by a button', async () => {
  const asked = 'POST /auth/user/deletion-request'
  const api = fakeApi({
    ...around,
    'GET /site/info': () => createSite({ contact: { supportEmail: 'help@test.si' } }),
    [asked]: () => ({ requested_at: Date.UTC(2026, 5, 1) }),
  })
  const { user } = await renderPage(<PrivacyPage />, { person: createPerson({ role: 'ROLE_SUPER_ADMIN' }) })
  await user.click(await screen.findByRole('button', { name: 'Request manual deletion' }))
  expect(await screen.findByText(/The request was sent to support/)).toBeTruthy()
  expect(api.sentTo(asked)).toHaveLength(1)
})
