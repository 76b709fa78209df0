import { expect, test } from 'vitest'
import { findDaysSoFar } from './so-far.ts'

const year = { from: '2025-06-01', to: '2026-05-31' }
const reach = { from: '2026-03-01', to: '2026-05-30', read_since: '2026-03-01' }

test('a partly imported year is described by the months imported so far', () => {
  expect(findDaysSoFar(year, reach)).toEqual({ from: '2026-03-01', to: '2026-05-30' })
  expect(findDaysSoFar({ ...year, to: '2026-04-10' }, reach)).toEqual({
    from: '2026-03-01',
    to: '2026-04-10',
  })
})

test('days that are already imported count as complete, even if older ones are still to come', () => {
  expect(findDaysSoFar({ from: '2026-03-01', to: '2026-05-31' }, reach)).toBe(null)
  expect(findDaysSoFar(year, { ...reach, read_since: null })).toBe(null)
})

test('a range without any imported day is not "so far"', () => {
  expect(findDaysSoFar({ from: '2025-06-01', to: '2025-12-31' }, reach)).toBe(null)
  expect(findDaysSoFar(year, { from: null, to: null, read_since: '2026-06-01' })).toBe(null)
})

test('days from an earlier file do not count as read from the portal', () => {
  expect(findDaysSoFar(year, { ...reach, from: '2025-01-01' })).toEqual({
    from: '2026-03-01',
    to: '2026-05-30',
  })
})
