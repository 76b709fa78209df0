import type { DeviceView } from '@ohmstead/contract/controllers'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../../shared/live/browser-live-hub.ts'
import { queryClient } from '../../../shared/query-client.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { FoundDevices } from './found-devices.tsx'

class SilentStream extends EventTarget {
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('EventSource', SilentStream)
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => {
  closeLiveHub()
  queryClient.clear()
})

const meter: DeviceView = {
  id: 5,
  key: 'em0',
  source_key: 'em0',
  name: 'Cellar',
  category: 'GRID',
  model: 'Pro 3EM',
  serial: null,
  controller_id: 3,
  controller_unit_id: 'OH-1234',
  device_group_id: null,
  metrics: ['power'],
  params: [],
  newest_at: 0,
}
const latest = {
  values: { 'em0/power': { ts: 1, value: 1500 }, 'other/power': { ts: 1, value: 9 } },
  time: 1,
  average_15m: {},
}

test('what was found is shown with its values, and its owner says what it is', async () => {
  const sent: unknown[] = []
  fakeApi({
    'GET /locations/:locationId/devices': () => ({
      devices: [meter, { ...meter, id: 6, key: 'other', name: 'Of another controller', controller_id: 4 }],
    }),
    'GET /locations/:locationId/data/latest': () => latest,
    'PUT /locations/:locationId/devices/:deviceId/category': ({ params, body }) => {
      sent.push({ ...params, ...body })
      return { device: { ...meter, category: 'SOLAR_POWER_PLANT' } }
    },
  })
  const { user } = await renderPage(<FoundDevices locationId={7} controllerId={3} isForeign />)
  const device = await screen.findByRole('article', { name: 'Cellar' })
  expect(screen.queryByText('Of another controller')).toBeNull()
  expect(within(device).getByText(/1[.,]5/)).toBeTruthy()
  await user.selectOptions(within(device).getByRole('combobox', { name: 'What it is' }), 'Solar power plant')
  expect(sent).toEqual([{ locationId: '7', deviceId: '5', category: 'SOLAR_POWER_PLANT', seen: 'GRID' }])
})

test('our own controllers say themselves what their devices are', async () => {
  fakeApi({
    'GET /locations/:locationId/devices': () => ({ devices: [meter] }),
    'GET /locations/:locationId/data/latest': () => latest,
  })
  await renderPage(<FoundDevices locationId={7} controllerId={3} isForeign={false} />)
  expect(await screen.findByText('Grid')).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})
