import { expect, test } from 'vitest'
import { admitPerson } from '../lib/local-store.ts'
import { keepLastPlace } from '../shared/navigation/last-place.ts'
import { createNode } from '../testing/create-node.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { createPerson } from '../testing/person.ts'
import '../testing/render-page.tsx'
import { findHome } from './find-home.ts'

const structure = [
  createNode('location', 5, 'Bakery', '/locations/5'),
  createNode('location', 7, 'Home', '/locations/7'),
]
const find = (person = createPerson()) => {
  fakeApi({ 'GET /menu': () => ({ structure, company: null }) })
  admitPerson()
  return findHome(person)
}

test('somebody starts at the location of their own', async () => {
  expect(await find()).toBe('/locations/7')
})

test('somebody starts where they were last', async () => {
  keepLastPlace({ userId: 1, locationId: 5 })
  expect(await find()).toBe('/locations/5')
})

test('where another person was last on this device says nothing', async () => {
  keepLastPlace({ userId: 2, locationId: 5 })
  expect(await find()).toBe('/locations/7')
})

test('whoever runs companies starts at these', async () => {
  expect(await find(createPerson({ role: 'ROLE_AGGREGATOR' }))).toBe('/overview')
})
