import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AuthLayout } from '../features/auth/auth-layout.tsx'
import { ConsentHost } from '../features/cookie-consent/consent-host.tsx'
import { createSite } from '../testing/create-site.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { renderPage } from '../testing/render-page.tsx'

async function show(analyticsUrls: string[]) {
  fakeApi({ 'GET /site/info': () => createSite({ platformName: 'Sunnyside', analyticsUrls }) })
  const shown = await renderPage(
    <>
      <AuthLayout />
      <ConsentHost />
    </>,
  )
  await screen.findByRole('link', { name: 'Sunnyside' })
  return shown
}

test('without analytics nobody is asked, and there is no choice to change', async () => {
  await show([])
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cookies' })).toBeNull()
})

test('if the operator lists a script everybody is asked, and may change their mind', async () => {
  const { user } = await show(['https://stats.example/count.js'])
  await user.click(screen.getByRole('button', { name: 'Only necessary' }))
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cookies' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
