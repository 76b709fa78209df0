import type { PersonView } from '@ohmstead/contract/people'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { onOpenBell } from '../../shared/open-bell.ts'
import { queryClient } from '../../shared/query-client.ts'
import { createNode } from '../../testing/create-node.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { openPalette, PaletteHost } from './palette-host.tsx'

const aggregator = createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'] })
const structure = [
  createNode('location', 5, 'Bakery', '/locations/5'),
  createNode('location', 6, 'Stanovanje Župan', '/locations/6'),
]
const sun = { id: 1, name: 'Sun', isPlatform: false, rootGroup: { id: 1 }, assignedControllersCount: 3 }

const found = (id: number, first_name: string, last_name: string) =>
  ({ id, email: `p${id}@test.si`, first_name, last_name, company: { id: 1, name: 'Sun' } }) as PersonView
const people = (users: PersonView[]) => ({ users, total: users.length, page: 1, page_size: 50 })

/** Nothing in the fleet has the name. */
const list = { total: 0, total_is_exact: true, next: null, previous: null, page_size: 50 }
const noFleet = {
  'GET /search/locations': () => ({ locations: [], ...list }),
  'GET /search/controllers': () => ({ controllers: [], ...list }),
  'GET /search/devices': () => ({ devices: [], ...list }),
}

async function show(person = createPerson()) {
  const shown = await renderPage(<PaletteHost />, { at: '/here', person })
  openPalette()
  const field = await screen.findByRole('combobox')
  return { ...shown, field }
}

