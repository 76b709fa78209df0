import { expect, test } from 'vitest'
import { buildPlaceMenu, type MenuSource } from './build-place-menu.ts'
import { completeMenu, shortenMenu } from './short-menu.ts'

const source: MenuSource = {
  companies: [
    { id: 1, name: 'Sončna zadruga', rootGroupId: 10 },
    { id: 2, name: 'Veter', rootGroupId: 20 },
  ],
  groups: [
    { id: 10, companyId: 1, parentId: null, name: 'Sončna zadruga' },
    { id: 11, companyId: 1, parentId: 10, name: 'Šmarje' },
    { id: 12, companyId: 1, parentId: 10, name: 'Trst' },
    { id: 13, companyId: 1, parentId: 11, name: 'Vas' },
    { id: 20, companyId: 2, parentId: null, name: 'Veter' },
  ],
  locations: [
    { id: 1, companyId: 1, locationGroupId: 11, name: 'Hiša 10', hasDevices: true },
    { id: 2, companyId: 1, locationGroupId: 11, name: 'Hiša 2', hasDevices: false },
    { id: 3, companyId: 1, locationGroupId: 10, name: 'Čebelnjak', hasDevices: true },
    { id: 4, companyId: 1, locationGroupId: 13, name: 'Pisarna', hasDevices: false },
    { id: 5, companyId: 2, locationGroupId: 20, name: 'Vikend', hasDevices: true },
  ],
}

test.each(['full', 'reachable'] as const)('nothing of a %s tree is lost in its short form', (shape) => {
  const menu = buildPlaceMenu(source, shape, 'sl')
  expect(completeMenu(JSON.parse(JSON.stringify(shortenMenu(menu))))).toEqual(menu)
})

test('a location says what does not follow from its group', () => {
  const [company, weekend] = shortenMenu(buildPlaceMenu(source, 'reachable', 'sl'))
  expect(weekend).toEqual({
    id: 5,
    title: 'Vikend',
    type: 'location',
    href: '/locations/5',
    level: 0,
    data: { companyId: 2, locationGroupId: 20 },
  })
  expect(company!.children!.map(({ title, data }) => [title, data])).toEqual([
    ['Šmarje', { companyId: 1, locationGroupId: 11 }],
    ['Čebelnjak', undefined],
  ])
  expect(company!.children![0]!.children!.map(({ title, data }) => [title, data])).toEqual([
    ['Hiša 2', { hasChildren: false }],
    ['Hiša 10', undefined],
    ['Pisarna', { locationGroupId: 13, hasChildren: false }],
  ])
})

test('a tree of many locations is less than half as long', () => {
  const locations = Array.from({ length: 500 }, (_, index) => ({
    id: 1000 + index,
    companyId: 1,
    locationGroupId: 12,
    name: `Hiša ${index}`,
    hasDevices: true,
  }))
  const menu = buildPlaceMenu({ ...source, locations }, 'full', 'sl')
  expect(JSON.stringify(shortenMenu(menu)).length).toBeLessThan(JSON.stringify(menu).length / 2)
})
