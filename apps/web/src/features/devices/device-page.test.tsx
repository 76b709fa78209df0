import type { DevicePageView, DeviceParameterView } from '@ohmstead/contract/devices'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DevicePage } from './device-page.tsx'

class SilentStream extends EventTarget {
  close(): void {}
}
beforeEach(() => void vi.stubGlobal('EventSource', SilentStream))
afterEach(() => closeLiveHub())

const limit: DeviceParameterView = {
  ...{ name: 'charge_limit', type: 'number', unit: 'A', min: 6, max: 16, step: 1, options: null, value: 10 },
  ...{ rw: true, change: null },
}
const device = (change: Partial<DevicePageView> = {}): DevicePageView => ({
  ...{
    id: 5,
    key: 'ev',
    source_key: 'ev',
    name: 'Charger',
    category: 'EV_CHARGER',
    model: null,
    serial: null,
  },
  ...{ controller_id: 3, controller_unit_id: 'OH-3', controller_alias: 'Cellar', controller_online: true },
  ...{
    device_group_id: null,
    metrics: [],
    newest_at: null,
    is_removed: false,
    has_communication_error: false,
  },
  ...{ replaces: null, replaced_by: null },
  parameters: [limit],
  ...change,
})
const path = 'POST /locations/:locationId/devices/:deviceId/parameters'

const rename = 'PUT /locations/:locationId/devices/:deviceId'

async function show(answer: () => DevicePageView, post: () => { command_id: string; expires_at: number }) {
  let renamedTo: string | null = null
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/devices/:deviceId': () => ({
      device: { ...answer(), ...(renamedTo !== null && { name: renamedTo }) },
    }),
    'GET /locations/:locationId/charging-sessions': () => ({ time_zone: 'Europe/Ljubljana', sessions: [] }),
    'GET /locations/:locationId/controllers/:controllerId/commands': () => ({
      ...{ commands: [], total: 0, page: 1, page_size: 20 },
    }),
    [path]: post,
    [rename]: ({ body }) => {
      renamedTo = body.name
      return { device: { ...answer(), params: [], name: renamedTo } }
    },
  })
  const rendered = await renderPage(<DevicePage />, {
    at: '/locations/7/manage/oem-devices/3/devices/5',
    pattern: '/locations/$locationId/manage/oem-devices/$oemDeviceId/devices/$controllerDeviceId',
    person: createPerson(),
  })
  await screen.findByText('charge_limit')
  return { api, ...rendered }
}
const sent = () => ({ command_id: 'c', expires_at: 0 })

test('a change is confirmed with the old and the new value before it is sent with what was seen', async () => {
  const { api, user } = await show(device, sent)
  await user.click(screen.getByRole('button', { name: 'Change charge_limit' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), '17')
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  expect(dialog.getByText(/must be 16.A or less/)).toBeTruthy()
  expect(api.sentTo(path)).toEqual([])
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), '13')
  expect(dialog.getByText(/charge_limit: 10.A → 13.A/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  expect(api.sentTo(path)[0]?.body).toEqual({ parameter: 'charge_limit', value: 13, seen: 10 })
})

test('who comes second is told the present value, and may then go on from it', async () => {
  let value = 10
  const { api, user } = await show(
    () => device({ parameters: [{ ...limit, value }] }),
    () => {
      if (value === 8) return sent()
      value = 8
      throw new Refusal('edited_meanwhile')
    },
  )
  await user.click(screen.getByRole('button', { name: 'Change charge_limit' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), '13')
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  expect(await dialog.findByText(/Someone else has changed this to 8.A/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  expect(api.sentTo(path).map(({ body }) => body?.seen)).toEqual([10, 8])
})

test('what is under way is what a person saw, and goes on from', async () => {
  const change = {
    ...{ command_id: 'c', value: 13, state: 'accepted' as const },
    ...{ text: null, at: Date.now(), by: null },
  }
  const { api, user } = await show(() => device({ parameters: [{ ...limit, change }] }), sent)
  await user.click(screen.getByRole('button', { name: 'Change charge_limit' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), '8')
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  expect(api.sentTo(path)[0]?.body).toEqual({ parameter: 'charge_limit', value: 8, seen: 13 })
})

test('a refusal shows the old value again, with the reason', async () => {
  const change = {
    command_id: 'c',
    value: 13,
    state: 'rejected' as const,
    text: 'Busy',
    at: Date.now(),
    by: null,
  }
  await show(() => device({ parameters: [{ ...limit, change }] }), sent)
  expect(screen.getByText(/Error setting a device parameter\. Rejected by the controller: Busy/)).toBeTruthy()
  expect(screen.getByText(/^10.A$/)).toBeTruthy()
})

test.each([
  [{ controller_online: false }, 'The controller is not connected.'],
  [{ has_communication_error: true }, 'Device communication error. Editing is disabled.'],
])('nothing can be changed where it would not arrive, and the page says why: %o', async (state, reason) => {
  await show(() => device(state), sent)
  expect(screen.getByText(reason)).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Change charge_limit' })
  expect(button.disabled).toBe(true)
})

test('a name with a script is shown as text', async () => {
  const name = '<img src=x onerror=alert(1)>'
  await show(() => device({ name }), sent)
  expect(screen.getByRole('heading', { name })).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
})

test('a device takes over from an old one, and that can be undone', async () => {
  let replaces: DevicePageView['replaces'] = null
  const sent: unknown[] = []
  fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/devices/:deviceId': () => ({
      device: device({ category: 'GRID', replaces }),
    }),
    'GET /locations/:locationId/controllers/:controllerId/commands': () => ({
      ...{ commands: [], total: 0, page: 1, page_size: 20 },
    }),
    'GET /locations/:locationId/devices/:deviceId/replaceable': () => ({
      devices: [
        {
          ...{ id: 2, name: 'Old meter', model: null, serial: 'M1', controller_unit_id: 'OH-1' },
          ...{ newest_at: 1, is_sending: false },
        },
      ],
    }),
    'PUT /locations/:locationId/devices/:deviceId/replacement': ({ body }) => {
      sent.push(body)
      replaces = { id: 2, name: 'Old meter', controller_id: 3 }
    },
    'DELETE /locations/:locationId/devices/:deviceId/replacement': () => {
      replaces = null
    },
  })
  const { user } = await renderPage(<DevicePage />, {
    at: '/locations/7/manage/oem-devices/3/devices/5',
    pattern: '/locations/$locationId/manage/oem-devices/$oemDeviceId/devices/$controllerDeviceId',
    person: createPerson(),
  })
  await user.click(await screen.findByRole('button', { name: 'This device replaces …' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Old device' }), 'Old meter · M1')
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await screen.findByText('Replaces Old meter.')
  expect(sent).toEqual([{ replaces: 2 }])
  await user.click(screen.getByRole('button', { name: 'Undo replacement' }))
  await screen.findByRole('button', { name: 'This device replaces …' })
})

test('it is renamed there, and what it replaced or was replaced by is one press away', async () => {
  const replaces = { id: 8, name: 'Old one', controller_id: 4 }
  const { api, user } = await show(() => device({ replaces }), sent)
  const link = screen.getByRole('link', { name: 'Replaces Old one.' })
  expect(link.getAttribute('href')).toBe('/locations/7/manage/oem-devices/4/devices/8')
  await user.click(screen.getByRole('button', { name: 'Rename Charger' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), 'Garage')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: 'Garage' })).toBeTruthy()
  expect(api.sentTo(rename)[0]).toMatchObject({
    params: { locationId: '7', deviceId: '5' },
    body: { name: 'Garage' },
  })
})
