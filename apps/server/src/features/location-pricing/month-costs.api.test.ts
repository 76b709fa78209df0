import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { flatTerms, insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertGroup, insertLocation, insertUser } from '../../testing/test-world.ts'
import { selectFingerprints } from './price-fingerprints.ts'

let server: TestServer
let aggregator: TestClient
let companyId: number
let northId: number
let foreignGroupId: number
let ownerId: number
let listId: number
let planId: number
let homeId: number
const until = Date.parse('2026-04-21T10:00+02:00')

// Half a kilowatt in every quarter-hour of April: 245 kWh up to the 21st at ten o'clock.
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  server.clock.time = until + 7 * 60_000
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const company = await insertCompany(db, 'Sonce')
  const other = await insertCompany(db, 'Luna')
  companyId = company.companyId
  foreignGroupId = other.rootGroupId
  northId = await insertGroup(db, companyId, company.rootGroupId, 'North')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  listId = await insertPriceList(db, { companyId }, { hasExportPrice: true, sell: flatTerms.buy })
  planId = await insertRatePlan(db, { companyId }, [
    { priceListId: listId, validFrom: '2026-01-01', validTo: null },
  ])
  homeId = await place('Home', { planId, groupId: northId, powerKw: 0.5 })
  await place('Farm', { planId, groupId: company.rootGroupId, powerKw: 1 })
  await place('Mill', { planId: await planIn('CHF'), groupId: company.rootGroupId, powerKw: 2 })
  await place('New', { planId, groupId: company.rootGroupId, powerKw: null })
  await place('Bare', { planId: null, groupId: company.rootGroupId, powerKw: null })
  const foreign = { companyId: other.companyId, locationGroupId: other.rootGroupId, name: 'Foreign' }
  await insertLocation(db, foreign)
  aggregator = server.client()
  await aggregator.signIn('aggregator@test.si')
})
afterAll(() => server.stop())
beforeEach(() => {
  server.clock.time = until + 7 * 60_000
})

async function planIn(currency: CurrencyCode) {
  const priceListId = await insertPriceList(server.db, { companyId }, { currency }, currency)
  return insertRatePlan(server.db, { companyId }, [{ priceListId, validFrom: '2026-01-01', validTo: null }])
}

