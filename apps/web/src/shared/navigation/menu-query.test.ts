import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { locationMenuKey, locationMenuQuery, showDevicesInMenu } from './menu-query.ts'

const branch = { locationId: 7, level: 1, prefix: '' }

const node = (
  type: 'device-group' | 'device',
  data: MenuNodeView['data'],
  children: MenuNodeView[] = [],
) => ({
  ...{ id: 1, title: 'x', type, href: '/x', level: 2, children, aliases: [], data },
})

/** A tree whose location is expanded; the server knows the devices that `known` returns when it is asked. */
function expand(known: () => string[]) {
  const api = fakeApi({
    'GET /menu/locations/:locationId': () => ({
      structure: [
        node(
          'device-group',
          { deviceGroupId: 0 },
          known().map((deviceKey) => node('device', { deviceKey })),
        ),
      ],
    }),
  })
  const client = new QueryClient()
  const observer = new QueryObserver(client, locationMenuQuery(branch))
  const collapse = observer.subscribe(() => {})
  onTestFinished(collapse)
  const asked = () => api.sentTo('GET /menu/locations/:locationId').length
  const show = (deviceKeys: string[], isLeft = () => false) =>
    showDevicesInMenu(client, { locationId: 7, deviceKeys }, isLeft)
  return { client, observer, collapse, asked, show }
}

test('devices that are in the tree cost no request', async () => {
  const { show, asked } = expand(() => ['grid', 'pv'])
  await show(['grid'])
  await show(['pv', 'grid'])
  expect(asked()).toBe(1)
})

test('one that is not is fetched, and once if the server does not list it', async () => {
  const devices = ['grid']
  const { show, asked, observer } = expand(() => [...devices])
  await show(['grid'])
  devices.push('pv')
  await show(['grid', 'pv'])
  expect(JSON.stringify(observer.getCurrentResult().data)).toContain('"deviceKey":"pv"')
  expect(asked()).toBe(2)
  await show(['hidden'])
  expect(asked()).toBe(3)
})

test('what was under way may be older than the device, so it is waited for and asked again', async () => {
  const devices = ['grid']
  const { show, asked, observer } = expand(() => [...devices])
  // The answer to the first request was made before the device was.
  expect(observer.getCurrentResult().isFetching).toBe(true)
  await Promise.resolve()
  const shown = show(['grid', 'pv'])
  devices.push('pv')
  await shown
  expect(JSON.stringify(observer.getCurrentResult().data)).toContain('"deviceKey":"pv"')
  expect(asked()).toBe(2)
})

test('a location that is not expanded is left alone', async () => {
  const { show, asked, collapse, client } = expand(() => ['grid'])
  await show(['grid'])
  collapse()
  await show(['pv'])
  await showDevicesInMenu(client, { locationId: 8, deviceKeys: ['pv'] }, () => false)
  expect(asked()).toBe(1)
})

test('so is one whose page was left, or whose request was called off, meanwhile', async () => {
  const { show, asked, client } = expand(() => ['grid'])
  const shown = show(['pv'])
  await client.cancelQueries({ queryKey: locationMenuKey })
  await expect(shown).rejects.toThrow()
  expect(asked()).toBe(1)
  await client.refetchQueries({ queryKey: locationMenuKey })
  await show(['pv'], () => true)
  expect(asked()).toBe(2)
})
