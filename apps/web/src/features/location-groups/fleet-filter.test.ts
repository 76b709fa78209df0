import { expect, test } from 'vitest'
import { readFleetFilter, toFleetSearch } from './fleet-filter.ts'

test('a filter survives the address, and nothing else does', () => {
  const filter = { layout: 'map', state: 'offline', search: 'Brdo 7' } as const
  expect(readFleetFilter(toFleetSearch(filter))).toEqual(filter)
  expect(readFleetFilter({ layout: 'globe', state: 'burning', search: { a: 1 } })).toEqual({
    layout: 'table',
    state: null,
    search: '',
  })
})

test('what is as usual is not in the address', () => {
  expect(toFleetSearch({ layout: 'table', state: null, search: '' })).toEqual({})
})

test('words that are only digits stay words', () => {
  expect(readFleetFilter({ search: 12 }).search).toBe('12')
})
