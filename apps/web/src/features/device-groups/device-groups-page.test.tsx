import type { DeviceView } from '@ohmstead/contract/controllers'
import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { menuQuery } from '../../shared/navigation/menu-query.ts'
import { queryClient } from '../../shared/query-client.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DeviceGroupsPage } from './device-groups-page.tsx'

const device = (id: number, name: string, groupId: number | null): LocationDeviceView => ({
  ...{ id, name, key: `d${id}`, category: 'OTHER', model: null, metrics: [] },
  ...{ device_group_id: groupId, controller_id: 1, controller_unit_id: 'A' },
})
const home = createLocation({
  device_groups: [
    { id: 4, name: 'Roof' },
    { id: 5, name: 'Loads' },
  ],
  devices: [device(1, 'Panels', 4), device(2, 'Car', 5), device(3, 'Meter', null)],
})
const create = 'POST /locations/:locationId/device-groups'
const update = 'PUT /locations/:locationId/device-groups/:deviceGroupId'
const remove = 'DELETE /locations/:locationId/device-groups/:deviceGroupId'
const deviceGroup = { id: 4, name: 'Roof', deviceIds: [] }
const owner = createPerson({
  id: 1,
  permissions: { locations: [{ id: 7, view: true, edit: true, control: true, manageUsers: true }] },
})
const show = (person = owner) =>
  renderPage(<DeviceGroupsPage />, {
    ...{ at: '/locations/7/manage/structure', pattern: '/locations/$locationId/manage/structure', person },
  })

test('each group shows its devices, and ungrouped ones are listed below', async () => {
  fakeApi({ 'GET /locations/:locationId': () => ({ location: home }) })
  const { user, path } = await show()
  const list = await screen.findByRole('list', { name: 'Device groups' })
  const [roof, loads] = within(list).getAllByRole('heading')
  expect([roof!.textContent, loads!.textContent]).toEqual(['Roof', 'Loads'])
  expect(within(list).queryByText('Meter')).toBeNull()
  expect(screen.getByText('Meter')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Roof' }))
  expect(path()).toBe('/locations/7/device-groups/4')
})

test('a new group takes the ticked devices, also from another one', async () => {
  let location = home
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location }),
    [create]: () => {
      location = { ...home, device_groups: [...home.device_groups, { id: 6, name: 'Street' }] }
      return { deviceGroup }
    },
  })
  queryClient.setQueryData(menuQuery(null).queryKey, [])
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add a device group' }))
  await user.type(screen.getByLabelText('Name'), ' Street ')
  await user.click(screen.getByLabelText('Meter'))
  await user.click(screen.getByLabelText('Car · now in Loads'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Street has been saved.')
  expect(api.sentTo(create)).toMatchObject([
    { params: { locationId: '7' }, body: { name: 'Street', deviceIds: [2, 3] } },
  ])
  expect(await screen.findByRole('link', { name: 'Street' })).toBeTruthy()
  // The menu lists it too.
  expect(queryClient.getQueryState(menuQuery(null).queryKey)?.isInvalidated).toBe(true)
})

test('a group is renamed and emptied', async () => {
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location: home }),
    [update]: () => ({ deviceGroup }),
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Edit Roof' }))
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Barn')
  await user.click(screen.getByLabelText('Panels'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Barn has been saved.')
  expect(api.sentTo(update)).toMatchObject([
    { params: { locationId: '7', deviceGroupId: '4' }, body: { name: 'Barn', deviceIds: [] } },
  ])
})

test('a device is named, whatever group it lies in', async () => {
  const rename = 'PUT /locations/:locationId/devices/:deviceId'
  let location = home
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location }),
    [rename]: () => {
      location = { ...home, devices: [device(1, 'South roof', 4), ...home.devices.slice(1)] }
      return { device: { name: 'South roof' } as DeviceView }
    },
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Rename Panels' }))
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), ' South roof ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The device is now called South roof.')
  expect(api.sentTo(rename)).toMatchObject([
    { params: { locationId: '7', deviceId: '1' }, body: { name: 'South roof' } },
  ])
  expect(await screen.findByRole('button', { name: 'Rename South roof' })).toBeTruthy()
})

test('a group is deleted after a question; a refusal is shown', async () => {
  let isRefused = true
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location: home }),
    [remove]: () => {
      if (isRefused) throw new Refusal('not_allowed')
    },
  })
  const { user } = await show()
  const confirm = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Loads' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  }
  await confirm()
  await screen.findByText(/^Failed to delete!/)
  isRefused = false
  await confirm()
  await screen.findByText('Loads has been deleted.')
  expect(api.sentTo(remove)).toHaveLength(2)
})

test('viewers are not offered actions that would be refused', async () => {
  fakeApi({ 'GET /locations/:locationId': () => ({ location: home }) })
  const viewer = createPerson({
    id: 9,
    permissions: { locations: [{ id: 7, view: true, edit: false, control: false, manageUsers: false }] },
  })
  await show(viewer)
  await screen.findByText(/permission/)
  expect(screen.queryByRole('button', { name: 'Add a device group' })).toBeNull()
})

test('a device is put into a group from its list, or by dropping it there', async () => {
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location: home }),
    'GET /locations/:locationId/removed-devices': () => ({ devices: [] }),
    [update]: () => ({ deviceGroup }),
  })
  const { user } = await show()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Group of Meter' }), 'Roof')
  await expect.poll(() => api.sentTo(update).at(-1)?.body).toEqual({ name: 'Roof', deviceIds: [1, 3] })
  const carried = new Map<string, string>()
  const dataTransfer = {
    types: ['application/x-ohmstead-device'],
    setData: (type: string, text: string) => carried.set(type, text),
    getData: (type: string) => carried.get(type) ?? '',
  }
  const car = screen.getByRole('combobox', { name: 'Group of Car' }).closest('li')!
  fireEvent.dragStart(car, { dataTransfer })
  fireEvent.drop(screen.getByRole('link', { name: 'Roof' }).closest('li')!, { dataTransfer })
  await expect.poll(() => api.sentTo(update).at(-1)?.body).toEqual({ name: 'Roof', deviceIds: [1, 2] })
})
