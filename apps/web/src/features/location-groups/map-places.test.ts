import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPlaceAt, isSamePicture, joinPulse, projectPlaces, type Sight } from './map-places.ts'

const map = {
  ids: [1, 2, 3],
  latitudes: [46.05, 46.05, 46.55],
  longitudes: [14.5, 14.5, 15.65],
}
const pulse = { ids: [2, 1], states: ['alarm', 'live'] as ('alarm' | 'live')[], grid: [null, -1200] }
const sight: Sight = { scale: 256 * 2 ** 10, left: 0, top: 0 }
const at = (index: number) => {
  const { x, y } = projectPlaces(map)
  return { x: x[index]! * sight.scale, y: y[index]! * sight.scale }
}

test('the projection is that of web maps: the equator in the middle, the north at the top', () => {
  const { x, y } = projectPlaces({ latitudes: [0, 85.05112878, 90, -90], longitudes: [0, -180, 180, 0] })
  expect([...x]).toEqual([0.5, 0, 1, 0.5])
  expect(y[0]).toBeCloseTo(0.5, 12)
  expect(y[1]).toBeCloseTo(0, 6)
  expect(y[2]).toBeCloseTo(0, 6)
  expect(y[3]).toBeCloseTo(1, 6)
})

test('each place has the state of its own id, whatever the order, and none before the pulse knows it', () => {
  const places = joinPulse(map, projectPlaces(map), pulse, null)
  expect(places.states).toEqual(['live', 'alarm', null])
  expect(places.grid).toEqual([-1200, null, null])
  expect(joinPulse(map, projectPlaces(map), undefined, null).states).toEqual([null, null, null])
})

test('a picture is the same until a state, a filter or a place changes', () => {
  const projected = projectPlaces(map)
  const places = joinPulse(map, projected, pulse, null)
  const others = { ...pulse, grid: [500, null] }
  expect(isSamePicture(places, joinPulse(map, projected, others, null))).toBe(true)
  const ended = { ...pulse, states: ['live', 'live'] as const }
  expect(
    isSamePicture(places, joinPulse(map, projected, { ...ended, states: [...ended.states] }, null)),
  ).toBe(false)
  expect(isSamePicture(places, joinPulse(map, projected, pulse, 'alarm'))).toBe(false)
  expect(isSamePicture(places, joinPulse(map, projectPlaces(map), pulse, null))).toBe(false)
})

test('trouble lies on top: of two at one place the alarm is drawn last and is found', () => {
  const places = joinPulse(map, projectPlaces(map), pulse, null)
  expect(places.order.at(-1)).toBe(1)
  expect(findPlaceAt(places, sight, at(0))).toBe(1)
})

test('a filter hides the others, also from the pointer', () => {
  const places = joinPulse(map, projectPlaces(map), pulse, 'live')
  expect([...places.order]).toEqual([0])
  expect(findPlaceAt(places, sight, at(2))).toBeNull()
})

test('nothing is found out of reach of the pointer', () => {
  const places = joinPulse(map, projectPlaces(map), pulse, null)
  const { x, y } = at(2)
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      fc.integer({ min: 0, max: 24 }),
      (angle, far) => {
        const found = findPlaceAt(places, sight, {
          x: x + far * Math.cos(angle),
          y: y + far * Math.sin(angle),
        })
        expect(found).toBe(far <= 11 ? 2 : far >= 13 ? null : found)
      },
    ),
  )
})
