import { expect, test } from 'vitest'
import { buildLocationMenu } from './build-location-menu.ts'
import { buildPlaceMenu, type MenuSource } from './build-place-menu.ts'
import type { MenuNode } from './menu-node.ts'

const source: MenuSource = {
  companies: [{ id: 1, name: 'Sončna zadruga', rootGroupId: 10 }],
  groups: [
    { id: 10, companyId: 1, parentId: null, name: 'Sončna zadruga' },
    { id: 11, companyId: 1, parentId: 10, name: 'Šmarje' },
    { id: 12, companyId: 1, parentId: 10, name: 'Trst' },
    { id: 13, companyId: 1, parentId: 10, name: 'Ankaran' },
  ],
  locations: [
    { id: 1, companyId: 1, locationGroupId: 11, name: 'Hiša 10', hasDevices: true },
    { id: 2, companyId: 1, locationGroupId: 11, name: 'Hiša 2', hasDevices: false },
    { id: 3, companyId: 1, locationGroupId: 10, name: 'Čebelnjak', hasDevices: true },
    { id: 4, companyId: 1, locationGroupId: 13, name: 'Pisarna', hasDevices: true },
  ],
}
const outline = (nodes: MenuNode[]): string[] =>
  nodes.flatMap((node) => [`${'  '.repeat(node.level)}${node.title} ${node.href}`, ...outline(node.children)])

test('the full tree: groups before locations, sorted by language and number, empty groups shown', () => {
  expect(outline(buildPlaceMenu(source, 'full', 'sl'))).toEqual([
    'Sončna zadruga /companies/1/location-groups/10',
    '  Ankaran /companies/1/location-groups/13',
    '    Pisarna /companies/1/location-groups/13/locations/4',
    '  Šmarje /companies/1/location-groups/11',
    '    Hiša 2 /companies/1/location-groups/11/locations/2',
    '    Hiša 10 /companies/1/location-groups/11/locations/1',
    '  Trst /companies/1/location-groups/12',
    '  Čebelnjak /companies/1/locations/3',
  ])
})

test('the reachable tree omits empty groups and skips levels with a single child', () => {
  expect(outline(buildPlaceMenu(source, 'reachable', 'sl'))).toEqual([
    'Sončna zadruga /companies/1/location-groups/10',
    '  Šmarje /companies/1/location-groups/11',
    '    Hiša 2 /companies/1/location-groups/11/locations/2',
    '    Hiša 10 /companies/1/location-groups/11/locations/1',
    '  Čebelnjak /companies/1/locations/3',
    '  Pisarna /companies/1/locations/4',
  ])
})

test('whoever sees one location sees its name and nothing above it', () => {
  const one = { ...source, locations: source.locations.slice(0, 1) }
  expect(outline(buildPlaceMenu(one, 'reachable', 'sl'))).toEqual(['Hiša 10 /locations/1'])
  expect(buildPlaceMenu({ ...source, locations: [] }, 'reachable', 'sl')).toEqual([])
})

test('aliases are the same location in the two other route sets', () => {
  const [home] = buildPlaceMenu({ ...source, locations: source.locations.slice(0, 1) }, 'reachable', 'sl')
  expect(home?.aliases).toEqual(['/companies/1/location-groups/11/locations/1', '/companies/1/locations/1'])
})

test('below a location: groups in their order, devices by name, ungrouped devices last, all in the current route set', () => {
  const devices = [
    { id: 7, key: 'pv', name: 'Streha', category: 'SOLAR_POWER_PLANT', deviceGroupId: 5, controllerId: 1 },
    { id: 8, key: 'bat', name: 'Baterija', category: 'BATTERY', deviceGroupId: 5, controllerId: 1 },
    { id: 9, key: 'grid', name: 'Števec', category: 'GRID', deviceGroupId: null, controllerId: 1 },
  ] as const
  const place = { locationId: 3, companyId: 1, locationGroupId: 10 }
  const menu = buildLocationMenu({ groups: [{ id: 5, name: 'Sonce' }], devices }, place, {
    level: 1,
    prefix: '/companies/1',
    locale: 'sl',
  })
  expect(outline(menu)).toEqual([
    '    Sonce /companies/1/locations/3/device-groups/5',
    '      Baterija /companies/1/locations/3/device-groups/5/devices/8',
    '      Streha /companies/1/locations/3/device-groups/5/devices/7',
    '    Števec /companies/1/locations/3/device-groups/0/devices/9',
  ])
  expect(menu[0]?.children[0]?.category).toEqual({ value: 'BATTERY' })
  expect(menu[0]?.aliases).toEqual([
    '/companies/1/location-groups/10/locations/3/device-groups/5',
    '/locations/3/device-groups/5',
  ])
})

test('a prefix of another location is read as the root set', () => {
  const place = { locationId: 3, companyId: 1, locationGroupId: 10 }
  const [group] = buildLocationMenu({ groups: [{ id: 5, name: 'Sonce' }], devices: [] }, place, {
    level: 0,
    prefix: '/companies/2',
    locale: 'sl',
  })
  expect(group?.href).toBe('/locations/3/device-groups/5')
})

test('builds five thousand locations in five hundred groups in one pass', () => {
  const groups = Array.from({ length: 500 }, (_, index) => ({
    id: index + 1,
    companyId: 1,
    parentId: index === 0 ? null : 1 + Math.floor((index - 1) / 8),
    name: `Skupina ${index}`,
  }))
  const locations = Array.from({ length: 5000 }, (_, index) => ({
    id: index + 1,
    companyId: 1,
    locationGroupId: 1 + (index % 500),
    name: `Hiša ${index}`,
    hasDevices: true,
  }))
  const [company] = buildPlaceMenu(
    { companies: [{ id: 1, name: 'Velika', rootGroupId: 1 }], groups, locations },
    'full',
    'sl',
  )
  const count = (node: MenuNode): number => 1 + node.children.reduce((sum, child) => sum + count(child), 0)
  expect(count(company!)).toBe(500 + 5000)
})
