import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import { startModelWeather } from '../demo/model-weather.ts'
import { createWeatherClient } from './weather-client.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void

let server: TestServer
let client: TestClient
let closeArchive: () => void
let baseUrl: string
const asked: URL[] = []
let answers: Answer[] = []

/** As in Open-Meteo's archive: the radiation at a time is that of the hour before, here the hour's number since 1970. */
const good: Answer = (_, response, url) => {
  const from = Date.parse(url.searchParams.get('start_date')!) / 1000
  const to = Date.parse(url.searchParams.get('end_date')!) / 1000 + 86_400
  const time = Array.from({ length: (to - from) / 3600 }, (_, hour) => from + hour * 3600)
  const number = time.map((seconds) => (seconds / 3600) % 1000)
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      elevation: 298,
      hourly_units: { time: 'unixtime', wind_speed_10m: 'm/s' },
      hourly: {
        time,
        shortwave_radiation: number,
        diffuse_radiation: number.map((value) => value / 2),
        direct_normal_irradiance: number.map((value) => value / 4),
        temperature_2m: number,
        wind_speed_10m: number.map(() => 2),
      },
    }),
  )
}
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end('{"error":true,"reason":"no"}')

beforeAll(async () => {
  const archive = createServer((request, response) => {
    const url = new URL(request.url!, baseUrl)
    asked.push(url)
    ;(answers.shift() ?? good)(request, response, url)
  })
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(archive.address() as AddressInfo).port}`
  closeArchive = () => {
    archive.closeAllConnections()
    archive.close()
  }
  server = await startTestServer({ settings: { weatherUrl: baseUrl, weatherKey: 'key-1' } })
  await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  client = server.client()
  await client.signIn('ana@test.si')
})
afterAll(async () => {
  await server.stop()
  closeArchive()
})
beforeEach(() => {
  asked.length = 0
  answers = []
})

let longitude = 10
/** A different place for each test, so that nothing is cached yet. */
const freshPlace = () => ({ lat: 46.051, lon: ++longitude + 0.512 })
const ask = (query: Record<string, string | number>) => client.call('GET /weather/irradiance', { query })
const clientWith = (more: object = {}) =>
  createWeatherClient({ baseUrl, key: null, now: () => server.clock.time, firstWaitMs: 1, ...more })
const january = (weather = clientWith()) =>
  weather.getHours({ latitude: 46, longitude: 14 }, '2026-01-01', '2026-02-01')

test('an hour is identified by its start: radiation is the mean that the archive gives at its end', async () => {
  const { data } = await ask({ ...freshPlace(), from: '2026-03-28', to: '2026-03-29' })
  expect(data.time).toHaveLength(47)
  expect(data.time[0]).toBe(Date.parse('2026-03-28T00:00:00+01:00') / 1000)
  const number = (data.time[0]! / 3600) % 1000
  expect([data.ghi[0], data.dhi[0], data.dni[0]]).toEqual([number + 1, (number + 1) / 2, (number + 1) / 4])
  expect([data.temperature[0], data.wind[0]]).toEqual([number + 0.5, 2])
  expect(data).toMatchObject({ source: 'open-meteo', latitude: 46.05, elevation_m: 298, step_seconds: 3600 })
  expect(data.attribution?.text).toContain('Open-Meteo')
})

test('a cell of 0.05 degrees is requested by its middle, once for all its places and days', async () => {
  const { lat, lon } = freshPlace()
  await ask({ lat, lon, from: '2025-11-05', to: '2026-02-03' })
  await ask({ lat: lat + 0.02, lon: lon - 0.02, from: '2025-12-01', to: '2026-01-31' })
  expect(asked).toHaveLength(1)
  const { searchParams: search } = asked[0]!
  expect(search.get('latitude')).toBe('46.050')
  expect([search.get('start_date'), search.get('end_date')]).toEqual(['2025-11-01', '2026-03-01'])
  expect([search.get('timeformat'), search.get('timezone'), search.get('apikey')]).toEqual([
    'unixtime',
    'GMT',
    'key-1',
  ])
  await ask({ lat, lon, from: '2025-10-20', to: '2025-12-01' })
  expect([asked[1]!.searchParams.get('start_date'), asked[1]!.searchParams.get('end_date')]).toEqual([
    '2025-10-01',
    '2025-11-01',
  ])
})

test('an incomplete month is null where nothing is known, and requested again after hours', async () => {
  const place = freshPlace()
  const range = { from: '2026-05-30', to: '2026-06-01' }
  const { data } = await ask({ ...place, ...range })
  expect(asked[0]!.searchParams.get('end_date')).toBe('2026-06-01')
  expect(data.ghi.at(-1)).not.toBeNull()
  await ask({ ...place, ...range })
  expect(asked).toHaveLength(1)
  server.clock.time += 7 * 3_600_000
  await ask({ ...place, ...range })
  expect(asked).toHaveLength(2)
  server.clock.time -= 7 * 3_600_000
})

test('values unknown to the archive stay unknown', async () => {
  answers = [
    (request, response, url) => {
      const end = response.end.bind(response)
      const forget = (text: string) => {
        const answer = JSON.parse(text)
        answer.hourly.temperature_2m.fill(null)
        answer.hourly.wind_speed_10m = []
        return end(JSON.stringify(answer))
      }
      response.end = forget as typeof response.end
      good(request, response, url)
    },
  ]
  const { data } = await ask({ ...freshPlace(), from: '2026-01-01', to: '2026-01-01' })
  expect(data.temperature).toEqual(Array(24).fill(null))
  expect(data.wind).toEqual(Array(24).fill(null))
  expect(data.ghi).toEqual(Array(24).fill(expect.any(Number)))
})

test('a busy or failing archive is retried, and then reported', async () => {
  answers = [status(429, { 'retry-after': '0' }), status(500), good]
  expect((await january()).globalWm2).toHaveLength(744)
  answers = [status(503), status(502), status(500)]
  await expect(january()).rejects.toMatchObject({ code: 'weather_unavailable' })
  answers = [status(429, { 'retry-after': '3600' })]
  await expect(january()).rejects.toMatchObject({ code: 'weather_busy' })
  expect(asked).toHaveLength(7)
  answers = [status(400)]
  expect((await ask({ ...freshPlace(), from: '2026-01-01', to: '2026-01-02' })).error?.code).toBe(
    'weather_unavailable',
  )
  expect(asked).toHaveLength(8)
})

test('a truncated answer is requested again; one of another format or origin is refused', async () => {
  const partial: Answer = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"hourly":{"time":[17')
    response.destroy()
  }
  answers = [partial, (_, response) => response.end('{"hourly":{"time":[17'), good]
  expect((await january()).globalWm2).toHaveLength(744)
  answers = [(_, response) => response.end('{"hourly":{"time":["2026-01-01T00:00"]}}')]
  await expect(january()).rejects.toMatchObject({ code: 'weather_unavailable' })
  answers = [
    status(302, { location: 'http://127.0.0.1:9/' }),
    status(302, { location: '/' }),
    status(302, { location: '/' }),
  ]
  await expect(january()).rejects.toMatchObject({ code: 'weather_unavailable' })
})

test('a silent archive is given up in time', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  // An abandoned request may have reached the archive or not: attempts are counted where they are made.
  const tries = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => {
    tries.mockRestore()
    silent.closeAllConnections()
    silent.close()
  })
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const weather = clientWith({ baseUrl: silentUrl, timeoutMs: 20, tries: 2 })
  await expect(january(weather)).rejects.toMatchObject({ code: 'weather_unavailable' })
  expect(tries).toHaveBeenCalledTimes(2)
})

test('invalid questions are refused', async () => {
  const place = freshPlace()
  const range = { from: '2026-01-01', to: '2026-01-02' }
  expect((await ask({ ...place, ...range, lat: 91 })).error?.fields).toEqual({ lat: 'max_value' })
  expect((await ask({ ...place, from: '2026-01-03', to: '2026-01-02' })).error?.fields).toEqual({
    to: 'range_reversed',
  })
  expect((await ask({ ...place, from: '2026-01-03', to: '2026-06-02' })).error?.fields).toEqual({
    to: 'future_date',
  })
  expect(
    (await server.client().call('GET /weather/irradiance', { query: { ...place, ...range } })).status,
  ).toBe(401)
  expect(asked).toEqual([])
})

test("the demo's model answers in the archive's form: dark nights, a plausible year, the same every time", async () => {
  const model = await startModelWeather()
  const weather = createWeatherClient({
    baseUrl: model.url,
    key: null,
    source: 'modelled',
    now: () => server.clock.time,
  })
  const year = () => weather.getHours({ latitude: 46.05, longitude: 14.5 }, '2025-01-01', '2026-01-01')
  const found = await year()
  const sum = found.globalWm2.reduce<number>((all, value) => all + value!, 0) / 1000
  // Measured years of Ljubljana lie between 1,150 and 1,350 kWh/m².
  expect(sum).toBeGreaterThan(1050)
  expect(sum).toBeLessThan(1400)
  expect(found.globalWm2[23]).toBe(0)
  for (const [hour, globalWm2] of found.globalWm2.entries())
    expect(found.diffuseWm2[hour]).toBeLessThanOrEqual(globalWm2!)
  expect(await year()).toEqual(found)
  await model.close()
})
