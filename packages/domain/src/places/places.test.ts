import { expect, test } from 'vitest'
import { biddingZones, biddingZonesOf, findBiddingZone } from './bidding-zones.ts'
import { isTimeZone, timeZonesOf } from './time-zones.ts'
import { findZonePosition } from './zone-positions.ts'

test('every country of a price region has at least one valid time zone', () => {
  for (const country of new Set(biddingZones.flatMap((zone) => zone.countries))) {
    expect(timeZonesOf(country).length, country).toBeGreaterThan(0)
    for (const zone of timeZonesOf(country)) expect(isTimeZone(zone), zone).toBe(true)
  }
})

test('where each of these time zones lies is known', () => {
  for (const country of new Set(biddingZones.flatMap((zone) => zone.countries)))
    for (const zone of timeZonesOf(country)) expect(findZonePosition(zone), zone).not.toBeNull()
  expect(findZonePosition('Europe/Ljubljana')).toMatchObject({ latitude: 46, longitude: 14.5 })
  expect(findZonePosition('Etc/UTC')).toBeNull()
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

const eicCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-'

/** The last character of an Energy Identification Code, by the others. */
function checkCharacter(eic: string): string {
  const sum = [...eic.slice(0, 15)].reduce((all, one, at) => all + eicCharacters.indexOf(one) * (16 - at), 0)
  return eicCharacters[36 - ((sum + 36) % 37)]!
}

test('every region has an identification code with a valid check character, and a time zone', () => {
  expect(biddingZones).toHaveLength(54)
  expect(new Set(biddingZones.map(({ eic }) => eic)).size).toBe(54)
  for (const { eic, timeZone } of biddingZones) {
    expect(eic).toMatch(/^[0-9A-Z-]{16}$/)
    expect(checkCharacter(eic), eic).toBe(eic[15])
    expect(isTimeZone(timeZone), timeZone).toBe(true)
  }
})

test('what may be shown to anybody is a part of what Energy-Charts has', () => {
  expect(findBiddingZone('SI')).toMatchObject({ eic: '10YSI-ELES-----O', isCcBy: true, isCoupled: true })
  expect(biddingZones.filter(({ isCcBy }) => isCcBy)).toHaveLength(15)
  expect(biddingZones.every(({ isCcBy, energyCharts }) => !isCcBy || energyCharts !== null)).toBe(true)
  expect(biddingZones.filter(({ hasPrices }) => !hasPrices).map(({ code }) => code)).toEqual([
    ...['CY', 'GE', 'MT', 'TR', 'XK'],
  ])
  expect(findBiddingZone('XX')).toBeUndefined()
})
