import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { marketDay, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { missingSpotPrice } from '@ohmstead/pricing/spot/spot-day'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AnsweredDays,
  energyChartsAnswer,
  entsoeDocument,
  entsoeNoData,
  entsoeSeries,
} from '../../../testing/spot-answers.ts'
import {
  replyStatus,
  replyText,
  type SpotServer,
  startSpotServer,
} from '../../../testing/start-spot-server.ts'
import { createEnergyCharts } from './energy-charts.ts'
import { createEntsoe } from './entsoe.ts'
import { parseEntsoe } from './parse-entsoe.ts'
import { SpotFailure } from './spot-source.ts'

const zone = findBiddingZone('SI')!
const nowMs = Date.UTC(2026, 5, 1, 12)
const now = () => nowMs
const never = new AbortController().signal
let server: SpotServer
beforeAll(async () => {
  server = await startSpotServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  server.replies = []
})

const charts = (more: object = {}) => createEnergyCharts({ baseUrl: server.url, now, ...more })
const entsoe = (more: object = {}) => createEntsoe({ baseUrl: server.url, token: 'secret-1', now, ...more })
const start = (day: string) => marketDay(day, marketTimeZone).startMs
/** Hours of the day as prices, below zero at night. */
const days = (fromDay: string, toDay = fromDay): AnsweredDays => ({
  ...{ fromDay, toDay },
  price: (atMs) => (((atMs - start(fromDay)) / 3_600_000) % 24) - 3,
})
const ask = (source: ReturnType<typeof charts>, fromDay: string, toDay = fromDay) =>
  source.fetchDays(zone, fromDay, toDay, never)

const sameInstant = (count: number) =>
  `{"unix_seconds":[${'1,'.repeat(count)}1],"price":[${'1,'.repeat(count)}1]}`
/** Each claims to be a year of quarter-hours. */
const longPeriods = (count: number) => {
  const period = `<Period><timeInterval><start>2024-01-01T00:00Z</start><end>2024-12-31T00:00Z</end></timeInterval>
    <resolution>PT15M</resolution><Point><position>1</position><price.amount>1</price.amount></Point></Period>`
  const series = entsoeSeries(days('2026-05-30'))
  return entsoeDocument(series.replace(/<Period>.*<\/Period>/s, period.repeat(count)))
}
const nestedNamespaces = (count: number) =>
  entsoeDocument(
    Array.from({ length: count }, (_, at) => `<a xmlns:n${at}="u${at}">`).join('') + '</a>'.repeat(count),
  )
const nestedElements = (count: number) => entsoeDocument('<a>'.repeat(count) + '</a>'.repeat(count))

