import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findOffsets, localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { exportType, importType } from '../portal/client/parse-quarter-hours.ts'
import { addDays, localDay } from '../portal/client/portal-dates.ts'
import { buildDemoDay, type DemoDay } from './demo-load-profile.ts'
import type { DemoPoint } from './demo-points.ts'
import { describePlace, describePoint } from './demo-portal-answers.ts'

export interface DemoReading {
  timestamp: string
  value: string
  readingQualities: { readingQualityType: string }[]
}

export interface DemoRequest {
  path: string
  query: URLSearchParams
  token: string
}

/** Anything but the right answer. `wait` delays it. */
export interface DemoFault {
  status?: number
  headers?: Record<string, string>
  body?: string
  wait?: Promise<void>
}

export interface DemoPortal {
  url: string
  /** The requests, in order. */
  requests: DemoRequest[]
  /** Which tokens give access to which places; a removed token is revoked. */
  tokens: Map<string, readonly string[]>
  /** How far back it has readings. */
  historyDays: number
  /** Called for each request; its result replaces the answer. */
  fault: ((request: DemoRequest) => DemoFault | undefined) | null
  /** Called for each reading of either direction; null omits it. */
  change:
    | ((reading: DemoReading, startMs: number, direction: 'import' | 'export') => DemoReading | null)
    | null
  close(): Promise<void>
}

const mostDays = 35
const firstHour = 6

/**
 * A server on loopback that answers as the national metering portal does, for the demo and for tests: the same paths,
 * shapes, stamps, identifiers and refusals, over generated load profiles. Yesterday is available from six o'clock on.
 */
