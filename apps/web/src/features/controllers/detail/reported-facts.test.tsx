import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createController } from '../../../testing/create-controller.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ReportedFacts } from './reported-facts.tsx'

async function show(protocol: string, info: Record<string, string>) {
  fakeApi({ 'GET /controllers/protocols': () => ({ protocols: [] }) })
  const page = {
    ...createController({ info }),
    ...{ protocol, location_name: 'Home', company_name: 'Sun', realtime: null, devices: [] },
  }
  await renderPage(<ReportedFacts page={page} timeZone="Europe/Ljubljana" />)
  return screen.getAllByRole('term').map(({ textContent }) => textContent)
}

test('of a foreign device only what it says is shown', async () => {
  const told = await show('shelly', { hwVersion: 'Pro 3EM', wirelessIp: '10.0.0.7', openVpnIp: '' })
  expect(told.slice(-2)).toEqual(['Hardware', 'Wi-Fi'])
  expect(screen.getByText('10.0.0.7')).toBeTruthy()
})

test('of our own controllers everything is shown, also what they have not said', async () => {
  expect(await show('ems', {})).toContain('OpenVPN')
})
