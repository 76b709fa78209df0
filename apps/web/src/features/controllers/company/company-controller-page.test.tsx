import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../../shared/live/browser-live-hub.ts'
import { createController } from '../../../testing/create-controller.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { createLocation } from '../../../testing/location.ts'
import { createPerson } from '../../../testing/person.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { CompanyControllerPage } from './company-controller-page.tsx'

class SilentStream extends EventTarget {
  close(): void {}
}
beforeEach(() => void vi.stubGlobal('EventSource', SilentStream))
afterEach(() => closeLiveHub())

test('tells times by the clock of the location, wherever the reader is', async () => {
  const controller = {
    ...createController({ last_seen_at: Date.UTC(2026, 0, 1, 20, 30) }),
    location: { id: 7, name: 'Home', location_group_id: 20 },
    ...{ owner: null, devices: [] },
  }
  fakeApi({
    'GET /companies/:companyId/controllers/:controllerId': () => ({ controller }),
    'GET /locations/:locationId/controllers/:controllerId': () => ({
      controller: {
        ...controller,
        ...{ location_name: 'Home', company_name: 'Sun', realtime: null, protocol: 'shelly' },
      },
    }),
    'GET /locations/:locationId': () => ({
      location: createLocation({ timezone: { name: 'Asia/Tokyo' } }),
    }),
    'GET /controllers/protocols': () => ({ protocols: [] }),
  })
  await renderPage(<CompanyControllerPage />, {
    at: '/companies/2/oem-devices/3',
    pattern: '/companies/$companyId/oem-devices/$oemDeviceId',
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })
  expect(await screen.findByText(/2 Jan 2026, 05:30/)).toBeTruthy()
})
