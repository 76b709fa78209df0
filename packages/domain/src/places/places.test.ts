import { expect, test } from 'vitest'
import { biddingZones, biddingZonesOf } from './bidding-zones.ts'
import { isTimeZone, timeZonesOf } from './time-zones.ts'

test('every country of a price region has at least one valid time zone', () => {
  for (const country of new Set(biddingZones.flatMap((zone) => zone.countries))) {
    expect(timeZonesOf(country).length, country).toBeGreaterThan(0)
    for (const zone of timeZonesOf(country)) expect(isTimeZone(zone), zone).toBe(true)
  }
})

test('a region code is listed once', () => {
  expect(new Set(biddingZones.map((zone) => zone.code)).size).toBe(biddingZones.length)
})

test('a country may have several regions, and a region several countries', () => {
  expect(biddingZonesOf('SE').map((zone) => zone.code)).toEqual(['SE1', 'SE2', 'SE3', 'SE4'])
  expect(biddingZonesOf('LU').map((zone) => zone.code)).toEqual(['DE-LU'])
  expect(biddingZonesOf('GB').map((zone) => zone.code)).toEqual(['GB', 'IE-SEM'])
  expect(biddingZonesOf('JP')).toEqual([])
})

test.each(['Nowhere/Else', 'CET', '', '+02:00'])('%j is no time zone of a place', (name) => {
  expect(isTimeZone(name)).toBe(false)
})