interface Place {
  planId: number | null
  groupId: number
  powerKw: number | null
}
async function place(name: string, { planId, groupId, powerKw }: Place) {
  const { db } = server
  const id = await insertLocation(db, { companyId, locationGroupId: groupId, name })
  const deviceId = await insertMeteringPoint(db, ownerId, `4-000000${id}`)
  if (powerKw !== null)
    await insertQuarterHours(
      db,
      deviceId,
      ['2026-04-01', '2026-04-22'],
      () => powerKw,
      () => powerKw / 2,
    )
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${id}, ${planId}, ${deviceId}, now())`)
  return id
}

const params = () => ({ companyId })
const list = async (query: Record<string, string | number> = {}) =>
  (await aggregator.call('GET /companies/:companyId/pricing/costs', { params: params(), query })).data
const jobsAreDone = () =>
  vi.waitFor(async () => {
    const { jobs } = (await aggregator.call('GET /jobs')).data
    expect(jobs.filter(({ state }) => state !== 'done')).toEqual([])
  }, 20_000)
const refresh = async () => {
  const { data } = await aggregator.call('POST /companies/:companyId/pricing/costs/refresh', {
    params: params(),
  })
  await jobsAreDone()
  return data.jobId
}
const rowOf = ({ rows }: Awaited<ReturnType<typeof list>>, name: string) =>
  rows.find((row) => row.name === name)!

test('before it is worked out every location stands there without a figure, and no sum', async () => {
  const costs = await list()
  expect(costs.rows.map(({ name, hasPlan, cost }) => [name, hasPlan, cost])).toEqual([
    ['Bare', false, null],
    ['Farm', true, null],
    ['Home', true, null],
    ['Mill', true, null],
    ['New', true, null],
  ])
  expect(costs).toMatchObject({ total: 5, sums: [], uncounted: { noPlan: 1, notWorkedOut: 4 } })
})

test('a job works it out; sums are of one currency, and say what is in none', async () => {
  expect(await refresh()).not.toBeNull()
  const costs = await list()
  expect(rowOf(costs, 'Home').cost).toEqual({
    ...{ month: '2026-04', until, currency: 'EUR', isProvisional: false, isOutdated: false, missing: [] },
    // 490 hours of half a kilowatt at 0.12, and half of that fed in.
    ...{ importCost: '29.4', exportRevenue: '14.7' },
  })
  expect(rowOf(costs, 'New').cost).toMatchObject({ importCost: null, missing: [{ kind: 'noReadings' }] })
  const both = { provisional: 0, fromUntil: until, toUntil: until }
  expect(costs.sums).toEqual([
    { currency: 'EUR', importCost: '88.2', exportRevenue: '44.1', locations: 2, ...both },
    { currency: 'CHF', importCost: '117.6', exportRevenue: '0', locations: 1, ...both },
  ])
  expect(costs.uncounted).toEqual({ noPlan: 1, notWorkedOut: 0, outdated: 0, unknown: 1 })
})

test('a sum is that of the amounts in its rows, each in cents', async () => {
  const { db } = server
  const costs = await db.rows<{ id: number; cost: string }>(sql`
    select location_id as id, import_cost as cost from location_cost where import_cost is not null`)
  for (const { id, cost } of costs)
    await db.run(sql`update location_cost set import_cost = ${`${cost}04`} where location_id = ${id}`)
  const { rows, sums } = await list()
  expect(['Home', 'Farm'].map((name) => rows.find((row) => row.name === name)!.cost!.importCost)).toEqual([
    '29.404',
    '58.804',
  ])
  expect(sums[0]).toMatchObject({ currency: 'EUR', importCost: '88.2' })
  for (const { id, cost } of costs)
    await db.run(sql`update location_cost set import_cost = ${cost} where location_id = ${id}`)
})

test('is that of the location itself', async () => {
  const own = await aggregator.call('GET /locations/:locationId/pricing/costs', {
    params: { locationId: homeId },
    query: { from: Date.parse('2026-04-01T00:00+02:00'), to: until, interval: 900 },
  })
  expect(rowOf(await list(), 'Home').cost).toMatchObject(own.data.totals)
})

test('a group, a search and an order choose among them, and the sums follow', async () => {
  const north = await list({ locationGroupId: northId })
  expect(north.rows.map(({ name }) => name)).toEqual(['Home'])
  expect(north.sums).toMatchObject([{ importCost: '29.4', locations: 1 }])
  expect(await list({ locationGroupId: foreignGroupId })).toMatchObject({ rows: [], total: 0, sums: [] })
  expect(await list({ search: 'fAr' })).toMatchObject({ total: 1, rows: [{ name: 'Farm' }] })
  const dearest = await list({ sort: 'importCost', direction: 'desc' })
  expect(dearest.rows.map(({ name }) => name)).toEqual(['Mill', 'Farm', 'Home', 'Bare', 'New'])
  expect(await list({ page: 2 })).toMatchObject({ rows: [], total: 5 })
})

test('a corrected price list works them out again with the months before', async () => {
  const answer = await aggregator.call('PUT /pricing/price-lists/:priceListId', {
    params: { priceListId: listId },
    body: {
      ...{ name: 'Flat', utility: 'GEN-I', countryCode: 'SI', validFrom: '2020-01-01', validTo: null },
      terms: { ...flatTerms, buy: { kind: 'fixed', t0: '0.20', t1: null, t2: null } },
      ...{ reason: null, version: 1 },
    },
  })
  expect(answer.status).toBe(200)
  await jobsAreDone()
  const costs = await list()
  expect(rowOf(costs, 'Home').cost).toMatchObject({ importCost: '49', isOutdated: false })
  expect(costs.sums).toMatchObject([{ importCost: '147' }, { currency: 'CHF' }])
})

test.each([
  ['a list', () => sql`update price_list set version = version + 1 where id = ${listId}`],
  [
    'the plan',
    () => sql`update rate_plan_entry set valid_from = '2026-01-02' where rate_plan_id = ${planId}`,
  ],
  [
    'the point',
    () => sql`update abstract_device set manual_info = manual_info || '{"userGroup": 1}'::jsonb
      where id = (select abstract_device_id from location_pricing where location_id = ${homeId})`,
  ],
  [
    'its official readings',
    () => sql`update abstract_device set readings_to = '2026-04-20'
      where id = (select abstract_device_id from location_pricing where location_id = ${homeId})`,
  ],
  [
    'the first day of its official readings',
    () => sql`update abstract_device set readings_from = '2026-04-02'
      where id = (select abstract_device_id from location_pricing where location_id = ${homeId})`,
  ],
  ['the time zone', () => sql`update location set time_zone = 'Europe/London' where id = ${homeId}`],
  ['an exchange rate', () => sql`insert into exchange_rate values ('CHF', 'EUR', '2026-04-02', 1.05, 'ECB')`],
  ['the rate of a day', () => sql`update exchange_rate set rate = 1.06 where from_currency = 'CHF'`],
])(
  'a change of %s that no job has seen yet makes the figure outdated, and none of a sum',
  async (_, change) => {
    await refresh()
    expect(rowOf(await list(), 'Home').cost).toMatchObject({ isOutdated: false })
    await server.db.run(change())
    const costs = await list()
    expect(rowOf(costs, 'Home').cost).toMatchObject({ isOutdated: true })
    expect(costs.uncounted.outdated).toBeGreaterThan(0)
    expect(costs.sums.find(({ currency }) => currency === 'EUR')?.locations ?? 0).toBeLessThan(2)
    // Each location is in one sum, or has one reason why it is in none.
    const counted = [...costs.sums.map(({ locations }) => locations), ...Object.values(costs.uncounted)]
    expect(counted.reduce((all, count) => all + count)).toBe(costs.total)
    await refresh()
    expect(rowOf(await list(), 'Home').cost).toMatchObject({ isOutdated: false })
  },
)

test('a location that is being deleted is neither listed nor worked out', async () => {
  const { total } = await list()
  const jobOf = (id: number | null) => server.db.row(sql`select total from job where id = ${id}`)
  const before = await jobOf(await refresh())
  await server.db.run(sql`update location set deletion_due_at = now() where name = 'Farm'`)
  const costs = await list()
  expect(costs.total).toBe(total - 1)
  expect(rowOf(costs, 'Farm')).toBeUndefined()
  expect([before, await jobOf(await refresh())]).toEqual([{ total: 4 }, { total: 3 }])
  await server.db.run(sql`update location set deletion_due_at = null`)
})

test('market prices and a time-of-use plan that a list names count as well, others do not', async () => {
  const { db } = server
  const market = (region: string, day: string) => sql`
    insert into spot_day (region, day, source, version, is_current, currency, starts_at, unit_seconds, prices, missing,
      fetched_at)
    values (${region}, ${day}, 'made', 1, true, 'EUR', ${day}::date, 3600, ''::bytea, 0, now())`
  const terms = { buy: { kind: 'spot_market', region: 'SI' }, network: { energy: { timePlanId: 0 } } }
  const timePlan = await db.row<{ id: number }>(sql`
    insert into time_plan (title, color, created_at, updated_at) values ('Day', '#112233', now(), now()) returning id`)
  terms.network.energy.timePlanId = timePlan!.id
  await db.run(sql`
    update price_list set terms = terms || ${JSON.stringify(terms)}::jsonb where id = ${listId}`)
  const print = async () =>
    (
      await db.row<{ fingerprint: string }>(
        selectFingerprints(
          sql`select ${homeId}::int as location_id, ${new Date(until)}::timestamptz as until`,
        ),
      )
    )?.fingerprint
  const first = await print()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  for (const [region, day] of [
    ['AT', '2026-04-20'],
    ['SI', '2026-03-31'],
    ['SI', '2026-04-22'],
  ] as const)
    await db.run(market(region, day))
  expect(await print()).toBe(first)
  await db.run(market('SI', '2026-04-20'))
  const second = await print()
  expect(second).not.toBe(first)
  await db.run(sql`update time_plan set version = version + 1`)
  const third = await print()
  expect(third).not.toBe(second)
  const tariff = await db.row<{ id: number }>(sql`
    insert into network_tariff (name, country_code, operator, currency, periods, created_at, updated_at)
    values ('Home', 'SI', 'O', 'EUR', '[]', now(), now()) returning id`)
  const network = { kind: 'tariff', networkTariffId: tariff!.id }
  await db.run(sql`
    update price_list set terms = terms || ${JSON.stringify({ network })}::jsonb where id = ${listId}`)
  const fourth = await print()
  await db.run(sql`update network_tariff set version = version + 1`)
  expect(await print()).not.toBe(fourth)
})

test('a point with yearly net metering is marked, whoever says so', async () => {
  const set = (column: 'portal_info' | 'manual_info', is: boolean | null) =>
    server.db.run(sql`
      update abstract_device set ${rawSql(column)} = ${rawSql(column)} || ${JSON.stringify({ netMetering: is })}::jsonb
      where id = (select abstract_device_id from location_pricing where location_id = ${homeId})`)
  const isMarked = async () => rowOf(await list(), 'Home').isNetted
  expect(await isMarked()).toBe(false)
  await set('manual_info', true)
  expect(await isMarked()).toBe(true)
  await set('portal_info', false)
  expect(await isMarked()).toBe(false)
  await set('portal_info', true)
  expect(await isMarked()).toBe(true)
})

test('in the next month nothing is worked out yet', async () => {
  server.clock.time = Date.parse('2026-05-01T02:20+02:00')
  await aggregator.signIn('aggregator@test.si')
  expect(await list()).toMatchObject({ sums: [], uncounted: { noPlan: 1, notWorkedOut: 4, outdated: 0 } })
})

test('only who runs the company sees it and works it out', async () => {
  const owner = server.client()
  await owner.signIn('owner@test.si')
  const get = await owner.call('GET /companies/:companyId/pricing/costs', { params: params() })
  const post = await owner.call('POST /companies/:companyId/pricing/costs/refresh', { params: params() })
  // A company without a location of one's own does not exist.
  expect([get.status, post.status]).toEqual([404, 404])
})
