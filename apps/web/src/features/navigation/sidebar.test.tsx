import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub, getLiveHub } from '../../shared/live/browser-live-hub.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { queryClient } from '../../shared/query-client.ts'
import { createNode } from '../../testing/create-node.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Sidebar } from './sidebar.tsx'

/** The server's end of the event stream. */
let send: (location_id: number, count: number, unseen: number) => void

beforeEach(() => {
  class FakeStream {
    addEventListener(type: string, listener: (event: { data: string }) => void) {
      if (type === 'alarms')
        send = (location_id, count, unseen) =>
          act(() => listener({ data: JSON.stringify({ location_id, count, unseen }) }))
    }
    close() {}
  }
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('BroadcastChannel', undefined)
  // The simulated browser has no layout; the tree draws only visible rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(() => {
  closeLiveHub()
  vi.restoreAllMocks()
})

const superAdmin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const places = [
  createNode('company', 1, 'Sun', '/companies/1/location-groups/1', [
    createNode('location', 5, 'Home', '/companies/1/locations/5'),
    createNode('location', 6, 'Bakery', '/companies/1/locations/6'),
  ]),
]
const show = (person = createPerson()) =>
  renderPage(<Sidebar isMobile={false} isOpen onOpenChange={() => {}} />, {
    at: '/elsewhere',
    pattern: '/elsewhere',
    person,
  })
const rows = () =>
  screen
    .queryAllByRole('treeitem')
    .map((row) => ['aria-label', 'aria-description'].map((name) => row.getAttribute(name)).join(': '))

test('a place with alarms is marked, and so are its parents; a live event changes it at once', async () => {
  const api = fakeApi({
    'GET /menu': () => ({ structure: places, company: null }),
    'GET /alarms/counts': () => ({ locations: [{ location_id: 5, company_id: 1, open: 1, unseen: 1 }] }),
  })
  await show()
  await expect.poll(rows).toEqual(['Sun: Alarms, 1 open', 'Home: Alarms, 1 open', 'Bakery: '])
  act(() => void getLiveHub().watch(6))
  send(6, 2, 0)
  await expect.poll(rows).toEqual(['Sun: Alarms, 3 open', 'Home: Alarms, 1 open', 'Bakery: Alarms, 2 open'])
  send(5, 0, 0)
  await expect.poll(rows).toEqual(['Sun: Alarms, 2 open', 'Home: ', 'Bakery: Alarms, 2 open'])
  expect(api.sentTo('GET /alarms/counts')).toHaveLength(1)
})

test('the tree of the last visit is there at once, and renewed when the page has been drawn', async () => {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    drawn = callback
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => {})
  let drawn = () => {}
  localStorage.setItem('ohmstead.menu', JSON.stringify({ key: 'own', structure: places }))
  const api = fakeApi({
    'GET /menu': () => ({ structure: places.slice(0, 1), company: null }),
    'GET /alarms/counts': () => ({ locations: [] }),
  })
  await show()
  await expect.poll(() => api.sentTo('GET /alarms/counts')).toHaveLength(1)
  await expect.poll(rows).toHaveLength(3)
  expect(api.sentTo('GET /menu')).toHaveLength(0)
  act(() => drawn())
  await expect.poll(() => api.sentTo('GET /menu')).toHaveLength(1)
})

test('a single home requests no counts: its page has the bell', async () => {
  const api = fakeApi({
    'GET /menu': () => ({ structure: [createNode('location', 5, 'Home', '/locations/5')], company: null }),
  })
  await show()
  await screen.findByRole('treeitem', { name: 'Home' })
  expect(api.sent.map(({ key }) => key)).toEqual(['GET /menu'])
})

test('a super admin without a chosen company finds the companies in the tree', async () => {
  fakeApi({
    'GET /menu': () => ({
      structure: [1, 2].map((id) =>
        createNode('company', id, `Company ${id}`, `/companies/${id}/location-groups/${id}`),
      ),
      company: null,
    }),
    'GET /alarms/counts': () => ({ locations: [{ location_id: 5, company_id: 2, open: 1, unseen: 0 }] }),
  })
  await show(superAdmin)
  await expect.poll(rows).toEqual(['Company 1: ', 'Company 2: Alarms, 1 open'])
})

test('an open location is read again when a page says that its devices changed', async () => {
  let title = 'Charger 1'
  const api = fakeApi({
    'GET /menu': () => ({ structure: [createNode('location', 5, 'Home', '/locations/5')], company: null }),
    'GET /menu/locations/:locationId': () => ({
      structure: [createNode('device', 8, title, '/locations/5/device-groups/0/devices/8')],
    }),
  })
  const { user } = await show()
  await user.click(await screen.findByRole('treeitem', { name: 'Home' }))
  await user.keyboard('{ArrowRight}')
  await screen.findByRole('treeitem', { name: 'Charger 1' })
  title = 'Garage'
  await act(() => queryClient.invalidateQueries({ queryKey: menuKey }))
  expect(await screen.findByRole('treeitem', { name: 'Garage' })).toBeTruthy()
  expect(api.sentTo('GET /menu/locations/:locationId')).toHaveLength(2)
})