export async function startDemoPortal({
  clock,
  points,
  tokens,
  findMeteredDay = async () => null,
}: {
  clock: { now(): number }
  points: readonly DemoPoint[]
  tokens: Iterable<readonly [token: string, eimms: readonly string[]]>
  /** The powers of a metering point whose meter is not made up; NaN is not read, null is made up. */
  findMeteredDay?: (eimm: string, day: string, quarters: number) => Promise<DemoDay | null>
}): Promise<DemoPortal> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const portal: DemoPortal = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mojelektro/v1`,
    requests: [],
    tokens: new Map(tokens),
    historyDays: 731,
    fault: null,
    change: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return portal

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', portal.url)
    const asked: DemoRequest = {
      path: decodeURIComponent(url.pathname.replace(/^\/mojelektro\/v1/, '')),
      query: url.searchParams,
      token: String(request.headers['x-api-token'] ?? ''),
    }
    if (portal.requests.length < 10_000) portal.requests.push(asked)
    const fault = portal.fault?.(asked)
    await fault?.wait
    if (fault?.status) {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? refusal('NAPAKA', 'Napaka'))
      return
    }
    const opened = portal.tokens.get(asked.token)
    const { status, body } = opened
      ? await reply(
          asked,
          points.filter(({ eimm }) => opened.includes(eimm)),
        )
      : { status: 401, body: refusal('401', 'Neveljaven žeton') }
    const headers = {
      'content-type': 'application/json',
      'ratelimit-limit': '5',
      'x-ratelimit-limit-second': '5',
    }
    response.writeHead(status, headers).end(body)
  }

  async function reply(
    { path, query }: DemoRequest,
    opened: readonly DemoPoint[],
  ): Promise<{ status: number; body: string }> {
    const [, what = '', name = ''] = path.split('/')
    const good = (value: unknown) => ({ status: 200, body: JSON.stringify(value) })
    const wrong = (field: string, value: string) => ({
      status: 400,
      body: refusal('MP-400', `Vrednost '${value}' je nepričakovana za '${field}'`),
    })
    if (what === 'reading-type')
      return good([
        { oznaka: 'A+', readingType: importType },
        { oznaka: 'A-', readingType: exportType },
      ])
    if (what === 'reading-qualities') return good(qualities)
    if (what === 'merilno-mesto') {
      const point = opened.find(({ eimm }) => eimm === name)
      return point ? good(describePlace(point)) : wrong('EIMM', name)
    }
    if (what === 'merilna-tocka') {
      const point = opened.find(({ pointGsrn }) => pointGsrn === name)
      return point ? good(describePoint(point, localDay(clock.now()))) : wrong('GSRNMT', name)
    }
    if (what !== 'meter-readings') return { status: 404, body: refusal('404', 'Ni najdeno') }
    const usagePoint = query.get('usagePoint') ?? ''
    const point = opened.find(({ eimm, gsrn }) => eimm === usagePoint || gsrn === usagePoint)
    if (!point) return wrong('usagePoint', usagePoint)
    const [fromDay, toDay] = [query.get('startTime') ?? '', query.get('endTime') ?? '']
    if (!(fromDay < toDay) || addDays(fromDay, mostDays) < toDay) return wrong('endTime', toDay)
    return { status: 200, body: await describeReadings(point, fromDay, toDay, query.getAll('option')) }
  }

  /** Serialised directly: millions of readings never become objects. */
  async function describeReadings(
    point: DemoPoint,
    fromDay: string,
    toDay: string,
    options: readonly string[],
  ): Promise<string> {
    const now = clock.now()
    const today = localDay(now)
    const endDay = now >= localMidnightMs(today) + firstHour * 3_600_000 ? today : addDays(today, -1)
    const imports: string[] = []
    const exports: string[] = []
    const first = addDays(today, -Math.min(portal.historyDays, point.meteredDays ?? portal.historyDays))
    for (let day = fromDay > first ? fromDay : first; day < toDay && day < endDay; day = addDays(day, 1)) {
      const startMs = localMidnightMs(day)
      const nextDay = addDays(day, 1)
      const quarters = (localMidnightMs(nextDay) - startMs) / quarterHourMs
      const stamps = stampsOf(day, nextDay, startMs, quarters)
      const metered = await findMeteredDay(point.eimm, day, quarters)
      const { importKw, exportKw } = metered ?? buildDemoDay(point.load, day, quarters)
      for (let at = 0; at < quarters; at++) {
        const quarterMs = startMs + at * quarterHourMs
        const timestamp = stamps[at]!
        add(imports, 'import', quarterMs, { timestamp, kw: importKw[at]! })
        if (point.load.pvKw > 0) add(exports, 'export', quarterMs, { timestamp, kw: exportKw[at]! })
      }
    }
    const blocks = [
      { readingType: importType, intervalReadings: imports },
      { readingType: exportType, intervalReadings: exports },
    ]
    const asked = blocks.filter(({ readingType }) => options.includes(`ReadingType=${readingType}`))
    const texts = asked.map(
      ({ readingType, intervalReadings }) =>
        `{"readingType":"${readingType}","intervalReadings":[${intervalReadings.join(',')}]}`,
    )
    const head = `"usagePoint":"${point.gsrn}","messageCreated":"${createStamp(now, now)(now)}"`
    return `{${head},"intervalBlocks":[${texts.join(',')}]}`
  }

  function add(
    into: string[],
    direction: 'import' | 'export',
    startMs: number,
    { timestamp, kw }: { timestamp: string; kw: number },
  ): void {
    if (Number.isNaN(kw)) return
    const value = (kw / 4).toFixed(4)
    if (portal.change) {
      const changed = portal.change({ timestamp, value, readingQualities: [] }, startMs, direction)
      if (changed) into.push(JSON.stringify(changed))
    } else into.push(`{"timestamp":"${timestamp}","value":"${value}","readingQualities":[]}`)
  }
}

const qualities = [
  { readingQualityType: '1.5.259', description: 'Podatek ni prejet iz števca' },
  { readingQualityType: '3.8.0', description: 'Ocenjena vrednost' },
  { readingQualityType: '1.8.0', description: 'Izmerjena vrednost' },
]

const quartersOfDay = 96
/** The ends of the quarter-hours of a day without a clock change, except the last, which is the next day's midnight. */
const clockTimes = Array.from({ length: quartersOfDay - 1 }, (_, at) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor((at + 1) / 4))}:${two(((at + 1) % 4) * 15)}:00`
})

/** The ends of a day's quarter-hours with the local offset. Computed by the million, so most are only concatenated. */
function stampsOf(day: string, nextDay: string, startMs: number, quarters: number): string[] {
  if (quarters !== quartersOfDay) {
    const stamp = createStamp(startMs, startMs + quarters * quarterHourMs)
    return Array.from({ length: quarters }, (_, at) => stamp(startMs + (at + 1) * quarterHourMs))
  }
  const offset = formatOffset(Date.parse(day) - startMs)
  return [...clockTimes.map((time) => `${day}T${time}${offset}`), `${nextDay}T00:00:00${offset}`]
}

/** Formats instants of a day with the local offset, as at the end of each. */
function createStamp(fromMs: number, toMs: number): (ms: number) => string {
  const spans = findOffsets(fromMs, toMs)
  return (ms) => {
    const { offsetMs } = spans.findLast((span) => span.fromMs <= ms)!
    const local = new Date(ms + offsetMs).toISOString().slice(0, 19)
    return `${local}${formatOffset(offsetMs)}`
  }
}

const formatOffset = (offsetMs: number) => `+0${offsetMs / 3_600_000}:00`

const refusal = (koda: string, opis: string) => JSON.stringify({ zahteva: null, errors: [{ koda, opis }] })
