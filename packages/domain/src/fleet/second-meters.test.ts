import { expect, test } from 'vitest'
import { findSecondMeters } from './second-meters.ts'

/** A kettle that is on in every second step. */
const kettle = (length: number, off = 200, on = 1800) =>
  Array.from({ length }, (_, index) => (index % 2 === 0 ? off : on))

const meter = (key: string, powerW: (number | null)[], registerWh: number[] | null = null) => ({
  ...{ key, powerW, registerWh },
})
const find = (...powers: (number | null)[][]) =>
  findSecondMeters(powers.map((powerW, index) => meter('abcd'[index]!, powerW)))
const found = { seconds: [{ device: 'b', other: 'a', count: 40 }], areAlike: true }
const nothing = { seconds: [], areAlike: false }

test('two meters that see the same changes are one too many', () => {
  expect(find(kettle(41), kettle(41))).toEqual(found)
})

test('every meter but one is named, and nobody is told to keep one that goes', () => {
  const { seconds, areAlike } = find(kettle(41), kettle(41), kettle(41))
  expect(seconds.map(({ device, other }) => device + other)).toEqual(['ba', 'ca'])
  expect(areAlike).toBe(true)
})

test('two of three that measure the same are found, and the third is left alone', () => {
  const { seconds, areAlike } = find(kettle(41), kettle(41, 900, 950), kettle(41))
  expect(seconds).toEqual([{ device: 'c', other: 'a', count: 40 }])
  expect(areAlike).toBe(false)
})

test('of several the one that counts energy stays', () => {
  const meters = [meter('a', kettle(41)), meter('b', kettle(41), [1]), meter('c', kettle(41), [1])]
  expect(findSecondMeters(meters).seconds.map(({ device, other }) => device + other)).toEqual(['ab', 'cb'])
})

test('a meter that is as near to two others that differ is named once', () => {
  const times = (factor: number) => kettle(41).map((value) => value * factor)
  expect(find(times(1), times(1.3), times(1.15)).seconds.map(({ device }) => device)).toEqual(['c'])
})

test('one of the other sign measures the same, and is not one too many', () => {
  const mirrored = kettle(41).map((value) => -value)
  expect(find(kettle(41), mirrored)).toEqual({ seconds: [], areAlike: true })
})

test('one meter is the whole grid', () => {
  expect(find(kettle(41))).toEqual({ seconds: [], areAlike: true })
})

test('eight changes are needed', () => {
  expect(find(kettle(9), kettle(9)).seconds).toHaveLength(1)
  expect(find(kettle(8), kettle(8))).toEqual(nothing)
})

test('what happened where one was not heard of shows nothing', () => {
  const gaps = [...kettle(21), ...kettle(20)].flatMap((value) => [value, null])
  expect(find(gaps, gaps)).toEqual(nothing)
})

test('meters that differ by more than their accuracy measure different parts', () => {
  const more = kettle(41, 0, 400).map((value) => value + 150)
  expect(find(kettle(41, 0, 400), more)).toEqual(nothing)
})

test('a change that only one sees speaks against it, although both show nearly as much', () => {
  const one = [...kettle(41, 200, 5000), ...kettle(6, 5000, 5900)]
  const other = [...kettle(41, 200, 5000), ...kettle(6, 5000, 5000)]
  expect(find(one, other)).toEqual(nothing)
})

test('one difference in twenty changes is forgiven, two are not', () => {
  const strange = (times: number) => Array.from({ length: times }, () => [null, 900, null]).flat()
  const other = (times: number) => Array.from({ length: times }, () => [null, 0, null]).flat()
  const [one, two] = [kettle(21), kettle(21)]
  expect(find([...one, ...strange(1)], [...two, ...other(1)]).seconds).toHaveLength(1)
  expect(find([...one, ...strange(2)], [...two, ...other(2)])).toEqual(nothing)
})
