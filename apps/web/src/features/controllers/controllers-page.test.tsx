import type { LocationDeviceView } from '@ohmstead/contract/locations'
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

async function show(devices: LocationDeviceView[]) {
  const controllers = [
    createController({ id: 3, alias: 'Cellar' }),
    createController({ id: 4, unit_id: 'OH-4' }),
  ]
  fakeApi({
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

test('meters of the grid that are added up are told apart by their controllers', async () => {
  await show([gridMeter(1, 3), gridMeter(2, 4)])
  expect(
    await screen.findByText(/^Grid readings are added up: grid \(Cellar\), grid \(OH-4\)\./),
  ).toBeTruthy()
})

test('one meter of the grid is nothing to speak of', async () => {
  await show([gridMeter(1, 3)])
  expect(await screen.findByRole('button', { name: 'Add a controller' })).toBeTruthy()
  expect(screen.queryByText(/^Grid readings are added up/)).toBeNull()
})
