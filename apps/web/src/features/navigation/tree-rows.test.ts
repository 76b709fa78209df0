import { expect, test } from 'vitest'
import { createNode as node } from '../../testing/create-node.ts'
import { buildTreeRows, findNodePath, markMatches, nodeKey } from './tree-rows.ts'

const home = {
  ...node('location', 5, 'Hiša Kovač', '/companies/1/location-groups/2/locations/5'),
  aliases: ['/locations/5'],
}
const bakery = node('location', 6, 'Pekarna', '/companies/1/location-groups/2/locations/6')
const group = node('location-group', 2, 'Celje', '/companies/1/location-groups/2', [home, bakery])
const company = node('company', 1, 'Zadruga', '/companies/1/location-groups/1', [group])
const battery = node('device', 9, 'Hranilnik', `${home.href}/device-groups/0/devices/9`)
const tree = [company]
const nothing = { expanded: new Set<string>(), branches: new Map(), search: '' }
const titles = (rows: ReturnType<typeof buildTreeRows>) => rows.map((row) => `${row.depth} ${row.node.title}`)

test('shows only the top nodes while nothing is open', () => {
  expect(titles(buildTreeRows(tree, nothing))).toEqual(['0 Zadruga'])
})

test('shows open nodes, with their position among siblings', () => {
  const rows = buildTreeRows(tree, { ...nothing, expanded: new Set([nodeKey(company), nodeKey(group)]) })
  expect(titles(rows)).toEqual(['0 Zadruga', '1 Celje', '2 Hiša Kovač', '2 Pekarna'])
  expect(rows.map(({ position, siblings }) => `${position}/${siblings}`)).toEqual([
    '1/1',
    '1/1',
    '1/2',
    '2/2',
  ])
})

test('an open location shows its devices once they are loaded', () => {
  const state = { ...nothing, expanded: new Set([company, group, home].map(nodeKey)) }
  expect(titles(buildTreeRows(tree, state))).not.toContain('3 Hranilnik')
  expect(titles(buildTreeRows(tree, { ...state, branches: new Map([[5, [battery]]]) }))).toContain(
    '3 Hranilnik',
  )
})

test('a search shows matches in any case, with their path opened', () => {
  expect(titles(buildTreeRows(tree, { ...nothing, search: ' PEK ' }))).toEqual([
    '0 Zadruga',
    '1 Celje',
    '2 Pekarna',
  ])
  expect(buildTreeRows(tree, { ...nothing, search: 'x' })).toEqual([])
})

test.each([
  ['Hiša Kovač', 'kov', ['Hiša ', '[Kov]', 'ač']],
  ['anana', 'an', ['[an]', '[an]', 'a']],
  ['Hiša', 'HIŠA', ['[Hiša]']],
  ['Hiša', '', ['Hiša']],
  ['Hiša', 'x', ['Hiša']],
])('marks in %j the matches of %j', (title, search, expected) => {
  expect(markMatches(title, search).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))).toEqual(
    expected,
  )
})

test.each([
  ['/companies/1/location-groups/2/charts', ['Zadruga', 'Celje']],
  ['/companies/1/location-groups/2/locations/5', ['Zadruga', 'Celje', 'Hiša Kovač']],
  ['/locations/5/charts', ['Zadruga', 'Celje', 'Hiša Kovač']],
  ['/locations/55', []],
  ['/user/settings', []],
])('finds the path to %s', (pathname, expected) => {
  expect(findNodePath(tree, pathname, new Map()).map(({ title }) => title)).toEqual(expected)
})

test('finds a device among the loaded ones', () => {
  const branches = new Map([[5, [battery]]])
  expect(findNodePath(tree, battery.href, branches).at(-1)?.title).toBe('Hranilnik')
})
