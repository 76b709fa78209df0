import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listMarketDays, marketTimeZone, quarterHoursFrom } from '@ohmstead/pricing/spot/market-day'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** The model publishes tomorrow at this hour of the market's clock, as the auction does. */
const publishedHour = 13

/** A number between 0 and 1 that is always the same for a zone and a number. */
function chance(zone: number, number: number): number {
  return Math.abs((Math.sin(number * 127.1 + zone * 311.7) * 43_758.5453) % 1)
}

const zoneNumber = (code: string) => [...code].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 997, 7)

/** A hill around an hour of the day. */
const hill = (hour: number, middle: number, width: number) => Math.exp(-(((hour - middle) / width) ** 2))

/** EUR/MWh: mornings and evenings are dear, and the sun of summer takes noon below zero, most of all on Sundays. */
function priceAt(zone: number, atMs: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(marketTimeZone)
  const hour = local.hour + local.minute / 60
  const summer = 0.5 - 0.5 * Math.cos(((local.dayOfYear - 10) / 365) * 2 * Math.PI)
  const day = Math.floor(atMs / dayMs)
  const sun = (0.35 + 0.65 * chance(zone, day)) * (0.25 + 0.75 * summer)
  const demand = local.dayOfWeek >= 6 ? 0.8 : 1
  const level = 88 + 14 * chance(zone, 0.5) - 22 * summer + 24 * (chance(zone, day + 0.25) - 0.5)
  const shape = 38 * hill(hour, 7.75, 1.6) + 62 * hill(hour, 19.25 + summer, 2) - 26 * hill(hour, 3.5, 2.6)
  const noon = 125 * sun * hill(hour, 13, 2.9)
  const flicker = 7 * (chance(zone, Math.floor(atMs / 900_000) + 0.125) - 0.5)
  return Math.round((level * demand + shape * demand - noon + flicker) * 100) / 100
}

const unitMs = (day: string) => (day < quarterHoursFrom ? hourMs : hourMs / 4)

function isMarketDay(text: string): boolean {
  try {
    return /^20\d\d-\d\d-\d\d$/.test(text) && Temporal.PlainDate.from(text, { overflow: 'reject' }).year > 0
  } catch {
    return false
  }
}

/**
 * A server with the interface of Energy-Charts on loopback whose prices are made up: always the same for a zone and a time,
 * hours until September 2025 and quarter-hours from then on, tomorrow's from the afternoon.
 */
export async function startModelSpotMarket(clock: {
  now(): number
}): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { searchParams: search } = new URL(request.url ?? '/', 'http://localhost')
    const zone = zoneNumber(search.get('bzn') ?? '')
    const now = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(marketTimeZone)
    const last = now.toPlainDate().add({ days: now.hour >= publishedHour ? 1 : 0 })
    const toDay = [search.get('end') ?? last.toString(), last.toString()].sort()[0]!
    const fromDay = search.get('start') ?? toDay
    // Any page in a browser of this machine can ask, and an error thrown here would end the process.
    if (![fromDay, toDay].every(isMarketDay)) {
      response.writeHead(400).end()
      return
    }
    const starts = listMarketDays(fromDay, toDay, marketTimeZone).flatMap(({ day, startMs, quarterHours }) =>
      Array.from({ length: (quarterHours * 900_000) / unitMs(day) }, (_, at) => startMs + at * unitMs(day)),
    )
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        license_info: '',
        unix_seconds: starts.map((startMs) => startMs / 1000),
        price: starts.map((startMs) => priceAt(zone, startMs)),
        unit: 'EUR / MWh',
        deprecated: false,
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
