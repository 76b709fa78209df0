import { getPosition } from 'suncalc'
import { describe, expect, it } from 'vitest'
import {
  calculateClearSkyGhi,
  calculateCosIncidence,
  calculateExtraterrestrialDni,
  calculateGroundDiffuse,
  calculateIsotropicDiffuse,
} from './irradiance.ts'
import { calculateCellTemperature, calculateDcPower, calculateInverterPower } from './pv-power.ts'

describe('the sun over Golden, Colorado, 2003-10-17 12:30:30 −07:00 (reference case of the NREL algorithm)', () => {
  it('is within 0.02° of the published position', () => {
    const sun = getPosition(new Date('2003-10-17T19:30:30Z'), 39.742476, -105.1786)
    expect(Math.abs(sun.altitude - 39.888378)).toBeLessThan(0.02)
    expect(Math.abs(sun.azimuth - 194.340241)).toBeLessThan(0.02)
  })
})

describe('irradiance', () => {
  it.each([
    [40, 100, 88.30222],
    [40, 40.4615, 35.728402],
    [40, 118.4583, 104.601328],
  ])('distributes a uniform sky over a plane of %d°', (tilt, dhi, expected) => {
    expect(calculateIsotropicDiffuse(tilt, dhi)).toBeCloseTo(expected, 4)
  })

  it('reflects the ground and knows the extraterrestrial irradiance', () => {
    expect(calculateGroundDiffuse(40, 900, 0.25)).toBeCloseTo(26.32, 2)
    expect(calculateExtraterrestrialDni(300)).toBeGreaterThan(1361)
    expect(calculateClearSkyGhi(-0.1)).toBe(0)
    expect(calculateClearSkyGhi(1)).toBeCloseTo(1037, 0)
  })

  it('is one on a plane that faces the sun', () => {
    expect(calculateCosIncidence(30, 180, 60, 180)).toBeCloseTo(1, 12)
    expect(calculateCosIncidence(0, 0, 30, 77)).toBeCloseTo(0.5, 12)
  })
})

describe('power of modules and inverter (published PVWatts and Faiman values)', () => {
  it.each([
    [90, 100, 0.95, 85.585566],
    [50, 100, 0.95, 47.608436],
    [100, 100, 0.95, 95],
  ])('turns %d W of direct current into alternating current', (dcW, limitW, efficiency, expected) => {
    expect(calculateInverterPower(dcW, limitW, efficiency)).toBeCloseTo(expected, 5)
  })

  it('falls with the temperature of the cell', () => {
    expect(calculateDcPower(900, 30, 100, -0.003)).toBeCloseTo(88.65, 10)
    expect(calculateCellTemperature(900, 20, 5)).toBeCloseTo(35.203, 3)
  })
})
