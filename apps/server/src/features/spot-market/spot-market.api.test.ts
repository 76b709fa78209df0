import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { marketDay, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { energyChartsAnswer } from '../../testing/spot-answers.ts'
import {
  replyStatus,
  replyText,
  type SpotReply,
  type SpotServer,
  startSpotServer,
} from '../../testing/start-spot-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { startModelSpotMarket } from '../demo/model-spot-market.ts'
import { createEnergyCharts } from './sources/energy-charts.ts'
import { storeSpotDays } from './store-spot-days.ts'

const at = (text: string) => Date.parse(`${text}+02:00`)
const dayMs = 86_400_000
let source: SpotServer
let server: TestServer
let ana: TestClient
let root: TestClient
let locationId: number
let lastDay = '2026-06-01'
const start = (day: string) => marketDay(day, marketTimeZone).startMs
/** Counts quarter-hours of a day, from -10 EUR/MWh on. */
const priceOf = (atMs: number) => (((atMs - start('2026-06-01')) / 900_000 + 96_000 * 40) % 96) - 10

const answer: SpotReply = (request, response, url) => {
  const [fromDay, toDay] = [
    url.searchParams.get('start')!,
    [url.searchParams.get('end')!, lastDay].sort()[0]!,
  ]
  replyText(energyChartsAnswer({ fromDay, toDay, price: priceOf }))(request, response, url)
}

beforeAll(async () => {
  source = await startSpotServer(answer)
  server = await startTestServer({ time: at('2026-06-01T09:00'), settings: { energyChartsUrl: source.url } })
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Solar')
  const ownerId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId })
  const priceListId = await insertPriceList(
    server.db,
    { companyId },
    { currency: 'CZK', buy: { kind: 'fixed', t0: '0.1234567', t1: null, t2: null } },
  )
  const entry = { priceListId, validFrom: '2025-01-01', validTo: null }
  const planId = await insertRatePlan(server.db, { companyId }, [entry])
  await server.db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, updated_at) values (${locationId}, ${planId}, now())`)
  await insertUser(server.db, 'root@test.si', 'ROLE_SUPER_ADMIN')
  ana = server.client()
  root = server.client()
  await look()
})
afterAll(async () => {
  await server.stop()
  await source.close()
})
beforeEach(() => {
  source.usual = answer
})

async function look(time?: string) {
  if (time) server.clock.time = at(time)
  // Sessions end with the hours that pass.
  await ana.signIn('ana@test.si')
  await root.signIn('root@test.si')
  await server.deps.spotMarket.look()
  // Also called before the tests, where `expect.poll` is not allowed.
  await vi.waitFor(async () => expect(await runningJobs()).toEqual([]), { timeout: 10_000 })
}
const runningJobs = () => server.db.rows(sql`select id from job where state in ('queued', 'running')`)
const days = async (region = 'SI') =>
  (await ana.call('GET /pricing/spot-market/days', { query: { region } })).data

describe('prices', () => {
  test('are given by the quarter-hour with their source and its licence', async () => {
    const from = start('2026-05-31')
    const { data } = await ana.call('GET /pricing/spot-market/prices', {
      query: { region: 'SI', from, to: from + 2 * dayMs },
    })
    expect(data).toMatchObject({
      ...{ region: 'SI', currency: 'EUR', unit: 'MWh', from, to: from + 2 * dayMs, step_seconds: 900 },
      sources: [{ source: 'energy-charts', licence: 'CC BY 4.0 from tests', is_free: true }],
    })
    expect(data.prices).toHaveLength(192)
    expect(data.prices.slice(0, 3)).toEqual([-10, -9, -8])
  })

  test('that are not there are null, and a wrong question is refused', async () => {
    const ask = (query: { region: string; from: number; to: number }) =>
      ana.call('GET /pricing/spot-market/prices', { query })
    const from = start('2026-06-02')
    const { data } = await ask({ region: 'SI', from, to: from + 3_600_000 })
    expect([data.prices, data.sources]).toEqual([[null, null, null, null], []])
    expect((await ask({ region: 'XX', from, to: from + 1 })).error?.fields).toEqual({ region: 'regex' })
    expect((await ask({ region: 'SI', from, to: from })).error?.fields).toEqual({ to: 'range_reversed' })
    expect((await ask({ region: 'SI', from: 0, to: from })).error?.fields).toEqual({ from: 'range_too_long' })
    expect(
      (
        await server
          .client()
          .call('GET /pricing/spot-market/prices', { query: { region: 'SI', from, to: from + 1 } })
      ).status,
    ).toBe(401)
  })

  test('of hours before October 2025 fill four quarter-hours, and years are maps of hours', async () => {
    const map = async (year: number) =>
      (await ana.call('GET /pricing/spot-market/heat-map', { query: { region: 'SI', year } })).data
    const found = await map(2025)
    expect(found).toMatchObject({
      year: 2025,
      days: 365,
      first_day: '2025-01-01',
      time_zone: 'Europe/Ljubljana',
    })
    expect(found.prices).toHaveLength(365 * 24)
    const day = (name: string) => {
      const first = (Date.parse(name) - Date.parse('2025-01-01')) / dayMs
      return found.prices.slice(first * 24, first * 24 + 24)
    }
    expect(day('2025-01-01')).toEqual(Array(24).fill(null))
    const hours = (from: string) =>
      Array.from({ length: 24 }, (_, at) => priceOf(Date.parse(from) + at * 3_600_000))
    expect(day('2025-09-30')).toEqual(hours('2025-09-29T22:00Z'))
    expect(day('2025-10-01')).toEqual(hours('2025-09-30T22:00Z').map((price) => price + 1.5))
    // The day of 25 hours: the hour from two to three is the mean of both.
    const autumn = Array.from({ length: 100 }, (_, quarter) =>
      priceOf(Date.parse('2025-10-25T22:00Z') + quarter * 900_000),
    )
    const mean = (from: number, to: number) =>
      autumn.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from)
    expect(day('2025-10-26').slice(1, 4)).toEqual([mean(4, 8), mean(8, 16), mean(16, 20)])
    expect(day('2025-10-26')[23]).toBe(mean(96, 100))
    const spring = (await map(2026)).prices.slice(87 * 24, 88 * 24)
    expect(spring.map((price, at) => (price === null ? at : -1)).filter((hour) => hour >= 0)).toEqual([2])
    expect(spring[3]).toBe(priceOf(Date.parse('2026-03-29T01:00Z')) + 1.5)
  })

  test('name the terms of their source as they were last', async () => {
    const { db } = server
    const setTerms = (from: string, to: string) =>
      db.run(sql`update spot_day set licence = ${to} where licence = ${from} and day = '2026-05-30'`)
    await setTerms('CC BY 4.0 from tests', 'Earlier terms')
    onTestFinished(async () => void (await setTerms('Earlier terms', 'CC BY 4.0 from tests')))
    const sourcesOf = async (from: string, to: string) => {
      const query = { region: 'SI' as const, from: start(from), to: start(to) }
      const { data } = await ana.call('GET /pricing/spot-market/prices', { query })
      return data.sources.map(({ licence }) => licence)
    }
    expect(await sourcesOf('2026-05-30', '2026-05-31')).toEqual(['Earlier terms'])
    expect(await sourcesOf('2026-05-30', '2026-06-01')).toEqual(['CC BY 4.0 from tests'])
  })

  test('are written as a workbook that names their source and its licence', async () => {
    const from = start('2026-05-31')
    const file = await fetch(
      `${server.url}/api/pricing/spot-market/prices/xlsx?region=SI&from=${from}&to=${from + dayMs}`,
      {
        headers: { cookie: ana.cookie },
      },
    )
    expect(file.headers.get('content-disposition')).toContain('SI 2026-05-31 2026-05-31.xlsx')
    const [sheet] = (await readXlsx(new Uint8Array(await file.arrayBuffer()))).sheets
    expect(sheet!.rows[2]![0]).toContain('CC BY 4.0 from tests')
    expect(sheet!.rows).toHaveLength(4 + 96)
    expect(sheet!.rows[3]!.slice(2, -1)).toEqual(['Cena na spot trgu [EUR/MWh]'])
  })

  test('are written as a workbook beside the prices of a location, for those who may see it', async () => {
    const from = start('2026-05-31')
    const path = `/api/locations/${locationId}/pricing/spot-market/prices/xlsx`
    const ask = (client: TestClient) =>
      fetch(`${server.url}${path}?region=SI&from=${from}&to=${from + dayMs}&locale=en`, {
        headers: { cookie: client.cookie },
      })
    const file = await ask(ana)
    const [sheet] = (await readXlsx(new Uint8Array(await file.arrayBuffer()))).sheets
    expect(sheet!.rows[3]!.slice(2, -1)).toEqual(['Spot price [EUR/MWh]', 'All-in price here [CZK/MWh]'])
    expect(sheet!.rows).toHaveLength(4 + 96)
    expect(sheet!.rows.slice(4).every((row) => row[3] === 123.4567)).toBe(true)
    await insertUser(server.db, 'eva@test.si', 'ROLE_USER_BASIC')
    const eva = server.client()
    await eva.signIn('eva@test.si')
    expect((await ask(eva)).status).toBe(404)
  })
})

describe('today and tomorrow', () => {
  test('tomorrow is expected after 14:00, shown earlier once complete, and then not available or partial', async () => {
    expect(await days()).toMatchObject({
      time_zone: 'Europe/Brussels',
      today: { day: '2026-06-01', status: 'complete', from: start('2026-06-01'), to: start('2026-06-02') },
      tomorrow: { day: '2026-06-02', status: 'after_14' },
      ...{ first_day: '2025-04-27', last_day: '2026-06-01', is_late: false },
    })
    await look('2026-06-01T14:01')
    expect((await days()).tomorrow.status).toBe('not_available')
    await look('2026-06-01T15:01')
    expect((await days()).is_late).toBe(true)
    source.usual = (request, response, url) => {
      const fromDay = url.searchParams.get('start')!
      const price = (atMs: number) => (atMs < at('2026-06-02T06:00') ? 1 : null)
      replyText(energyChartsAnswer({ fromDay, toDay: '2026-06-02', price }))(request, response, url)
    }
    await look('2026-06-01T15:08')
    expect((await days()).tomorrow.status).toBe('partial')
    source.usual = answer
    lastDay = '2026-06-02'
    await look('2026-06-01T15:15')
    expect(await days()).toMatchObject({ tomorrow: { status: 'complete' }, is_late: false })
    lastDay = '2026-06-03'
    await look('2026-06-02T12:58')
    expect((await days()).tomorrow).toMatchObject({ day: '2026-06-03', status: 'complete' })
  })

  test('a region that nobody used is read once somebody looks at it', async () => {
    expect(await days('AT')).toMatchObject({ today: { status: 'not_available' }, first_day: null })
    await look()
    expect(await days('AT')).toMatchObject({ today: { status: 'complete' } })
  })

  test('a region with another clock than the market has delivery days of the market and hours of its own', async () => {
    await days('FI')
    await look()
    expect((await days('FI')).today).toMatchObject({ day: '2026-06-02', from: start('2026-06-02') })
    const { data } = await ana.call('GET /pricing/spot-market/heat-map', {
      query: { region: 'FI', year: 2026 },
    })
    expect(data.time_zone).toBe('Europe/Helsinki')
    const noon = ((Date.parse('2026-06-01') - Date.parse('2026-01-01')) / dayMs) * 24 + 12
    expect(data.prices[noon]).toBe(priceOf(Date.parse('2026-06-01T09:00Z')) + 1.5)
  })
})

describe('those who run the platform', () => {
  test('see what is late and which source failed why', async () => {
    source.usual = replyStatus(500)
    await look('2026-06-03T07:05')
    const { data } = await root.call('GET /pricing/spot-market/state')
    expect(data.sources).toEqual(['energy-charts'])
    expect(data.zones.find(({ region }) => region === 'SI')).toMatchObject({
      tomorrow: 'after_14',
      late_since: null,
      first_day: '2025-04-27',
      open_days: 0,
      sources: [{ source: 'energy-charts', error: 'spot_unavailable' }],
    })
    expect((await ana.call('GET /pricing/spot-market/state')).status).toBe(403)
  })

  test('have years read again as a job, one at a time', async () => {
    const fill = (client: TestClient, from: string, to: string) =>
      client.call('POST /pricing/spot-market/backfill', { body: { region: 'SI', from, to } })
    expect((await fill(ana, '2024-01-01', '2024-12-31')).status).toBe(403)
    expect((await fill(root, '2024-01-01', '2030-12-31')).error?.fields).toEqual({ to: 'future_date' })
    expect((await fill(root, '2015-01-01', '2026-01-31')).error?.fields).toEqual({ from: 'range_too_long' })
    for (const to of ['2010-01-01', '2026-01-31'])
      expect((await fill(root, '2009-12-31', to)).error?.fields).toEqual({ from: 'min_value' })
    source.usual = () => {}
    const { data } = await fill(root, '2023-01-01', '2024-12-31')
    expect((await fill(root, '2023-01-01', '2024-12-31')).error?.code).toBe('conflict')
    await root.call('POST /jobs/:jobId/cancel', { params: { jobId: data.job_id } })
    source.usual = answer
    await source.dropAll()
    await expect.poll(async () => (await runningJobs()).length, { timeout: 15_000 }).toBe(0)
    const again = await fill(root, '2023-12-30', '2024-12-31')
    await expect.poll(async () => (await runningJobs()).length, { timeout: 15_000 }).toBe(0)
    const { jobs } = (await root.call('GET /jobs')).data
    expect(jobs.find(({ id }) => id === again.data.job_id)).toMatchObject({
      ...{ kind: 'spot_backfill', state: 'done', done: 368, total: 368 },
      detail: { region: 'SI', from: '2023-12-30', to: '2024-12-31', missing: 0 },
    })
    expect((await days()).first_day).toBe('2023-12-30')
    expect(
      await server.db.rows(
        sql`select after from audit_log where action = 'spot_prices_read_again' order by id`,
      ),
    ).toHaveLength(2)
    // Up to today.
    expect((await fill(root, '2026-06-01', '2026-06-03')).error).toBeNull()
    await expect.poll(async () => (await runningJobs()).length, { timeout: 15_000 }).toBe(0)
  })
})

test("the demo's model has dear evenings, noons below zero in summer, and tomorrow in the afternoon", async () => {
  const clock = { now: () => at('2026-06-01T12:00') }
  const model = await startModelSpotMarket(clock)
  const modelled = createEnergyCharts({ baseUrl: model.url, key: 'modelled', now: clock.now })
  const signal = new AbortController().signal
  const read = () => modelled.fetchDays(findBiddingZone('SI')!, '2025-06-01', '2026-06-02', signal)
  const found = await read()
  expect(found).toHaveLength(366)
  expect(found.every(({ missing, source: by }) => missing === 0 && by === 'modelled')).toBe(true)
  expect([found[0]!.unitSeconds, found.at(-1)!.unitSeconds]).toEqual([3600, 900])
  const summer = found.slice(0, 60)
  const mean = (hour: number) =>
    summer.reduce((sum, { prices }) => sum + prices[hour]!, 0) / summer.length / 1e5
  expect(mean(20)).toBeGreaterThan(mean(13) + 60)
  expect(summer.filter(({ prices }) => prices.some((price) => price < 0)).length).toBeGreaterThan(10)
  expect(await read()).toEqual(found)
  clock.now = () => at('2026-06-01T13:30')
  expect((await read()).at(-1)!.day).toBe('2026-06-02')
  // Made up, they are nobody's to give away, although those of Energy-Charts for the zone are.
  const order = { order: ['modelled'], now: 0 }
  const austrian = found.slice(-1)
  await storeSpotDays(server.db, 'AT', austrian, order)
  const from = austrian[0]!.startMs
  const query = { region: 'AT', from, to: from + 900_000 }
  const { data } = await ana.call('GET /pricing/spot-market/prices', { query })
  expect(data.sources).toMatchObject([{ source: 'modelled', is_free: false }])
  await model.close()
})
