import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSecondChargers } from './second-chargers.ts'

type Power = (number | null)[]

/** It charges for half an hour, and rests for another. */
const sessions = (count: number, watts = 11_000, rest: 0 | null = 0): Power =>
  Array.from({ length: count }, () => [0, ...Array<0 | null>(5).fill(rest), ...Array(6).fill(watts)]).flat()
const charger = (key: string, powerW: Power, registerWh: number[] | null = null) => ({
  ...{ key, source: key, powerW, registerWh },
})
const find = (one: Power, other: Power, houseW: Power | null = null) =>
  findSecondChargers([charger('a', one), charger('b', other)], houseW)
/** What a house draws, with these chargers in it. */
const house = (...powers: Power[]) =>
  powers[0]!.map((_, index) => 400 + powers.reduce((sum, power) => sum + (power[index] ?? 0), 0))
const found = (count: number) => [{ device: 'b', other: 'a', count }]

test('a few sessions tell two names of one charger, if the house draws for one', () => {
  const power = sessions(3)
  expect(find(power, power, house(power))).toEqual(found(5))
  expect(find(power, power, house(power, power))).toEqual([])
  expect(find(power, power, house(power.map(() => 0)))).toEqual([])
})

test('without the house more sessions are needed', () => {
  expect(find(sessions(4), sessions(4))).toEqual([])
  expect(find(sessions(5), sessions(5))).toEqual(found(9))
})

test('a station is silent while nobody charges, and is not believed to charge then', () => {
  const silent = sessions(5, 11_000, null)
  expect(find(sessions(5), silent)).toEqual(found(9))
  expect(find(silent, sessions(5))).toEqual(found(9))
})

test('what nobody heard of shows nothing', () => {
  const unheard = sessions(8).map((value, index) => (index % 12 > 7 && index % 12 < 11 ? value : null))
  expect(find(sessions(8), unheard)).toEqual([])
})

test('one session of one of them alone speaks against it', () => {
  expect(find([...sessions(8), ...sessions(1)], [...sessions(8), ...sessions(1, 0)])).toEqual([])
})

test('chargers that only ever rest are not compared', () => {
  expect(find(sessions(9, 900), sessions(9, 900))).toEqual([])
})

test('of three names each one too many is told of once', () => {
  const power = sessions(6)
  const three = ['a', 'b', 'c'].map((key) => charger(key, power, key === 'c' ? [1] : null))
  expect(findSecondChargers(three, null).map(({ device, other }) => device + other)).toEqual(['ba', 'ac'])
})

test('power that follows the sun is told alike by who averages and by who samples', () => {
  const clouds = fc.array(fc.integer({ min: -1500, max: 1500 }), { minLength: 60, maxLength: 60 })
  fc.assert(
    fc.property(clouds, (changes) => {
      const [averaged, sampled]: [Power, Power] = [[], []]
      let level = 6000
      for (const change of changes) {
        const next = Math.min(11_000, Math.max(1400, level + change))
        const minutes = [0, 1, 2, 3, 4].map((minute) => level + ((next - level) * minute) / 5)
        averaged.push(minutes.reduce((sum, value) => sum + value) / 5)
        sampled.push((minutes[1]! + minutes[3]!) / 2 + 20)
        level = next
      }
      const begun = (power: Power): Power => [...sessions(6), ...power]
      const [one, other] = [begun(averaged), begun(sampled)]
      expect(find(one, other, house(one))).toMatchObject([{ device: 'b', other: 'a' }])
      expect(find(one, other, house(one, other))).toEqual([])
    }),
    { numRuns: 50, verbose: 0 },
  )
})
