import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SetupDevicesPage } from './setup-devices-page.tsx'
import { SetupPage } from './setup-page.tsx'

const newcomer = createPerson({ locations: [], permissions: { locations: [] } })
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('without a location there are ways to one, and no prices yet', async () => {
  fakeApi({})
  await renderPage(<SetupPage />, { at: '/setup', person: newcomer })
  expect(links()).toEqual(['/setup/oem-device', '/setup/p1-wifi', '/setup/foreign', '/external/integrations'])
  expect(screen.getByText('Once you have a location.')).toBeTruthy()
})

test('with locations prices can be defined, and those without an active price list are counted', async () => {
  fakeApi({ 'GET /pricing/setup': () => ({ locations: [], total: 2, unpriced: 1 }) })
  await renderPage(<SetupPage />, { at: '/setup', person: createPerson() })
  expect(links()).toContain('/setup/pricing')
  expect(await screen.findByText('1 location has no active price list.')).toBeTruthy()
})

test('somebody who only waits for an invitation adds nothing', async () => {
  fakeApi({})
  const viewer = createPerson({ ...newcomer, role: 'ROLE_USER', roles: ['ROLE_USER'] })
  await renderPage(<SetupPage />, { at: '/setup', person: viewer })
  expect(links()).toEqual(['/external/integrations'])
})

test('devices by themselves are not available yet', async () => {
  await renderPage(<SetupDevicesPage />, { at: '/setup/devices', person: newcomer })
  expect(screen.getByText('Not available yet.')).toBeTruthy()
})
