import { dayAt } from '@ohmstead/domain/time/days'
import { marketDay, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { energyChartsAnswer, entsoeDocument, entsoeNoData, entsoeSeries } from '../../testing/spot-answers.ts'
import {
  replyStatus,
  replyText,
  type SpotReply,
  type SpotServer,
  startSpotServer,
} from '../../testing/start-spot-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { findSpotPrices } from './find-spot-prices.ts'

// A zone over days: what is asked when, what happens to it while a source is away, and what is caught up.

const at = (text: string) => Date.parse(`${text}+02:00`)
let charts: SpotServer
let entsoe: SpotServer
let server: TestServer

/** What the market has: everything up to this day, at a price of this. */
let market: { toDay: string; price: (atMs: number) => number | null }

const known = (fromDay: string, toDay: string) => ({
  fromDay,
  toDay: [toDay, market.toDay].sort()[0]!,
  price: market.price,
})
const chartsReply: SpotReply = (request, response, url) =>
  replyText(energyChartsAnswer(known(url.searchParams.get('start')!, url.searchParams.get('end')!)))(
    request,
    response,
    url,
  )
const instant = (text: string) =>
  Date.parse(
    `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(8, 10)}:${text.slice(10)}Z`,
  )
const entsoeReply: SpotReply = (request, response, url) => {
  const [from, to] = ['periodStart', 'periodEnd'].map((name) => instant(url.searchParams.get(name)!))
  const days = known(dayAt(from!, marketTimeZone), dayAt(to! - 1, marketTimeZone))
  const text =
    days.fromDay > days.toDay ? entsoeNoData() : entsoeDocument(entsoeSeries(days, { curve: 'A01' }))
  replyText(text, 'application/xml')(request, response, url)
}

beforeEach(async () => {
  market = { toDay: '2026-06-01', price: () => 50 }
  charts = await startSpotServer(chartsReply)
  entsoe = await startSpotServer(entsoeReply)
  server = await startTestServer({
    time: at('2026-06-01T09:00'),
    settings: {
      energyChartsUrl: charts.url,
      entsoeUrl: entsoe.url,
      entsoeToken: 'secret-1',
      logLevel: 'warn',
    },
  })
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Solar')
  await insertLocation(server.db, { companyId, locationGroupId: rootGroupId })
})
afterEach(async () => {
  await server.stop()
  await charts.close()
  await entsoe.close()
})

/** Until no zone is due any more and its history is read. */
async function look(time?: string) {
  if (time) server.clock.time = at(time)
  await server.deps.spotMarket.look()
  await expect
    .poll(async () => (await jobs()).filter(({ state }) => state === 'running' || state === 'queued'))
    .toEqual([])
}
const jobs = () =>
  server.db.rows<{ state: string; error: string | null; detail: object }>(
    sql`select state, error, detail from job where kind = 'spot_backfill' order by id`,
  )
const zone = async () =>
  (await server.db.row<Record<string, number | string | null>>(sql`select * from spot_zone`))!
const nextLook = async () =>
  Temporal.Instant.fromEpochMilliseconds((await zone()).try_at as number)
    .toZonedDateTimeISO('Europe/Ljubljana')
    .toPlainDateTime()
    .toString()
    .slice(5, 16)
/** The first price of a day in EUR/MWh, and its source. */
async function priceOf(day: string): Promise<string> {
  const { startMs } = marketDay(day, marketTimeZone)
  const { price, sourceOf, sources } = await findSpotPrices(server.db, 'SI', startMs, startMs + 900_000)
  return Number.isNaN(price[0]!) ? 'unknown' : `${price[0]! / 1e5} ${sources[sourceOf[0]!]}`
}
const questions = ({ asked }: SpotServer) =>
  asked.splice(0).map(({ searchParams }) => `${searchParams.get('start')} ${searchParams.get('end')}`)

test('a zone in use gets its recent days, then its history of 400 days as a job', async () => {
  await look()
  expect(questions(charts)[0]).toBe('2026-05-31 2026-06-01')
  expect(await jobs()).toMatchObject([
    { state: 'done', detail: { region: 'SI', from: '2025-04-27', to: '2026-05-31', missing: 0 } },
  ])
  expect(await priceOf('2025-04-27')).toBe('50 energy-charts')
  expect(await zone()).toMatchObject({ history_from: '2025-04-27', late_since: null, failures: 0 })
  expect(await nextLook()).toMatch(/^06-01T12:5[56]/)
  expect(entsoe.asked).toEqual([])
})

test('from 12:55 tomorrow is asked for every five minutes until it is complete, from both sources', async () => {
  await look()
  questions(charts)
  await look('2026-06-01T12:57')
  expect(questions(charts)).toEqual(['2026-06-02 2026-06-02'])
  expect(entsoe.asked.splice(0)).toHaveLength(1)
  expect(await nextLook()).toMatch(/^06-01T13:0[23]/)
  // First a part of it.
  const noon = at('2026-06-02T12:00')
  market = { toDay: '2026-06-02', price: (atMs) => (atMs < noon ? 60 : null) }
  await look('2026-06-01T13:04')
  expect(await priceOf('2026-06-02')).toBe('60 energy-charts')
  expect(await nextLook()).toMatch(/^06-01T13:(09|10)/)
  market.price = () => 60
  await look('2026-06-01T13:12')
  questions(charts)
  expect(await nextLook()).toMatch(/^06-01T18:0[01]/)
  await look('2026-06-01T13:30')
  expect(questions(charts)).toEqual([])
})

test('the second source stands in for the first, which takes over when it is back', async () => {
  market.toDay = '2026-06-02'
  charts.usual = replyStatus(500)
  await look('2026-06-01T13:00')
  expect(await priceOf('2026-06-02')).toBe('50 entsoe')
  expect((await zone()).failures).toBe(0)
  expect(await nextLook()).toMatch(/^06-01T18:0[01]/)
  const spans = entsoe.asked.map(({ searchParams }) => {
    const [from, to] = ['periodStart', 'periodEnd'].map((name) => instant(searchParams.get(name)!))
    return Math.round((to! - from!) / 86_400_000)
  })
  expect(Math.max(...spans)).toBe(31)
  expect(
    await server.db.rows(sql`select source, error, failures from spot_source_state order by source`),
  ).toMatchObject([
    { source: 'energy-charts', error: 'spot_unavailable' },
    { source: 'entsoe', error: null, failures: 0 },
  ])
  charts.usual = chartsReply
  await look('2026-06-01T18:02')
  expect(await priceOf('2026-06-02')).toBe('50 energy-charts')
  expect(JSON.stringify(server.logged)).not.toContain('secret-1')
})

test('an auction that ends earlier stands in for a late market only, and what stood in is read again', async () => {
  await look()
  const series = (price: number, sequence: number) =>
    entsoeSeries({ fromDay: '2026-06-02', toDay: '2026-06-02', price: () => price }, { sequence })
  entsoe.usual = replyText(entsoeDocument(series(9, 2)), 'application/xml')
  await look('2026-06-01T12:57')
  expect(await priceOf('2026-06-02')).toBe('unknown')
  expect(await nextLook()).toMatch(/^06-01T13:0[23]/)
  await look('2026-06-01T15:01')
  expect(await priceOf('2026-06-02')).toBe('9 entsoe')
  entsoe.usual = replyText(entsoeDocument(series(9, 2) + series(60, 1)), 'application/xml')
  await look('2026-06-01T18:02')
  expect(await priceOf('2026-06-02')).toBe('60 entsoe')
})

test('a source that wants to be left alone is, and with both away looks become rarer', async () => {
  await look()
  entsoe.usual = replyStatus(503)
  charts.usual = replyStatus(429, '', { 'retry-after': '1200' })
  await look('2026-06-01T12:57')
  expect(await nextLook()).toMatch(/^06-01T12:5[89]/)
  questions(charts)
  entsoe.asked.length = 0
  await look('2026-06-01T13:00')
  // Twenty minutes were asked for; the other source is tried again.
  expect([questions(charts).length, entsoe.asked.length]).toEqual([0, 1])
  expect(await nextLook()).toMatch(/^06-01T13:0[23]/)
  expect((await zone()).failures).toBe(2)
  charts.usual = chartsReply
  market.toDay = '2026-06-02'
  await look('2026-06-01T13:20')
  expect(await priceOf('2026-06-02')).toBe('50 energy-charts')
  expect((await zone()).failures).toBe(0)
})

test('what a broken answer, a day without answers and a stop of two weeks left out is caught up', async () => {
  await look()
  charts.usual = replyText('{"unix_seconds":[17')
  entsoe.usual = replyText('<html>')
  market.toDay = '2026-06-03'
  for (const time of ['01T13:00', '01T15:30', '01T18:30', '02T07:30', '02T13:00'])
    await look(`2026-06-${time}`)
  expect(await priceOf('2026-06-02')).toBe('unknown')
  expect(await zone()).toMatchObject({ late_since: at('2026-06-01T15:30') })
  expect(server.logged.filter(({ msg }) => msg === 'market prices are late')).toMatchObject([
    { level: 50, region: 'SI' },
  ])
  const metrics = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  expect(await metrics()).toContain('ohmstead_spot_late_zones 1')
  expect(await metrics()).toMatch(
    /ohmstead_spot_failures_total\{source="entsoe",code="spot_malformed"\} [1-9]/,
  )
  charts.usual = chartsReply
  await look('2026-06-02T14:00')
  expect([await priceOf('2026-06-02'), await priceOf('2026-06-03')]).toEqual([
    ...['50 energy-charts', '50 energy-charts'],
  ])
  expect(await zone()).toMatchObject({ late_since: null })
  expect(await metrics()).toContain('ohmstead_spot_late_zones 0')
  // Nobody looked for two weeks; the next re-read finds the stretch.
  market.toDay = '2026-06-20'
  await look('2026-06-19T20:00')
  expect(await priceOf('2026-06-10')).toBe('50 energy-charts')
  expect(
    (await server.db.row<{ count: number }>(sql`
    select count(*)::int as count from spot_day where is_current and day between '2025-04-27' and '2026-06-20'`))!
      .count,
  ).toBe(420)
})

test('a correction of the next day is a further version', async () => {
  market.toDay = '2026-06-02'
  await look('2026-06-01T13:00')
  market.price = () => 51.5
  await look('2026-06-01T13:30')
  expect(await priceOf('2026-06-02')).toBe('50 energy-charts')
  await look('2026-06-02T07:02')
  expect(await priceOf('2026-06-02')).toBe('51.5 energy-charts')
  expect(
    await server.db.rows(sql`
      select version, is_current from spot_day where day = '2026-06-02' and source = 'energy-charts' order by version`),
  ).toEqual([
    { version: 1, is_current: false },
    { version: 2, is_current: true },
  ])
})

test('a failed look for corrections is repeated', async () => {
  market.toDay = '2026-06-02'
  await look('2026-06-01T13:00')
  market.price = () => 51.5
  charts.usual = replyStatus(500)
  entsoe.usual = replyStatus(500)
  await look('2026-06-01T18:02')
  expect(await priceOf('2026-06-02')).toBe('50 energy-charts')
  charts.usual = chartsReply
  await look('2026-06-01T18:10')
  expect(await priceOf('2026-06-02')).toBe('51.5 energy-charts')
})

test('stretches that are missing are found five at a time, the newest first, once a source answers', async () => {
  await look()
  const days = [4, 6, 8, 10, 12, 14, 16].map((day) => `2026-05-${String(day).padStart(2, '0')}`)
  await server.db.run(sql`delete from spot_day where day = any(${days}::date[])`)
  const known = async () =>
    (await Promise.all(days.map(priceOf))).filter((price) => price === '50 energy-charts').length
  questions(charts)
  charts.usual = replyStatus(500)
  entsoe.usual = replyStatus(500)
  await look('2026-06-01T18:30')
  expect([questions(charts).length, await known()]).toEqual([1, 0])
  charts.usual = chartsReply
  await look('2026-06-01T18:40')
  expect([await known(), await priceOf(days[1]!), await priceOf(days[2]!)]).toEqual([
    5,
    'unknown',
    '50 energy-charts',
  ])
  await look('2026-06-02T07:02')
  expect(await known()).toBe(7)
})

test('a history that no source gave is asked for again hours later, and counts only once it has been read', async () => {
  const busy = replyStatus(429, '', { 'retry-after': '1200' })
  charts.usual = (request, response, url) =>
    (url.searchParams.get('start')! < '2026-05-31' ? busy : chartsReply)(request, response, url)
  entsoe.usual = busy
  await look()
  expect(await jobs()).toMatchObject([{ state: 'failed', error: 'spot_busy' }])
  await look('2026-06-01T12:57')
  expect(await jobs()).toHaveLength(1)
  charts.usual = chartsReply
  await look('2026-06-01T18:01')
  expect((await jobs()).map(({ state }) => state)).toEqual(['failed', 'done'])
  expect((await zone()).history_from).toBe('2025-04-27')
  // What somebody has read again is not what a zone has of itself.
  const createdBy = await insertUser(server.db, 'root@test.si', 'ROLE_SUPER_ADMIN')
  const again = { region: 'SI', fromDay: '2024-01-01', toDay: '2024-01-03', createdBy }
  await server.deps.spotMarket.backFill(again, async () => {})
  await look()
  expect(await priceOf('2024-01-03')).toBe('50 energy-charts')
  expect((await zone()).history_from).toBe('2025-04-27')
})

test('interest in a zone lasts for a month from the last time that somebody looked', async () => {
  const { spotMarket } = server.deps
  const daysAgo = (days: number) => new Date(server.clock.time - days * 86_400_000)
  const askedAt = async () =>
    (await server.db.row<{ asked_at: number }>(sql`select asked_at from spot_zone where region = 'AT'`))!
      .asked_at
  await spotMarket.showInterest('AT')
  await look()
  await server.db.run(sql`update spot_zone set asked_at = ${daysAgo(31)} where region = 'AT'`)
  charts.asked.length = 0
  await look('2026-06-01T13:00')
  expect(new Set(charts.asked.map(({ searchParams }) => searchParams.get('bzn')))).toEqual(new Set(['SI']))
  await spotMarket.showInterest('AT')
  expect(await askedAt()).toBe(server.clock.time)
})

test('zones of price lists and of people who look are read too, and one that nobody publishes is left in peace', async () => {
  await server.db.run(sql`
    insert into price_list (company_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
    select id, 'a', 'b', 'AT', '2026-01-01', ${JSON.stringify({ buy: { kind: 'spot_market', region: 'AT' }, sell: { kind: 'spot_market', region: 'HU' } })}::jsonb, now(), now()
    from company limit 1`)
  await server.deps.spotMarket.showInterest('DE-LU')
  await server.deps.spotMarket.showInterest('CY')
  await look()
  const rows = await server.db.rows<{ region: string; late_since: number | null }>(
    sql`select region, late_since from spot_zone order by region`,
  )
  expect(rows.map(({ region }) => region)).toEqual(['AT', 'CY', 'DE-LU', 'HU', 'SI'])
  expect(rows.every(({ late_since }) => late_since === null)).toBe(true)
  const asked = new Set(charts.asked.map(({ searchParams }) => searchParams.get('bzn')))
  expect([...asked].sort()).toEqual(['AT', 'DE-LU', 'HU', 'SI'])
})

test('two processes share the zones', async () => {
  await look()
  questions(charts)
  await server.db.run(
    sql`update spot_zone set leased_until = ${new Date(server.clock.time + 14_400_000 + 60_000)}`,
  )
  await look('2026-06-01T13:00')
  expect(questions(charts)).toEqual([])
  await server.db.run(sql`update spot_zone set leased_until = null`)
  await look()
  expect(questions(charts)).toHaveLength(1)
})
