import { expect, test } from 'vitest'
import { createNode } from '../testing/create-node.ts'
import { chooseHomeLocation } from './choose-home-location.ts'

const neighbour = createNode('location', 1, 'Ambrož', '/locations/1')
const own = createNode('location', 2, 'Breza', '/companies/1/locations/2')
const second = createNode('location', 3, 'Cerar', '/companies/1/locations/3')
const nodes = [neighbour, createNode('company', 1, 'Sun', '/companies/1/location-groups/1', [own, second])]

test.each([
  ['the first own one, not the neighbour’s', { lastId: null, ownIds: [3, 2] }, own],
  ['the one visited last', { lastId: 3, ownIds: [2, 3] }, second],
  ['a neighbour’s that was visited last', { lastId: 1, ownIds: [2] }, neighbour],
  ['no other one after the last is not theirs any more', { lastId: 9, ownIds: [2] }, own],
  ['the first shared one of who owns none', { lastId: null, ownIds: [] }, neighbour],
])('home is %s', (_, kept, expected) => {
  expect(chooseHomeLocation(nodes, kept)).toBe(expected)
})

test('without a location there is no home', () => {
  expect(chooseHomeLocation([], { lastId: 1, ownIds: [1] })).toBeNull()
})
