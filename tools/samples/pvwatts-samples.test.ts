import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { estimateSolarYield, type Weather } from '@ohmstead/optimizer/solar/estimate-solar-yield'
import { clearSky } from '@ohmstead/optimizer/solar/refine-weather'
import { sunPosition } from '@ohmstead/optimizer/solar/sun-position'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkPvwattsSamples } from './pvwatts-samples.ts'
import { parsePvwatts } from './read-pvwatts.ts'

const hourMs = 3_600_000
const hours = 8760
const place = { latitude: 46.05, longitude: -121.5 }
const firstStartMs = Date.UTC(2019, 0, 1, 8)

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pvwatts-'))
  mkdirSync(join(directory, 'solar'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function makeWeather(): Weather {
  const sines = Float64Array.from({ length: hours }, (_, hour) => {
    const { apparentZenith } = sunPosition(firstStartMs + (hour + 0.5) * hourMs, place)
    return Math.cos((apparentZenith * Math.PI) / 180)
  })
  const clear = sines.map((sine) => clearSky((Math.acos(sine) * 180) / Math.PI))
  const diffuseWm2 = clear.map((one) => Math.round(one / 5))
  const directWm2 = clear.map((one, hour) =>
    sines[hour]! > 0.05 ? Math.round((0.8 * one) / sines[hour]!) : 0,
  )
  return {
    firstStartMs,
    stepHours: 1,
    sunAt: 'lit',
    diffuseWm2,
    directWm2,
    globalWm2: diffuseWm2.map((one, hour) => one + directWm2[hour]! * Math.max(sines[hour]!, 0)),
    airC: Float64Array.from({ length: hours }, (_, hour) =>
      Math.round(12 - 12 * Math.cos((hour / hours) * 2 * Math.PI)),
    ),
    windMs: new Float64Array(hours).fill(2),
  }
}

const weather = makeWeather()

const found = estimateSolarYield(weather, place, {
  plane: { tilt: 20, azimuth: 170 },
  peakW: 4000,
  inverterLimitW: 4000 / 1.2 / 0.96,
  inverterEfficiency: 0.96,
  losses: 0.1408,
  albedo: 0.2,
  mounting: 'closeToRoof',
  temperatureModel: 'fuentes',
})

/** An export in the site's format, produced by our own chain; `scale` changes its yield. */
function makeExport({ scale = 1, moduleType = 'Standard', arrayType = 'Fixed (roof mount)' } = {}): string {
  const at = (hour: number) => new Date(Date.UTC(2019, 0, 1) + hour * hourMs)
  const three = (value: number) => Number((value * scale).toFixed(3))
  const rows = Array.from({ length: hours }, (_, hour) =>
    [
      at(hour).getUTCMonth() + 1,
      at(hour).getUTCDate(),
      at(hour).getUTCHours(),
      weather.directWm2[hour],
      weather.diffuseWm2[hour],
      weather.airC[hour],
      weather.windMs[hour],
      three(found.planeWm2[hour]!),
      found.cellC[hour]!.toFixed(3),
      three(found.dcW[hour]!),
      three(found.acW[hour]!),
    ].join(','),
  )
  const total = (values: Float64Array) => (scale * values.reduce((sum, one) => sum + one, 0)).toFixed(3)
  return [
    'PVWatts: Hourly PV Performance Data,,,,,,,,,,',
    'Location:,"Lat, Lon: 46.05, -121.5",,,,,,,,,',
    'Lat (deg N):,46.05,,,,,,,,,',
    'Long (deg W):,121.5,,,,,,,,,',
    'DC System Size (kW):,4,,,,,,,,,',
    `Module Type:,${moduleType},,,,,,,,,`,
    `Array Type:,${arrayType},,,,,,,,,`,
    'Array Tilt (deg):,20,,,,,,,,,',
    'Array Azimuth (deg):,170,,,,,,,,,',
    'System Losses:,14.08,,,,,,,,,',
    'Invert Efficiency:,96,,,,,,,,,',
    'DC to AC Size Ratio:,1.2,,,,,,,,,',
    ',,,,,,,,,,',
    'Month,Day,Hour,Beam Irradiance (W/m^2),Diffuse Irradiance (W/m^2),Ambient Temperature (C),Wind Speed (m/s),Plane of Array Irradiance (W/m^2),Cell Temperature (C),DC Array Output (W),AC System Output (W)',
    ...rows,
    `Totals, , ,1,1,1,1,1,1,${total(found.dcW)},${total(found.acW)}`,
    '',
  ].join('\r\n')
}

const put = (name: string, content: string | Uint8Array) =>
  writeFileSync(join(directory, 'solar', name), content)

test('an export is read with its place, plant and sums', () => {
  const year = parsePvwatts(makeExport())
  expect(year).toMatchObject({
    place: { latitude: 46.05, longitude: -121.5 },
    sizeW: 4000,
    arrayType: 'Fixed (roof mount)',
    tilt: 20,
    azimuth: 170,
    losses: 0.1408,
    inverterEfficiency: 0.96,
    sizeRatio: 1.2,
    hasAlbedo: false,
  })
  expect(parsePvwatts(makeExport().replace('W):,121.5', 'W):,-121.5')).place.longitude).toBe(-121.5)
  expect(year.dcW.length).toBe(hours)
  expect(year.dcW.reduce((sum, one) => sum + one, 0)).toBeCloseTo(year.totals!.dcWh, 0)
  expect(() => parsePvwatts('nothing')).toThrow('no row of columns')
  expect(() => parsePvwatts(makeExport().replace('System Losses:,14.08', ','))).toThrow('system losses')
})

test('a year that follows from its weather passes, packed or not, whatever its time zone', () => {
  put('pvwatts_year.csv', makeExport())
  put('pvwatts_packed.csv.gz', gzipSync(makeExport()))
  put('denver.csv', makeExport())
  put('another.csv', 'time,kW\r\n')
  const { files, problems, notes } = checkPvwattsSamples(directory)
  expect([files, problems]).toEqual([3, []])
  expect(notes.filter((note) => note.includes('alternating current of the year'))).toHaveLength(3)
})

test("a yield that differs from the weather's, a lost hour and another inverter are reported", () => {
  put('pvwatts_more.csv', makeExport({ scale: 1.003 }))
  expect(checkPvwattsSamples(directory).problems.join('\n')).toMatch(
    /direct current of the year.*-0\.2\d\d %/,
  )
  put('pvwatts_more.csv', makeExport().replace('\r\n7,10,12,', '\r\n#'))
  expect(checkPvwattsSamples(directory).problems.join('\n')).toContain('8759 hours, not 8760')
  put('pvwatts_more.csv', makeExport().replace('Invert Efficiency:,96', 'Invert Efficiency:,95'))
  expect(checkPvwattsSamples(directory).problems.join('\n')).toContain('off the curve over its DC')
})

test('unmodelled features are named, and the inverter is checked all the same', () => {
  put('pvwatts_track.csv', makeExport({ arrayType: '1-Axis Tracking' }))
  put('pvwatts_premium.csv', makeExport({ moduleType: 'Premium' }))
  const { problems, notes } = checkPvwattsSamples(directory)
  expect(problems).toEqual([])
  expect(notes.join('\n')).toContain('the coated glass of Premium modules')
  expect(notes.join('\n')).toContain('follows the sun (1-Axis Tracking)')
})
