import { describe, expect, test } from 'vitest'
import { faimanTemperature, sandiaTemperature } from './cell-temperature.ts'
import { earthPosition } from './earth-position.ts'
import { estimateSolarYield, type SolarPlant, type Weather } from './estimate-solar-yield.ts'
import { fuentesTemperatures } from './fuentes-temperature.ts'
import { glassTransmission } from './glass-transmission.ts'
import {
  extraterrestrial,
  groundReflected,
  hayDaviesSky,
  isotropicSky,
  perezSky,
  relativeAirMass,
} from './plane-irradiance.ts'
import { dcPower, defaultLosses, inverterPower } from './pvwatts-power.ts'
import { clearSky, refineWeather } from './refine-weather.ts'
import { nutation, sunPosition } from './sun-position.ts'

const degree = Math.PI / 180
const golden = { latitude: 39.742476, longitude: -105.1786 }

describe('the position of the sun', () => {
  test('matches the reference calculation (NREL/TP-560-34302) to a few ten-thousandths of a degree', () => {
    const air = { pressureHpa: 820, temperatureC: 11 }
    const sun = sunPosition(Date.UTC(2003, 9, 17, 19, 30, 30), golden, air)
    expect(Math.abs(sun.apparentZenith - 50.111622)).toBeLessThan(1e-4)
    expect(Math.abs(sun.elevation - 39.872046)).toBeLessThan(1e-4)
    expect(Math.abs(sun.apparentElevation - 39.888378)).toBeLessThan(1e-4)
    expect(Math.abs(sun.azimuth - 194.340241)).toBeLessThan(2e-4)
  })

  // Meeus, Astronomical Algorithms, example 25.b; NREL/TP-560-34302, table A5.1.
  test.each([
    [2_448_908.5, 19.907372, -0.000179, 0.99760775],
    [2_452_930.313623, 24.018262, -0.000101, 0.9965423],
  ])('the Earth on day %d stands where published calculations say', (julianDay, longitude, latitude, au) => {
    const earth = earthPosition((julianDay - 2_451_545) / 365_250)
    const turned = ((((earth.longitude / degree) % 360) + 360) % 360) - longitude
    expect(Math.abs(turned)).toBeLessThan(7e-5)
    expect(Math.abs(earth.latitude / degree - latitude)).toBeLessThan(3e-5)
    expect(Math.abs(earth.distanceAu - au)).toBeLessThan(2e-5)
  })

  // The same, example 22.a and table A5.1. Four terms are accurate to half an arc second and a tenth.
  test.each([
    [2_446_895.5, -3.788, 84_396.85],
    [2_452_930.313623, -14.394, 84_385.674],
  ])('its axis on day %d has the published nutation and obliquity', (julianDay, inLongitude, obliquity) => {
    const axis = nutation((julianDay - 2_451_545) / 36_525)
    expect(Math.abs((axis.inLongitude / degree) * 3600 - inLongitude)).toBeLessThan(0.3)
    expect(Math.abs((axis.obliquity / degree) * 3600 - obliquity)).toBeLessThan(0.05)
  })

  // Upper edge at the horizon: 0.8333° below with refraction. A minute is 0.17° to 0.25° at that latitude.
  test.each([
    ['sunrise', Date.UTC(2015, 0, 2, 14, 21, 55)],
    ['sunset', Date.UTC(2015, 0, 2, 23, 47, 43)],
    ['sunrise', Date.UTC(2015, 7, 2, 12, 0, 27)],
  ])('%s comes when the almanac says', (_, atMs) => {
    expect(Math.abs(sunPosition(atMs, golden).elevation + 0.8333)).toBeLessThan(0.01)
  })

  test.each([[Date.UTC(2015, 0, 2, 19, 4, 45)], [Date.UTC(2015, 7, 2, 19, 6, 58)]])(
    'the sun stands in the south when the almanac says',
    (atMs) => {
      expect(Math.abs(sunPosition(atMs, golden).azimuth - 180)).toBeLessThan(0.01)
    },
  )

  test('rises in the east, and stands in the north south of the tropic', () => {
    const ljubljana = { latitude: 46.05, longitude: 14.5 }
    expect(sunPosition(Date.UTC(2025, 2, 20, 5, 30), ljubljana).azimuth).toBeCloseTo(95, -1)
    const noon = sunPosition(Date.UTC(2025, 5, 21, 12), { latitude: -40, longitude: 0 })
    expect(Math.min(noon.azimuth, 360 - noon.azimuth)).toBeLessThan(2)
  })
})

