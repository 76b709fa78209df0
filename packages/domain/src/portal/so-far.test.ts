import { expect, test } from 'vitest'
import { findDaysSoFar } from './so-far.ts'

const year = { from: '2025-06-01', to: '2026-05-31' }
const reach = { from: '2026-03-01', to: '2026-05-30', read_since: '2026-03-01' }

test('a year of which the last months are read is named by these', () => {
  expect(findDaysSoFar(year, reach)).toEqual({ from: '2026-03-01', to: '2026-05-30' })
  expect(findDaysSoFar({ ...year, to: '2026-04-10' }, reach)).toEqual({
    from: '2026-03-01',
    to: '2026-04-10',
  })
})

test('days that are all read already are whole, whatever is still to come before them', () => {
  expect(findDaysSoFar({ from: '2026-03-01', to: '2026-05-31' }, reach)).toBe(null)
  expect(findDaysSoFar(year, { ...reach, read_since: null })).toBe(null)
})

test('where nothing of the range is read there is nothing so far', () => {
  expect(findDaysSoFar({ from: '2025-06-01', to: '2025-12-31' }, reach)).toBe(null)
  expect(findDaysSoFar(year, { from: null, to: null, read_since: '2026-06-01' })).toBe(null)
})

test('days of a file from before do not count as read from the portal', () => {
  expect(findDaysSoFar(year, { ...reach, from: '2025-01-01' })).toEqual({
    from: '2026-03-01',
    to: '2026-05-30',
  })
})
