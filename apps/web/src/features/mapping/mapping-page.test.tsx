import type { DeviceView } from '@ohmstead/contract/controllers'
import type { MappedSourceView, MappingView } from '@ohmstead/contract/mapping'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { MappingPage } from './mapping-page.tsx'

class SilentStream extends EventTarget {
  close(): void {}
}
beforeEach(() => void vi.stubGlobal('EventSource', SilentStream))
afterEach(() => closeLiveHub())

const power: MappedSourceView = {
  ...{ source: 'generic/home:p', device: 'grid', device_name: 'Grid' },
  ...{ category: 'GRID', metric: 'power', factor: 1000 },
}
const view = (more: Partial<MappingView> = {}): MappingView => ({
  ...{ version: 4, unit_id: 'OH-1', mapping: [], devices: [] },
  sources: [
    {
      source: 'generic/home:p',
      name: null,
      value: '3.2',
      at: 0,
      unit: 'kW',
      is_unreadable: false,
      proposal: power,
    },
    {
      source: 'generic/x',
      name: '<b>Oven</b>',
      value: '12',
      at: 0,
      unit: null,
      is_unreadable: false,
      proposal: null,
    },
  ],
  ...more,
})

const set = 'PUT /locations/:locationId/controllers/:controllerId/mapping' as const
const setCategory = 'PUT /locations/:locationId/devices/:deviceId/category' as const

async function show(first: MappingView, save: () => MappingView = () => view({ mapping: [power] })) {
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/controllers/:controllerId/mapping': () => first,
    [set]: save,
    [setCategory]: () => ({ device: {} as DeviceView }),
  })
  const { user } = await renderPage(<MappingPage />, {
    at: '/locations/7/manage/oem-devices/3/mapping',
    pattern: '/locations/$locationId/manage/oem-devices/$oemDeviceId/mapping',
    person: createPerson(),
  })
  await screen.findByRole('heading', { level: 1 })
  return { api, user }
}

const rowOf = (name: string) => screen.getByText(name).closest('li')!

test('a proposal says what the value becomes, and all are accepted by one press', async () => {
  const { api, user } = await show(view())
  expect(rowOf('home:p').textContent).toContain('3.2 kW3,200\u00a0W from the grid')
  await user.click(await screen.findByRole('button', { name: 'Accept all proposals (1)' }))
  expect(api.sentTo(set)[0]?.body).toEqual({ version: 4, mapping: [power] })
  expect(await screen.findByText('Grid: Power')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Accept all/ })).toBeNull()
})

test('a name without a proposal is given a device, a value and a sign; names of strangers stay text', async () => {
  const { api, user } = await show(view())
  const row = rowOf('<b>Oven</b>')
  await user.click(within(row).getByRole('button', { name: 'Choose' }))
  await user.selectOptions(within(row).getByLabelText('Kind of device'), 'OTHER')
  await user.type(within(row).getByLabelText('Name of the device'), 'Oven')
  await user.click(within(row).getByRole('switch', { name: 'Reverse the sign' }))
  await user.click(within(row).getByRole('button', { name: 'Save' }))
  const oven = {
    source: 'generic/x',
    device: 'load',
    device_name: 'Oven',
    category: 'OTHER',
    metric: 'power',
    factor: -1,
  }
  expect(api.sentTo(set)[0]?.body).toMatchObject({ mapping: [oven] })
})

test('who was second is told, and sees what the first one did', async () => {
  const { user } = await show(view(), () => {
    throw new Refusal('edited_meanwhile')
  })
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy()
  expect(screen.queryByText('Grid: Power')).toBeNull()
})

test('hundreds of names are searched', async () => {
  const { user } = await show(view())
  await user.type(screen.getByLabelText('Search names'), 'oven')
  expect(screen.queryByText('home:p')).toBeNull()
  expect(rowOf('<b>Oven</b>')).toBeTruthy()
})

test('what an adapter recognised is given another role', async () => {
  const plug = { device_id: 5, device: 'plug', name: 'Plug', category: 'OTHER' as const, role: null }
  const { api, user } = await show(view({ devices: [plug] }))
  await user.selectOptions(screen.getByLabelText('Plug'), 'SOLAR_POWER_PLANT')
  await vi.waitFor(() => expect(api.sentTo(setCategory)).toHaveLength(1))
  expect(api.sentTo(setCategory)[0]).toMatchObject({
    params: { locationId: '7', deviceId: '5' },
    body: { category: 'SOLAR_POWER_PLANT', seen: 'OTHER' },
  })
  expect(await screen.findByText('Saved. It counts from the next value on.')).toBeTruthy()
})

test('before anything came it says so', async () => {
  await show(view({ sources: [] }))
  expect(screen.getByText('No values yet')).toBeTruthy()
})

test('where an adapter knows every name there is nothing to wait for, and a way back', async () => {
  const grid = { device_id: 6, device: 'grid', name: 'Grid', category: 'GRID' as const, role: null }
  await show(view({ sources: [], devices: [grid] }))
  expect(screen.queryByText('No values yet')).toBeNull()
  expect(screen.getByText(/all recognised/)).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Controller' })
  expect(back.getAttribute('href')).toBe('/locations/7/manage/oem-devices/3')
})