describe('light on a tilted plane (reference values of pvlib)', () => {
  const plane = { tilt: 40, azimuth: 180 }
  const extra = 1321.1656
  const rows = [
    {
      zenith: 82.8546,
      azimuth: 66.7141,
      direct: 316.1949,
      diffuse: 40.4615,
      isotropic: 35.728402,
      hay: 27.1775,
    },
    {
      zenith: 10.5641,
      azimuth: 144.7658,
      direct: 939.9547,
      diffuse: 118.4583,
      isotropic: 104.601328,
      hay: 102.9949,
    },
    {
      zenith: 72.4169,
      azimuth: 287.041,
      direct: 646.2289,
      diffuse: 62.0338,
      isotropic: 54.777191,
      hay: 33.1909,
    },
  ]

  test.each(rows)('zenith $zenith°: isotropic and by Hay and Davies', (row) => {
    expect(isotropicSky(row.diffuse, 40)).toBeCloseTo(row.isotropic, 4)
    expect(hayDaviesSky(row.diffuse, row.direct, extra, row, plane)).toBeCloseTo(row.hay, 3)
  })

  test.each([
    [rows[0]!, 31.46046871],
    [rows[2]!, 45.45539877],
  ])('by Perez, within the air mass that the reference rounds (2 in 10,000)', (row, wanted) => {
    const found = perezSky(row.diffuse, row.direct, extra, row, plane)
    expect(Math.abs(found / wanted - 1)).toBeLessThan(2e-4)
  })

  test('at night, and from the ground', () => {
    expect(perezSky(0, 0, extra, { zenith: 124, azimuth: 352 }, plane)).toBe(0)
    expect(isotropicSky(100, 40)).toBeCloseTo(88.30222, 5)
    expect(groundReflected(900, 0.25, 40)).toBeCloseTo(26.32, 4)
    expect(relativeAirMass(91)).toBe(null)
    expect(relativeAirMass(0)).toBeCloseTo(1, 3)
    expect(extraterrestrial(175)).toBeCloseTo(1321.2, 0)
  })
})

describe('glass, temperature and power (reference values of pvlib)', () => {
  test.each([
    [0, 1],
    [22.5, 0.99926198],
    [45, 0.98797788],
    [67.5, 0.8893998],
    [90, 0],
    [120, 0],
  ])('at %f° the glass lets %f through', (incidence, share) => {
    expect(glassTransmission(incidence)).toBeCloseTo(share, 7)
  })

  test('cells at 900 W/m², 20 °C and 5 m/s', () => {
    const { moduleC, cellC } = sandiaTemperature(900, 20, 5, 'openRack')
    expect([moduleC.toFixed(3), cellC.toFixed(3)]).toEqual(['40.809', '43.509'])
    expect(faimanTemperature(900, 20, 5)).toBeCloseTo(35.203, 3)
  })

  test('modules and inverter', () => {
    expect(dcPower(900, 30, 100, -0.003)).toBeCloseTo(88.65, 10)
    expect(defaultLosses * 100).toBeCloseTo(14.0757, 4)
    expect(inverterPower(90, 100, 0.95)).toBeCloseTo(85.585566, 6)
    expect(inverterPower(50, 100, 0.95)).toBeCloseTo(47.608436, 6)
    expect(inverterPower(100, 100, 0.95)).toBe(95)
    expect([inverterPower(0, 100, 0.95), inverterPower(0.1, 100, 0.95)]).toEqual([0, 0])
  })
})

describe('temperature with thermal mass', () => {
  // By definition 800 W/m², 20 °C and 1 m/s at the module give the installed nominal temperature.
  test.each([45, 49])('settles at its nominal %i °C in nominal conditions', (installedNominalC) => {
    const steps = 48
    const wind = (9.144 / 5) ** 0.2
    const found = fuentesTemperatures(
      new Float64Array(steps).fill(800),
      new Float64Array(steps).fill(20),
      new Float64Array(steps).fill(wind),
      { installedNominalC, stepHours: 1 },
    )
    expect(found[steps - 1]).toBeCloseTo(installedNominalC, 1)
  })

  test('lags behind the sun, and at night falls below the air', () => {
    const sun = Float64Array.from({ length: 40 }, (_, step) => (step < 4 ? 800 : 0))
    const found = fuentesTemperatures(sun, new Float64Array(40).fill(20), new Float64Array(40).fill(1), {
      installedNominalC: 45,
      stepHours: 0.05,
    })
    expect(found[0]!).toBeLessThan(found[3]!)
    expect(found[4]!).toBeGreaterThan(found[8]!)
    expect(found[39]!).toBeLessThan(20)
  })
})

