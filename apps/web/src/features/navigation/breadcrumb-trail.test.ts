import { expect, test } from 'vitest'
import { buildGroupTrail, buildLocationTrail, type Crumb, collapseTrail } from './breadcrumb-trail.ts'

const company = { id: 1, name: 'Zadruga', rootGroup: { id: 10 } }
const groups = [
  { id: 10, name: 'Zadruga' },
  { id: 11, name: 'Celje' },
]
const location = {
  id: 5,
  name: 'Hiša',
  company,
  groups,
  device_groups: [{ id: 7, name: 'Porabniki' }],
  devices: [{ id: 9, name: 'Črpalka', category: 'HVAC' }],
} as unknown as Parameters<typeof buildLocationTrail>[0]
const ids = { companyId: null, locationGroupId: null, locationId: 5, deviceGroupId: null, deviceId: null }

test('a company is a link for an aggregator and text below', () => {
  expect(buildLocationTrail(location, ids, true, '-')[0]?.href).toBe('/settings/global/companies/1')
  expect(buildLocationTrail(location, ids, false, '-')[0]?.href).toBe(null)
})

test('the root group is the company and appears once', () => {
  expect(buildLocationTrail(location, ids, false, '-').map(({ title }) => title)).toEqual([
    'Zadruga',
    'Celje',
    'Hiša',
  ])
})

test('a location group links to its page', () => {
  expect(buildLocationTrail(location, ids, false, '-')[1]?.href).toBe('/companies/1/location-groups/11')
})

test('links stay in the current route set', () => {
  const trail = buildLocationTrail(
    location,
    { ...ids, companyId: 1, deviceGroupId: 7, deviceId: 9 },
    false,
    '-',
  )
  expect(trail.slice(-2).map(({ href }) => href)).toEqual([
    '/companies/1/locations/5/device-groups/7',
    '/companies/1/locations/5/device-groups/7/devices/9',
  ])
  expect(trail.at(-1)?.category).toBe('HVAC')
})

test('an ungrouped device is below a name that leads nowhere', () => {
  const trail = buildLocationTrail(location, { ...ids, deviceGroupId: 0, deviceId: 9 }, false, 'No group')
  expect(trail.at(-2)).toMatchObject({ title: 'No group', href: null })
})

test('a group page shows the path to the group', () => {
  const group = { id: 11, name: 'Celje', companyId: 1, company, path: groups, groups: [], locations: [] }
  expect(buildGroupTrail(group, true).map(({ title }) => title)).toEqual(['Zadruga', 'Celje'])
})

const trail = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: String(index) }) as Crumb)

test.each([
  ['3 on a desktop stay', 3, false, 0, 3],
  ['4 on a desktop fold one', 4, false, 1, 3],
  ['6 on a desktop fold three', 6, false, 3, 3],
  ['1 on a phone stays', 1, true, 0, 1],
  ['2 on a phone fold one', 2, true, 1, 1],
  ['none is none', 0, true, 0, 0],
])('%s', (_, count, isMobile, hidden, shown) => {
  const collapsed = collapseTrail(trail(count), isMobile)
  expect([collapsed.hidden.length, collapsed.shown.length]).toEqual([hidden, shown])
  expect([...collapsed.hidden, ...collapsed.shown]).toEqual(trail(count))
})