describe('Energy-Charts', () => {
  test('is asked for days of the market by its own code, and gives its licence', async () => {
    server.replies = [replyText(energyChartsAnswer(days('2026-05-30', '2026-05-31')))]
    const found = await ask(charts(), '2026-05-30', '2026-05-31')
    expect(server.asked[0]!.pathname + server.asked[0]!.search).toBe(
      '/price?bzn=SI&start=2026-05-30&end=2026-05-31',
    )
    expect(found.map(({ day, unitSeconds, missing }) => [day, unitSeconds, missing])).toEqual([
      ['2026-05-30', 900, 0],
      ['2026-05-31', 900, 0],
    ])
    expect(found[0]).toMatchObject({
      currency: 'EUR',
      licence: 'CC BY 4.0 from tests',
      source: 'energy-charts',
    })
    expect([...found[0]!.prices.subarray(0, 5)]).toEqual([-300_000, -275_000, -250_000, -225_000, -200_000])
    expect(charts().covers(findBiddingZone('GB')!)).toBe(false)
  })

  test('answers in hours until September 2025 and in quarter-hours from October', async () => {
    server.replies = [replyText(energyChartsAnswer(days('2025-09-30', '2025-10-01')))]
    const found = await ask(charts(), '2025-09-30', '2025-10-01')
    expect(found.map(({ unitSeconds, prices }) => [unitSeconds, prices.length])).toEqual([
      [3600, 24],
      [900, 96],
    ])
  })

  test.each([
    ['2025-03-30', 23],
    ['2024-10-27', 25],
    ['2026-03-29', 92],
    ['2026-10-25', 100],
  ])('%s has %i prices', async (day, count) => {
    server.replies = [replyText(energyChartsAnswer(days(day)))]
    expect((await ask(charts(), day))[0]).toMatchObject({ missing: 0, prices: { length: count } })
  })

  test('a day that breaks off is partial, a missing one absent, and a gap of an hour is no longer unit', async () => {
    const from = start('2026-05-30')
    const price = (atMs: number) => {
      const hour = (atMs - from) / 3_600_000
      return (hour >= 5 && hour < 6) || (hour >= 20 && hour < 48 && hour !== 20.75) ? null : 10
    }
    server.replies = [replyText(energyChartsAnswer({ fromDay: '2026-05-30', toDay: '2026-06-01', price }))]
    const found = await ask(charts(), '2026-05-30', '2026-06-01')
    expect(found.map(({ day, missing }) => [day, missing])).toEqual([
      ['2026-05-30', 19],
      ['2026-06-01', 0],
    ])
    expect(found[0]!.prices[20]).toBe(missingSpotPrice)
  })

  test.each([
    ['429 with its wait', replyStatus(429, '', { 'retry-after': '120' }), 'spot_busy', 120_000],
    ['429 without one', replyStatus(429), 'spot_busy', 60_000],
    ['500', replyStatus(500), 'spot_unavailable', null],
    ['a redirect', replyStatus(302, '', { location: 'http://127.0.0.1:9/' }), 'spot_unavailable', null],
    ['truncated JSON', replyText('{"unix_seconds":[17488'), 'spot_malformed', null],
    ['a page', replyText('<html>Maintenance</html>', 'text/html'), 'spot_malformed', null],
    ['another form', replyText('{"unix_seconds":["a"],"price":[1]}'), 'spot_malformed', null],
    ['lists of two lengths', replyText('{"unix_seconds":[1,2],"price":[1]}'), 'spot_malformed', null],
    ['a million prices of one instant', replyText(sameInstant(1_000_000)), 'spot_malformed', null],
  ])('reports %s', async (_, reply, code, waitMs) => {
    server.replies = [reply]
    await expect(ask(charts(), '2026-05-30')).rejects.toMatchObject({ code, waitMs })
  })

  test('a day that it does not have is none, whether said by a status or an empty list', async () => {
    server.replies = [replyStatus(404), replyText('{"unix_seconds":[],"price":[],"license_info":""}')]
    expect(await ask(charts(), '2026-05-30')).toEqual([])
    expect(await ask(charts(), '2026-05-30')).toEqual([])
  })

  test('instants that no calendar has are ignored', async () => {
    const good = JSON.parse(energyChartsAnswer(days('2026-05-30')))
    const seconds = [...good.unix_seconds, 8_650_000_000_000, -8_650_000_000_000, 0.0005]
    const price = [...good.price, 1, 2, 3]
    server.replies = [replyText(JSON.stringify({ ...good, unix_seconds: seconds, price }))]
    expect(await ask(charts(), '2026-05-30')).toMatchObject([{ day: '2026-05-30', missing: 0 }])
  })

  test('a slow, an endless or a broken answer is given up', async () => {
    const slow = charts({ timeoutMs: 20 })
    server.replies = [() => {}]
    await expect(ask(slow, '2026-05-30')).rejects.toMatchObject({ code: 'spot_unavailable' })
    server.replies = [
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"unix')
        response.destroy()
      },
    ]
    await expect(ask(charts(), '2026-05-30')).rejects.toMatchObject({ code: 'spot_unavailable' })
    server.replies = [replyText(`[${'1,'.repeat(4_100_000)}1]`)]
    await expect(ask(charts(), '2026-05-30')).rejects.toMatchObject({ code: 'spot_malformed' })
    const stopped = new AbortController()
    server.replies = [() => stopped.abort()]
    await expect(charts().fetchDays(zone, '2026-05-30', '2026-05-30', stopped.signal)).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('ENTSO-E', () => {
  const xml = (text: string) => replyText(text, 'application/xml')

  test('is asked by identification code for the instants of days, with the token', async () => {
    server.replies = [xml(entsoeDocument(entsoeSeries(days('2026-03-28', '2026-03-29'))))]
    const found = await ask(entsoe(), '2026-03-28', '2026-03-29')
    expect(Object.fromEntries(server.asked[0]!.searchParams)).toEqual({
      ...{ securityToken: 'secret-1', documentType: 'A44' },
      ...{ in_Domain: '10YSI-ELES-----O', out_Domain: '10YSI-ELES-----O' },
      ...{ periodStart: '202603272300', periodEnd: '202603292200' },
    })
    expect(found.map(({ missing, prices }) => [missing, prices.length])).toEqual([
      [0, 96],
      [0, 92],
    ])
    expect(found[0]).toMatchObject({ source: 'entsoe', currency: 'EUR', licence: null })
  })

  test('a redirect is no answer, and whoever it leads to does not get the token', async () => {
    const elsewhere = `${server.url}/elsewhere?securityToken=secret-1`
    for (const status of [301, 302, 307]) {
      server.replies = [
        replyStatus(status, '', { location: elsewhere }),
        xml(entsoeDocument(entsoeSeries(days('2026-05-30')))),
      ]
      await expect(ask(entsoe(), '2026-05-30')).rejects.toMatchObject({ code: 'spot_unavailable' })
    }
    expect(server.asked.map(({ pathname }) => pathname)).toEqual(['/api', '/api', '/api'])
  })

  test('a position left out by curve type A03 repeats the one before, to the end; by A01 it is missing', async () => {
    const flat: AnsweredDays = {
      fromDay: '2026-05-30',
      toDay: '2026-05-30',
      price: (atMs) => (atMs < start('2026-05-30') + 4 * quarterHourMs ? 5 : -1.5),
    }
    server.replies = [xml(entsoeDocument(entsoeSeries(flat), '7:0'))]
    const [day] = await ask(entsoe(), '2026-05-30')
    expect(day).toMatchObject({ missing: 0, unitSeconds: 900 })
    expect([3, 4, 95].map((at) => day!.prices[at])).toEqual([500_000, -150_000, -150_000])
    const gap = entsoeSeries(flat, { curve: 'A03' }).replace('<curveType>A03', '<curveType>A01')
    server.replies = [xml(entsoeDocument(gap))]
    expect((await ask(entsoe(), '2026-05-30'))[0]).toMatchObject({ missing: 94 })
  })

  test('of two auctions the lower sequence is used, and the other only on days without it', async () => {
    const day = (from: string, value: number) => ({ fromDay: from, toDay: from, price: () => value })
    const second = [
      entsoeSeries(day('2026-05-29', 2), { sequence: 2 }),
      entsoeSeries(day('2026-05-30', 2), { sequence: 2 }),
    ]
    // A partial first auction is not filled up from the second.
    const from = start('2026-05-30')
    const partial = { ...day('2026-05-30', 1), price: (atMs: number) => (atMs < from + 3_600_000 ? 1 : null) }
    const first = entsoeSeries(partial, { curve: 'A01' })
    server.replies = [xml(entsoeDocument([...second, first].join('')))]
    const found = await ask(entsoe(), '2026-05-29', '2026-05-30')
    expect(found.map(({ prices, missing }) => [prices[0], missing])).toEqual([
      [200_000, 0],
      [100_000, 92],
    ])
  })

  test('an auction within the day is no price of the day before, whatever its sequence', async () => {
    const day = (value: number) => ({ fromDay: '2026-05-30', toDay: '2026-05-30', price: () => value })
    const series = entsoeSeries(day(7)) + entsoeSeries(day(9), { contract: 'A07' })
    server.replies = [xml(entsoeDocument(series))]
    const [found] = await ask(entsoe(), '2026-05-30')
    expect([...new Set(found!.prices)]).toEqual([700_000])
  })

  test('the unit changes from hours to quarter-hours within an answer of several series', async () => {
    server.replies = [xml(entsoeDocument(entsoeSeries(days('2025-09-29', '2025-10-02'), { sequence: null })))]
    const found = await ask(entsoe(), '2025-09-29', '2025-10-02')
    expect(found.map(({ unitSeconds }) => unitSeconds)).toEqual([3600, 3600, 900, 900])
  })

  test('no data is no failure, whatever its status', async () => {
    server.replies = [xml(entsoeNoData()), replyStatus(400, entsoeNoData())]
    expect(await ask(entsoe(), '2026-05-30')).toEqual([])
    expect(await ask(entsoe(), '2026-05-30')).toEqual([])
  })

  test.each([
    ['a token that it refuses', replyStatus(401, entsoeNoData('401')), 'spot_token_rejected', null],
    ['a ban', replyStatus(429), 'spot_busy', 600_000],
    ['an outage', replyStatus(503, '<html>', { 'retry-after': '5' }), 'spot_unavailable', 5_000],
    ['another refusal', replyText(entsoeNoData('400')), 'spot_unavailable', null],
    [
      'half a document',
      replyText(entsoeDocument(entsoeSeries(days('2026-05-30'))).slice(0, 900)),
      'spot_malformed',
      null,
    ],
    ['JSON', replyText('{"a":1}'), 'spot_malformed', null],
    ['nothing', replyText(''), 'spot_malformed', null],
    ['a century of prices in few lines', replyText(longPeriods(100)), 'spot_malformed', null],
    ['namespaces within namespaces', replyText(nestedNamespaces(2_000)), 'spot_malformed', null],
    ['nothing but tags', replyText(nestedElements(130_000)), 'spot_malformed', null],
    ['an entity bomb', replyText('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), 'spot_malformed', null],
    [
      'an unknown currency',
      replyText(entsoeDocument(entsoeSeries(days('2026-05-30'), { currency: 'XXX' }))),
      'spot_malformed',
      null,
    ],
    [
      'a period without end',
      replyText(entsoeDocument(entsoeSeries(days('2026-05-30')).replaceAll(/<end>.*?<\/end>/g, ''))),
      'spot_malformed',
      null,
    ],
  ])('reports %s, and never the token', async (_, reply, code, waitMs) => {
    server.replies = [reply]
    const failure = await ask(entsoe(), '2026-05-30').catch((error: Error) => error)
    expect(failure).toMatchObject({ code, waitMs })
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('secret-1')
  })
})

test('no document that breaks off is read, wherever it does', () => {
  const text = entsoeDocument(entsoeSeries(days('2025-09-30')))
  expect(parseEntsoe(text)).toHaveLength(1)
  for (let end = 0; end < text.length; end += 7)
    expect(() => parseEntsoe(text.slice(0, end)), String(end)).toThrow(SpotFailure)
})

test('answers carry the same prices whichever source they come from', async () => {
  const range = days('2025-10-25', '2025-10-27')
  server.replies = [
    replyText(energyChartsAnswer(range)),
    replyText(entsoeDocument(entsoeSeries(range, { curve: 'A01' }))),
    replyText(entsoeDocument(entsoeSeries(range))),
  ]
  const [one, two, three] = [
    await ask(charts(), range.fromDay, range.toDay),
    await ask(entsoe(), range.fromDay, range.toDay),
    await ask(entsoe(), range.fromDay, range.toDay),
  ]
  const prices = (found: typeof one) => found.map((day) => [...day.prices])
  expect(prices(two)).toEqual(prices(one))
  expect(prices(three)).toEqual(prices(one))
})
