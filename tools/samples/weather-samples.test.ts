import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearSky } from '@ohmstead/optimizer/solar/refine-weather'
import { sunPosition } from '@ohmstead/optimizer/solar/sun-position'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkWeatherSamples } from './weather-samples.ts'

const hourMs = 3_600_000
const place = { latitude: 46.05, longitude: 14.5 }

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weather-'))
  mkdirSync(join(directory, 'solar'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Three clear days in Open-Meteo's format: local times without an offset, light of the hour before. */
function makeForecast({ shiftHours = 0, diffuseShare = 0.2 } = {}) {
  const firstMs = Date.UTC(2025, 5, 20, 22)
  const ends = Array.from({ length: 72 }, (_, hour) => firstMs + hour * hourMs)
  const light = ends.map((endMs) =>
    clearSky(sunPosition(endMs + (shiftHours - 0.5) * hourMs, place).apparentZenith),
  )
  return {
    ...place,
    elevation: 298,
    utc_offset_seconds: 7200,
    hourly_units: { time: 'iso8601', wind_speed_10m: 'km/h' },
    hourly: {
      time: ends.map((endMs) => new Date(endMs + 2 * hourMs).toISOString().slice(0, 16)),
      shortwave_radiation: light,
      direct_radiation: light.map((one) => one * 0.8),
      diffuse_radiation: light.map((one) => one * diffuseShare),
      temperature_2m: light.map(() => 20),
      wind_speed_10m: light.map(() => 7.2),
    },
  }
}

const check = (content: unknown) => {
  writeFileSync(join(directory, 'solar', 'openmeteo_made.json'), JSON.stringify(content))
  return checkWeatherSamples(directory)
}

test('a forecast goes through the client as hours by their start, and yields as much as clear days', async () => {
  const { files, problems, notes } = await check(makeForecast())
  expect([files, problems]).toEqual([1, []])
  expect(notes[0]).toMatch(/: 2 days, [5-7]\.\d\d kWh a day from 1 kWp$/)
})

test('light in the dark and light that does not add up are reported', async () => {
  expect((await check(makeForecast({ shiftHours: 4 }))).problems.join('\n')).toContain('W/m² in the dark')
  expect((await check(makeForecast({ diffuseShare: 0.3 }))).problems.join('\n')).toContain(
    'direct and diffuse make',
  )
})

test('an answer without light is no failure, and says what it lacks', async () => {
  const { problems, notes } = await check({ ...place, hourly: { time: [] } })
  expect(problems).toEqual([])
  expect(notes[0]).toContain('no hourly shortwave_radiation')
})
