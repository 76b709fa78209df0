import { expect, test } from 'vitest'
import { compareWithNeighbours, fewestNeighbours, shareOfUsual } from './compare-plants.ts'

const days = (count: number, energy = 1000, read = 24) =>
  Array.from({ length: count }, () => ({ energy, read }))

test('a day is a share of the own mean day, whatever the size of the plant', () => {
  expect(shareOfUsual({ day: { energy: 250, read: 24 }, before: days(10) })).toBe(0.25)
  expect(shareOfUsual({ day: { energy: 25, read: 24 }, before: days(10, 100) })).toBe(0.25)
})

test('nothing is said of a day that was not read, hardly read, or has too few days before it', () => {
  const day = { energy: 1000, read: 24 }
  expect(shareOfUsual({ day: null, before: days(10) })).toBeNull()
  expect(shareOfUsual({ day, before: days(9) })).toBeNull()
  expect(shareOfUsual({ day: { energy: 400, read: 21 }, before: days(10) })).toBeNull()
  expect(shareOfUsual({ day: { energy: 400, read: 22 }, before: days(10) })).toBe(0.4)
  expect(shareOfUsual({ day, before: days(10, 0) })).toBeNull()
})

test('a plant is compared with the median of its neighbours, so that one odd one changes nothing', () => {
  expect(compareWithNeighbours(0.25, [0.5, 0.5, 0.5, 0.5, 9])).toEqual({ percent: 50, compared: 5 })
  expect(compareWithNeighbours(0.25, [0.4, 0.4, 0.4, 0.6, 0.6, 0.6])).toEqual({ percent: 50, compared: 6 })
})

test('too few neighbours, an unknown own day, or a day so dark that nobody makes much say nothing', () => {
  const few = Array.from({ length: fewestNeighbours - 1 }, () => 0.5)
  expect(compareWithNeighbours(0.25, [...few, null])).toEqual({ percent: null, compared: 4 })
  expect(compareWithNeighbours(null, [...few, 0.5]).percent).toBeNull()
  expect(
    compareWithNeighbours(
      0.01,
      [...few, 0.5].map(() => 0.19),
    ).percent,
  ).toBeNull()
  expect(
    compareWithNeighbours(
      0.1,
      [...few, 0.5].map(() => 0.2),
    ).percent,
  ).toBe(50)
})
