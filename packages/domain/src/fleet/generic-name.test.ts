import { expect, test } from 'vitest'
import { distinguishGenericName, isGenericText, writeGenericName } from './generic-name.ts'

test('a name has its number only if its hub counts', () => {
  expect(writeGenericName({ kind: 'grid' })).toBe('Grid')
  expect(writeGenericName({ kind: 'charger', number: 1 })).toBe('Charger 1')
})

test('a second device of the same name gets the next free number', () => {
  expect(distinguishGenericName({ kind: 'grid' }, new Set())).toBe('Grid')
  expect(distinguishGenericName({ kind: 'grid' }, new Set(['Grid', 'Grid 2']))).toBe('Grid 3')
  expect(distinguishGenericName({ kind: 'charger', number: 1 }, new Set(['Charger 1']))).toBe('Charger 2')
})

test.each([
  ['PV', true],
  ['PV 2', true],
  ['PV roof', false],
  ['PV2', false],
  ['Roof', false],
])('%s is a generic name: %s', (text, expected) => {
  const texts = { pv: 'PV' } as Parameters<typeof isGenericText>[2]
  expect(isGenericText(text, 'pv', texts)).toBe(expected)
})
