import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

// What lies behind a price list is corrected by a super admin: every location that it prices has its months priced anew.

let server: TestServer
let root: TestClient
let companyId: number
let locationId: number

// One kilowatt all March and April 2026: 743 and 720 kWh.
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const userId = await insertUser(db, 'root@test.si', 'ROLE_SUPER_ADMIN')
  const company = await insertCompany(db, 'Sonce')
  companyId = company.companyId
  locationId = await insertLocation(db, { companyId, locationGroupId: company.rootGroupId, ownerId: userId })
  const deviceId = await insertMeteringPoint(db, userId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-03-01', '2026-05-01'], () => 1)
  await db.run(sql`
    insert into location_pricing (location_id, abstract_device_id, updated_at) values (${locationId}, ${deviceId}, now())`)
  root = server.client()
  await root.signIn('root@test.si')
})
afterAll(() => server.stop())

/** Prices March by one list and everything after it by another. */
async function pricedBy(march: Partial<PriceListTerms>, later: Partial<PriceListTerms> = march) {
  const [first, second] = [
    await insertPriceList(server.db, { companyId }, march),
    await insertPriceList(server.db, { companyId }, later),
  ]
  const planId = await insertRatePlan(server.db, { companyId }, [
    { priceListId: first, validFrom: '2026-03-01', validTo: '2026-03-31' },
    { priceListId: second, validFrom: '2026-04-01', validTo: null },
  ])
  await server.db.run(sql`
    update location_pricing set rate_plan_id = ${planId} where location_id = ${locationId}`)
  return { planId, first, second }
}

/** What is kept once all jobs are done: the cause, then each month. */
async function repriced(): Promise<string[]> {
  await vi.waitFor(async () => {
    const open = await server.db.rows(sql`select id from job where state in ('queued', 'running')`)
    expect(open).toEqual([])
  }, 20_000)
  const params = { locationId }
  const { repricings } = (await root.call('GET /locations/:locationId/pricing/repricings', { params })).data
  await server.db.run(sql`delete from repricing`)
  return repricings.flatMap(({ cause, months }) => [
    'reason' in cause && cause.reason ? `${cause.kind}: ${cause.reason}` : cause.kind,
    ...months.map(({ month, before, after }) => `${month} ${before.amount} → ${after.amount}`),
  ])
}

const fixed = (t0: string) => ({ kind: 'fixed' as const, t0, t1: null, t2: null })

test('the value of a block in a time-of-use plan', async () => {
  const plan = { title: 'T', color: '#aabbcc', countryCode: null, holidayWeekday: null }
  const { id } = (await root.call('POST /timeplans', { body: plan })).data.timePlan
  const params = { timePlanId: id }
  const { season } = (
    await root.call('POST /timeplans/:timePlanId/seasons', {
      params,
      body: { version: 1, title: 'S', validFrom: '2026-01-01', repeatsYearly: true },
    })
  ).data
  const written = { type: 'PRICING_ENERGY' as const, title: 'B', color: '#aabbcc', tiers: [] }
  const { block } = (
    await root.call('POST /timeplans/:timePlanId/blocks', {
      params,
      body: { ...written, version: 2, value: '0.1' },
    })
  ).data
  const slots = [{ blockId: block.id, fromMinute: 0, toMinute: 1440 }]
  const days = ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({ seasonId: season.id, weekday, slots }))
  await root.call('PUT /timeplans/:timePlanId/slots', { params, body: { version: 3, days } })
  const price = { kind: 'time_of_use' as const, timePlanId: id, prices: [], substitute: null }
  await pricedBy({ buy: price })
  await repriced()
  const setValue = (value: string, version: number) =>
    root.call('PUT /timeplans/:timePlanId/blocks/:blockId', {
      params: { ...params, blockId: block.id },
      body: { ...written, version, value },
    })
  expect((await setValue('0.2', 4)).status).toBe(200)
  expect(await repriced()).toEqual(['timePlan', '2026-03 74.30 → 148.60', '2026-04 72.00 → 144.00'])
  // What changes no month is not kept.
  expect((await setValue('0.20', 5)).status).toBe(200)
  expect(await repriced()).toEqual([])
})

test('the lists of a utility rate plan, with the reason that was given', async () => {
  const { planId, first } = await pricedBy({ buy: fixed('0.1') }, { buy: fixed('0.2') })
  await repriced()
  const params = { planId }
  const body = {
    ...{ version: 1, name: 'P', reason: 'The contract was extended' },
    entries: [{ priceListId: first, validFrom: '2026-03-01', validTo: null }],
  }
  expect((await root.call('PUT /pricing/plans/:planId', { params, body })).status).toBe(200)
  expect(await repriced()).toEqual(['ratePlan: The contract was extended', '2026-04 144.00 → 72.00'])
})

test('a price of a network tariff', async () => {
  const tariff = (t0: string) => ({
    ...{ name: 'N', countryCode: 'SI', operator: 'O', currency: 'EUR' as const },
    periods: [
      {
        ...{ validFrom: '2026-01-01', validTo: '2026-03-31', source: 'test' },
        prices: { energy: fixed(t0), power: null, monthlyFee: null },
      },
    ],
  })
  const { id } = (await root.call('POST /pricing/network-tariffs', { body: tariff('0.1') })).data
    .networkTariff
  await pricedBy({ buy: fixed('0'), network: { kind: 'tariff', networkTariffId: id } }, { buy: fixed('0') })
  const body = { ...tariff('0.3'), version: 1 }
  const params = { networkTariffId: id }
  expect((await root.call('PUT /pricing/network-tariffs/:networkTariffId', { params, body })).status).toBe(
    200,
  )
  expect(await repriced()).toEqual(['networkTariff', '2026-03 74.30 → 222.90'])
})

test('an exchange rate, of either currency', async () => {
  const day = '2026-01-01'
  const setRate = (from: 'SEK' | 'CZK', rate: string, replaces: string | null = null) =>
    root.call('PUT /pricing/exchange-rates', {
      body: { from, to: 'EUR', day, rate, source: 'test', replaces },
    })
  await setRate('SEK', '0.1')
  await pricedBy({ currency: 'SEK', buy: fixed('1') }, { buy: fixed('0.1') })
  await repriced()
  expect((await setRate('SEK', '0.2', '0.1')).status).toBe(200)
  expect(await repriced()).toEqual(['exchangeRates', '2026-03 74.30 → 148.60'])
  await setRate('CZK', '0.04')
  expect(await repriced()).toEqual([])
  const sek = { params: { from: 'SEK' as const, to: 'EUR' as const, day }, query: { rate: '0.2' } }
  expect((await root.call('DELETE /pricing/exchange-rates/:from/:to/:day', sek)).status).toBe(200)
  expect(await repriced()).toEqual(['exchangeRates', '2026-03 148.60 → null'])
})
