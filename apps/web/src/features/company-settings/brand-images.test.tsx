import type { CompanySettingsView } from '@ohmstead/contract/company-settings'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { BrandImages } from './brand-images.tsx'

const settings = { name: 'Sonce', logo: '/site/images/a.png', favicon: null } as CompanySettingsView
const show = () => renderPage(<BrandImages companyId={2} settings={settings} />)
const setLogo = 'PUT /companies/:companyId/logo'
const setFavicon = 'PUT /companies/:companyId/favicon'
const removeLogo = 'DELETE /companies/:companyId/logo'
const file = new File(['abc'], 'mark.png', { type: 'image/png' })

test('a chosen file becomes the image it was chosen for', async () => {
  const api = fakeApi({ [setLogo]: () => ({ settings }), [setFavicon]: () => ({ settings }) })
  const { user } = await show()
  await user.upload(screen.getByLabelText('Logo'), file)
  expect(await screen.findByRole('status')).toBeTruthy()
  await expect.poll(() => api.sent.length).toBe(1)
  await user.upload(screen.getByLabelText('Favicon'), file)
  await expect.poll(() => api.sent.length).toBe(2)
  expect(api.sent).toMatchObject([
    { key: setLogo, params: { companyId: '2' }, body: { content: btoa('abc') } },
    { key: setFavicon, params: { companyId: '2' }, body: { content: btoa('abc') } },
  ])
})

test('an existing image can be removed; a missing one cannot', async () => {
  const api = fakeApi({ [removeLogo]: () => undefined })
  const { user } = await show()
  expect(screen.queryByRole('button', { name: 'Remove the favicon' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove the logo' }))
  await expect.poll(() => api.sent).toMatchObject([{ key: removeLogo, params: { companyId: '2' } }])
})

test('a file that is no image is refused with the reason', async () => {
  fakeApi({
    [setLogo]: () => {
      throw new Refusal('image_refused')
    },
  })
  const { user } = await show()
  await user.upload(screen.getByLabelText('Logo'), file)
  expect(await screen.findByRole('alert')).toBeTruthy()
})
