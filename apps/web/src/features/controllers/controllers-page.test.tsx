import type { LocationDeviceView } from '@ohmstead/contract/locations'
import type { SanityFindingView } from '@ohmstead/contract/mapping-sanity'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { createController } from '../../testing/create-controller.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ControllersPage } from './controllers-page.tsx'

class SilentStream extends EventTarget {
  close(): void {}
}
beforeEach(() => void vi.stubGlobal('EventSource', SilentStream))
afterEach(() => closeLiveHub())

const gridMeter = (id: number, controller_id: number): LocationDeviceView => ({
  ...{ id, key: `grid${id}`, name: 'grid', category: 'GRID', model: null, device_group_id: null },
  ...{ controller_id, controller_unit_id: `OH-${controller_id}`, metrics: ['power'] },
})

async function show(devices: LocationDeviceView[], findings: SanityFindingView[] = []) {
  const controllers = [
    createController({ id: 3, alias: 'Cellar' }),
    createController({ id: 4, unit_id: 'OH-4' }),
  ]
  fakeApi({
    'GET /locations/:locationId/sanity': () => ({ findings, corrected: [] }),
    'GET /locations/:locationId': () => ({ location: createLocation({ devices }) }),
    'GET /locations/:locationId/controllers': () => ({ controllers }),
  })
  const at = '/locations/7/manage/oem-devices'
  await renderPage(<ControllersPage />, {
    at,
    pattern: '/locations/$locationId/manage/oem-devices',
    person: createPerson(),
  })
  await screen.findByText('OH-4')
}

test('grid meters that are added up are distinguished by their controllers', async () => {
  await show([gridMeter(1, 3), gridMeter(2, 4)])
  expect(
    await screen.findByText(/^Grid readings are added up: grid \(Cellar\), grid \(OH-4\)\./),
  ).toBeTruthy()
})

test('of meters that measure the same only the finding is shown', async () => {
  await show(
    [gridMeter(1, 3), gridMeter(2, 4)],
    [
      {
        ...{ kind: 'double_grid', device_id: 2, device_name: 'Shelly', other_id: 1, other_name: 'P1' },
        ...{ count: 12, hours: null, power_w: null, power_wh: null, register_wh: null, repair: null },
        current: { is_reversed: false, phase_order: '123' },
      },
    ],
  )
  expect(await screen.findByText(/^Shelly and P1 measure the same/)).toBeTruthy()
  expect(screen.queryByText(/^Grid readings are added up/)).toBeNull()
})

test('a single grid meter is not mentioned', async () => {
  await show([gridMeter(1, 3)])
  expect(await screen.findByRole('link', { name: 'Add a controller' })).toBeTruthy()
  expect(screen.queryByText(/^Grid readings are added up/)).toBeNull()
})

test('a link opens the details of a controller, without secrets and with the way to new ones', async () => {
  const api = fakeApi({
    'GET /locations/:locationId/sanity': () => ({ findings: [], corrected: [] }),
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/controllers': () => ({ controllers: [createController({ id: 3 })] }),
    'GET /locations/:locationId/controllers/:controllerId/connection': () => ({
      device_setup: null,
      settings: {
        mqtt: {
          host: 'mqtt.test.si',
          port: 8883,
          tls: true,
          web_socket_url: 'wss://test.si/mqtt',
          client_id: 'OH-1234',
          user: 'OH-1234',
          password: 'PASSWORD',
          publish: [],
          subscribe: [],
        },
        http: { data_url: 'd', p1_url: 'p', dsmr_reader_url: 'r', token: 'TOKEN' },
        examples: { mosquitto_pub: 'mosquitto_pub -P PASSWORD', curl: 'curl', p1: 'p1' },
      },
    }),
  })
  const { user } = await renderPage(<ControllersPage />, {
    at: '/locations/7/manage/oem-devices#connect-3',
    pattern: '/locations/$locationId/manage/oem-devices',
    person: createPerson(),
  })
  expect(await screen.findByText('mosquitto_pub -P PASSWORD')).toBeTruthy()
  expect(screen.getByText('wss://test.si/mqtt')).toBeTruthy()
  expect(api.sentTo('GET /locations/:locationId/controllers/:controllerId/connection')).toHaveLength(1)
  const [inDetails] = screen.getAllByRole('button', { name: 'New credentials' }).slice(-1)
  await user.click(inDetails!)
  expect(screen.getByText(/^The old credentials of .* stop working at once/)).toBeTruthy()
})