describe('the yield of a plant', () => {
  const place = { latitude: 46.05, longitude: 14.5 }
  const firstStartMs = Date.UTC(2025, 5, 21)
  const steps = 48
  /** Two clear days: the light of a clear sky, a seventh of it diffuse. */
  const clearDays = (): Weather => {
    const zeniths = Float64Array.from(
      { length: steps },
      (_, step) => sunPosition(firstStartMs + (step + 0.5) * 3_600_000, place).apparentZenith,
    )
    const globalWm2 = zeniths.map(clearSky)
    const diffuseWm2 = globalWm2.map((one) => one / 7)
    const directWm2 = globalWm2.map((one, step) => {
      const cosine = Math.cos((zeniths[step]! * Math.PI) / 180)
      return cosine > 0.02 ? (one * 6) / 7 / cosine : 0
    })
    const constant = (value: number) => new Float64Array(steps).fill(value)
    return {
      firstStartMs,
      stepHours: 1,
      globalWm2,
      directWm2,
      diffuseWm2,
      airC: constant(20),
      windMs: constant(2),
    }
  }
  const plant: SolarPlant = { plane: { tilt: 30, azimuth: 180 }, peakW: 5000 }

  test('is proportional to its size and zero at night', () => {
    const one = estimateSolarYield(clearDays(), place, plant)
    const twice = estimateSolarYield(clearDays(), place, { ...plant, peakW: 10_000 })
    expect(twice.totalKwh).toBeCloseTo(2 * one.totalKwh, 9)
    expect([one.acW[0], one.dcW[0]]).toEqual([0, 0])
    expect(one.totalKwh / 2).toBeGreaterThan(25)
    expect(one.totalKwh / 2).toBeLessThan(40)
  })

  test('is highest towards the south, and the same east and west around noon', () => {
    const towards = (azimuth: number) =>
      estimateSolarYield(clearDays(), place, { ...plant, plane: { tilt: 30, azimuth } }).totalKwh
    expect(towards(180)).toBeGreaterThan(towards(90))
    expect(towards(180)).toBeGreaterThan(towards(0))
    expect(towards(90) / towards(270)).toBeCloseTo(1, 1)
  })

  test('is clipped if the inverter is small, and lower on a hot roof', () => {
    const small = estimateSolarYield(clearDays(), place, { ...plant, inverterLimitW: 2000 })
    expect(Math.max(...small.acW)).toBeCloseTo(2000 * 0.96, 9)
    const roof = estimateSolarYield(clearDays(), place, { ...plant, mounting: 'closeToRoof' })
    expect(roof.totalKwh).toBeLessThan(estimateSolarYield(clearDays(), place, plant).totalKwh)
    const lagging = estimateSolarYield(clearDays(), place, { ...plant, temperatureModel: 'fuentes' })
    expect(lagging.totalKwh / small.totalKwh).toBeGreaterThan(1)
  })

  test('refined to quarter-hours keeps the light of every hour, and shows peaks that hours hide', () => {
    const hours = clearDays()
    hours.globalWm2[12] = 200
    const quarters = refineWeather(hours, place, 4)
    expect(quarters.globalWm2.length).toBe(4 * steps)
    hours.globalWm2.forEach((wanted, step) => {
      const four = quarters.globalWm2.slice(4 * step, 4 * step + 4)
      expect(four.reduce((sum, one) => sum + one, 0) / 4).toBeCloseTo(wanted, 9)
    })
    expect(Math.max(...quarters.globalWm2)).toBeGreaterThan(Math.max(...hours.globalWm2))
    const [coarse, fine] = [hours, quarters].map((one) => estimateSolarYield(one, place, plant).totalKwh)
    expect(Math.abs(coarse! / fine! - 1)).toBeLessThan(0.05)
  })
})
