import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaOf, moveByKey, placeAt } from './grid-cursor.ts'

test.each([
  ['ArrowDown', 2, 11],
  ['ArrowUp', 2, 9],
  ['PageDown', 2, 14],
  ['PageUp', 2, 6],
  ['Home', 2, 0],
  ['End', 2, 95],
  ['ArrowRight', 3, 10],
  ['ArrowLeft', 1, 10],
])('%s leads to column %i, quarter-hour %i', (key, column, cell) => {
  expect(moveByKey({ column: 2, cell: 10 }, key, 7)).toEqual({ column, cell })
})

test('other keys lead nowhere, and no key leads out of the week', () => {
  expect(moveByKey({ column: 0, cell: 0 }, 'a', 7)).toBe(null)
  const keys = fc.array(
    fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'ArrowLeft', 'ArrowRight'),
    { maxLength: 300 },
  )
  fc.assert(
    fc.property(keys, fc.constantFrom(7, 8), (pressed, columns) => {
      const place = pressed.reduce((now, key) => moveByKey(now, key, columns)!, { column: 3, cell: 50 })
      expect(place.column >= 0 && place.column < columns && place.cell >= 0 && place.cell < 96).toBe(true)
    }),
  )
})

test('a point is in its quarter-hour, one beside the days in the nearest', () => {
  expect(placeAt(0, 0, 7)).toEqual({ column: 0, cell: 0 })
  expect(placeAt(0.99, 0.5, 8)).toEqual({ column: 7, cell: 48 })
  expect(placeAt(1.2, -3, 7)).toEqual({ column: 6, cell: 0 })
  expect(placeAt(-1, 1, 7)).toEqual({ column: 0, cell: 95 })
})

test('a selection is the same area in either direction, up to 24:00', () => {
  const [one, other] = [
    { column: 4, cell: 95 },
    { column: 1, cell: 80 },
  ]
  const area = { firstColumn: 1, lastColumn: 4, from: 80, to: 96 }
  expect(areaOf({ anchor: one, head: other })).toEqual(area)
  expect(areaOf({ anchor: other, head: one })).toEqual(area)
})
