import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clearSky } from '@ohmstead/optimizer/solar/refine-weather'
import { type Place, sunPosition } from '@ohmstead/optimizer/solar/sun-position'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const degree = Math.PI / 180

/** A number between 0 and 1 that is always the same for a location and a seed. */
function chance(place: Place, number: number): number {
  const mixed = Math.sin(number * 127.1 + Math.round(place.latitude * 20) * 311.7 + place.longitude * 74.7)
  return Math.abs((mixed * 43_758.5453) % 1)
}

/** The share of a clear sky's light that passes the clouds: days change smoothly, hours flicker. */
function cloudsAt(place: Place, atMs: number): number {
  const day = Math.floor(atMs / dayMs)
  const share = (atMs % dayMs) / dayMs
  const [today, tomorrow] = [chance(place, day), chance(place, day + 1)]
  const weather = today + (tomorrow - today) * share
  const flicker = (chance(place, Math.floor(atMs / hourMs) + 0.5) - 0.5) * 0.3
  return Math.min(Math.max(0.25 + 0.9 * weather + flicker, 0.12), 1.02)
}

/** The diffuse share of light by clearness of the sky (Erbs, simplified to clear-sky light). */
const diffuseShare = (clearness: number) =>
  clearness < 0.25 ? 0.98 : clearness > 1 ? 0.15 : 0.98 - 0.83 * ((clearness - 0.25) / 0.75) ** 1.4

function weatherAt(place: Place, atMs: number) {
  const zenith = sunPosition(atMs, place).apparentZenith
  const clouds = cloudsAt(place, atMs)
  const globalWm2 = clearSky(zenith) * clouds
  const diffuse = globalWm2 * diffuseShare(clouds)
  const cosine = Math.cos(zenith * degree)
  const direct = cosine > 0.03 ? Math.min((globalWm2 - diffuse) / cosine, 1000) : 0
  const yearShare = (atMs % (365.25 * dayMs)) / (365.25 * dayMs)
  const hour = ((atMs % dayMs) / hourMs + place.longitude / 15 + 24) % 24
  const air =
    10.5 -
    11 * Math.cos((yearShare - 0.05) * 2 * Math.PI) +
    5 * clouds * Math.cos(((hour - 15) / 12) * Math.PI)
  return { globalWm2, diffuse, direct, air, wind: 1 + 2.5 * chance(place, Math.floor(atMs / hourMs) + 0.25) }
}

const parts = 4

/** The mean over the hour before, as the archive gives it. */
function meanBefore(place: Place, endMs: number) {
  const sums = { globalWm2: 0, diffuse: 0, direct: 0 }
  for (let part = 0; part < parts; part++) {
    const one = weatherAt(place, endMs - ((part + 0.5) / parts) * hourMs)
    sums.globalWm2 += one.globalWm2 / parts
    sums.diffuse += one.diffuse / parts
    sums.direct += one.direct / parts
  }
  return sums
}

/** A server with the archive's interface on loopback whose weather is synthetic: always the same for a place and an hour. */
export async function startModelWeather(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { searchParams: search } = new URL(request.url ?? '/', 'http://localhost')
    const place = { latitude: Number(search.get('latitude')), longitude: Number(search.get('longitude')) }
    const fromMs = Date.parse(search.get('start_date') ?? '')
    const hours = (Date.parse(search.get('end_date') ?? '') + dayMs - fromMs) / hourMs
    const times = Array.from({ length: hours }, (_, hour) => fromMs + hour * hourMs)
    const round = (value: number) => Math.round(value * 10) / 10
    const means = times.map((atMs) => meanBefore(place, atMs))
    const instants = times.map((atMs) => weatherAt(place, atMs))
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        ...place,
        elevation: 300,
        utc_offset_seconds: 0,
        timezone: 'GMT',
        hourly_units: { time: 'unixtime', wind_speed_10m: 'm/s' },
        hourly: {
          time: times.map((atMs) => atMs / 1000),
          shortwave_radiation: means.map(({ globalWm2 }) => round(globalWm2)),
          diffuse_radiation: means.map(({ diffuse }) => round(diffuse)),
          direct_normal_irradiance: means.map(({ direct }) => round(direct)),
          temperature_2m: instants.map(({ air }) => round(air)),
          wind_speed_10m: instants.map(({ wind }) => round(wind)),
        },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