test('Enter waits for the results, and opens the best match', async () => {
  const menu = Promise.withResolvers<{ structure: typeof structure; company: null }>()
  fakeApi({ 'GET /menu': () => menu.promise, 'GET /locations/:locationId/users': () => ({ users: [] }) })
  const { user, field, path } = await show()
  await user.type(field, 'zupan{Enter}')
  await screen.findByText('Searching…')
  expect(path()).toBe('/here')
  menu.resolve({ structure, company: null })
  await expect.poll(path).toBe('/locations/6')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('Enter does not open what is typed after it', async () => {
  const menu = Promise.withResolvers<{ structure: typeof structure; company: null }>()
  fakeApi({ 'GET /menu': () => menu.promise, 'GET /locations/:locationId/users': () => ({ users: [] }) })
  const { user, field, path } = await show()
  await user.type(field, 'zup{Enter}x')
  menu.resolve({ structure, company: null })
  await screen.findByText('Nothing found for “zupx”.')
  expect(path()).toBe('/here')
})

test('an aggregator finds people, and Enter waits for them', async () => {
  const api = fakeApi({
    'GET /menu': () => ({ structure, company: null }),
    'GET /companies': () => ({ companies: [sun] }),
    ...noFleet,
    'GET /users': ({ query }) => people(query.search === 'klemen' ? [found(3, 'Klemen', 'Kos')] : []),
  })
  const { user, field, path } = await show(aggregator)
  await user.type(field, 'klemen{Enter}')
  await expect.poll(path).toBe('/settings/global/users')
  expect(api.sentTo('GET /users').map(({ query }) => query.search)).toContain('klemen')
  expect(api.sentTo('GET /users').map(({ query }) => query.search)).not.toContain('k')
})

test('the owner of a location finds the people it is shared with', async () => {
  const guest = { ...found(4, 'Vida', 'Vas'), is_owner: false, can_change: true } as never
  fakeApi({
    'GET /menu': () => ({ structure, company: null }),
    'GET /locations/:locationId/users': () => ({ users: [guest] }),
  })
  const { user, field, path } = await show()
  await user.type(field, 'vid')
  await screen.findByRole('option', { name: 'Vida Vas p4@test.si · Home' })
  await user.keyboard('{Enter}')
  await expect.poll(path).toBe('/locations/7/manage/users')
})

test('pages are found, a company’s by its name', async () => {
  fakeApi({
    'GET /menu': () => ({ structure, company: null }),
    'GET /companies': () => ({ companies: [sun] }),
    ...noFleet,
    'GET /users': () => people([]),
  })
  const { user, field, path } = await show(aggregator)
  await user.type(field, 'controllers sun')
  await screen.findByRole('option', { name: 'Controllers Sun' })
  await user.keyboard('{Enter}')
  await expect.poll(path).toBe('/settings/global/companies/1/oem-devices')
})

test('what still fits after more was typed waits for another Enter', async () => {
  const menu = Promise.withResolvers<{ structure: typeof structure; company: null }>()
  fakeApi({ 'GET /menu': () => menu.promise, 'GET /locations/:locationId/users': () => ({ users: [] }) })
  const { user, field, path } = await show()
  await user.type(field, 'zup{Enter}a')
  menu.resolve({ structure, company: null })
  await screen.findByRole('option', { name: /Stanovanje Župan/ })
  expect(path()).toBe('/here')
  await user.keyboard('{Enter}')
  await expect.poll(path).toBe('/locations/6')
})

test('after nothing was found, what comes later waits for a second Enter', async () => {
  let menu = structure
  fakeApi({
    'GET /menu': () => ({ structure: menu, company: null }),
    'GET /locations/:locationId/users': () => ({ users: [] }),
  })
  const { user, field, path } = await show()
  await user.type(field, 'mill{Enter}')
  await screen.findByText('Nothing found for “mill”.')
  menu = [...structure, createNode('location', 8, 'Mill', '/locations/8')]
  await act(() => queryClient.invalidateQueries({ queryKey: menuKey }))
  await screen.findByRole('option', { name: /Mill/ })
  expect(path()).toBe('/here')
  await user.keyboard('{Enter}')
  await expect.poll(path).toBe('/locations/8')
})

test('Enter that ends a composed letter opens nothing', async () => {
  fakeApi({
    'GET /menu': () => ({ structure, company: null }),
    'GET /locations/:locationId/users': () => ({ users: [] }),
  })
  const { user, field, path } = await show()
  await user.type(field, 'bak')
  await screen.findByRole('option', { name: /Bakery/ })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(screen.getByRole('combobox')).toBe(field)
  expect(path()).toBe('/here')
  fireEvent.keyDown(field, { key: 'Enter' })
  await expect.poll(path).toBe('/locations/5')
})

test('Ctrl and K open and close it; with Shift or Alt they belong to others', async () => {
  fakeApi({
    'GET /menu': () => ({ structure, company: null }),
    'GET /locations/:locationId/users': () => ({ users: [] }),
  })
  await renderPage(<PaletteHost />, { at: '/here', person: createPerson() })
  const press = (more: object) => fireEvent.keyDown(window, { key: 'k', ctrlKey: true, ...more })
  press({ shiftKey: true })
  press({ altKey: true })
  press({ ctrlKey: false })
  expect(screen.queryByRole('combobox')).toBeNull()
  press({})
  expect(screen.getByRole('combobox')).toBeTruthy()
  press({ key: 'K', ctrlKey: false, metaKey: true })
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('people are not asked for at locations whose people one does not manage', async () => {
  const api = fakeApi({
    'GET /menu': () => ({ structure, company: null }),
    'GET /locations/:locationId/users': () => ({ users: [] }),
  })
  const permissions = { locations: [{ id: 7, view: true, edit: true, control: true, manageUsers: false }] }
  const { user, field } = await show(createPerson({ permissions }))
  await user.type(field, 'vid')
  await screen.findByText('Nothing found for “vid”.')
  expect(api.sentTo('GET /locations/:locationId/users')).toEqual([])
})

test('an aggregator finds devices and controllers of the whole fleet, and a location once', async () => {
  const place = { id: 5, name: 'Bakery', location_group_id: 4 }
  const company = { id: 1, name: 'Sun' }
  const told = { hwVersion: null, osVersion: null, softwareVersion: null, ethernetIp: null, wirelessIp: null }
  const location = (id: number, locationName: string) => ({
    ...{ id, locationName, company, location_group: { id: 4, name: 'North' } },
    ...{ owner: null, controllers: 1, connected: 1 },
  })
  fakeApi({
    'GET /menu': () => ({ structure, company: null }),
    'GET /companies': () => ({ companies: [sun] }),
    'GET /users': () => people([]),
    'GET /search/locations': () => ({
      locations: [location(5, 'Bakery'), location(9, 'Bakehouse')],
      ...list,
    }),
    'GET /search/controllers': () => ({
      controllers: [
        {
          ...{ id: 7, unitId: 'BAKE-1111-2222-3333', alias: null, kind: 'CONTROLLER', online: true },
          ...{ last_seen_at: null, mobileIp: null, openVpnIp: null, ...told },
          ...{ locationName: 'Bakery', companyName: 'Sun', location: place, company },
        },
      ],
      ...list,
    }),
    'GET /search/devices': () => ({
      devices: [
        {
          ...{
            id: 8,
            deviceName: 'Bake oven',
            deviceType: null,
            categoryName: 'OTHER',
            controllerAlias: null,
          },
          ...{ controllerUnitId: 'BAKE-1111-2222-3333', controller_id: 7, device_group_id: null },
          ...{ location: place, company },
        },
      ],
      ...list,
    }),
  })
  const { user, field, path } = await show(aggregator)
  await user.type(field, 'bake')
  const options = () => screen.getAllByRole('option').map((option) => option.textContent)
  await expect.poll(options).toContain('Bake ovenBakery · Sun')
  expect(options()).toContain('BAKE-1111-2222-3333Bakery · Sun')
  expect(options()).toContain('BakehouseSun / North')
  expect(options().filter((option) => option.startsWith('Bakery'))).toHaveLength(1)
  await user.click(screen.getByText('Bake oven'))
  await expect.poll(path).toBe('/settings/global/companies/1/4/locations/5/oem-devices/7/devices/8')
})

test('opens the list of alarms where the page has a bell, and offers it nowhere else', async () => {
  fakeApi({
    'GET /menu': () => ({ structure, company: null }),
    'GET /locations/:locationId/users': () => ({ users: [] }),
  })
  const opened = vi.fn()
  const endBell = onOpenBell(opened)
  const { user, field } = await show()
  await user.type(field, 'alarms{Enter}')
  await expect.poll(() => opened.mock.calls.length).toBe(1)
  expect(screen.queryByRole('combobox')).toBeNull()
  endBell()
  act(openPalette)
  await user.type(await screen.findByRole('combobox'), 'alarms')
  await screen.findByText('Nothing found for “alarms”.')
})
