import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignPlan, oneTariff, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let owner: TestClient
let stranger: TestClient
let homeId: number

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 10, 12) })
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  owner = server.client()
  await owner.signIn('owner@test.si')
  stranger = server.client()
  await stranger.signIn('stranger@test.si')
})
afterAll(() => server.stop())

const terms: PriceListTerms = {
  ...oneTariff,
  isMultiTariff: true,
  buy: { kind: 'fixed', t0: null, t1: '0.2', t2: '0.1' },
  buyFeePerKwh: '0.01',
  hasExportPrice: true,
  sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null },
  taxes: {
    published: false,
    rows: [{ name: 'VAT', kind: 'vat', rate: '22', validFrom: '2020-01-01', validTo: null }],
  },
}

async function ask(
  client: TestClient,
  more: Partial<{
    day: string
    locationId: number | null
    replaces: number | null
    terms: PriceListTerms
  }> = {},
) {
  const body = { countryCode: 'SI', terms, day: '2026-06-10', locationId: null, replaces: null, ...more }
  return client.call('POST /pricing/price-lists/preview', { body })
}

test('a day has the price of every quarter-hour, part by part', async () => {
  const { preview } = (await ask(owner)).data
  expect([preview.currency, preview.timeZone, preview.starts.length]).toEqual(['EUR', 'Europe/Ljubljana', 96])
  // (0.1 + 0.01) and (0.2 + 0.01), with VAT: at 05:45 and at 06:00.
  expect(preview.importPrice[23]).toBeCloseTo(0.1342, 10)
  expect(preview.importPrice[24]).toBeCloseTo(0.2562, 10)
  expect(preview.exportPrice[24]).toBeCloseTo(0.05, 10)
  const parts = preview.parts.map(({ part }) => part)
  expect(parts).toEqual(expect.arrayContaining(['energy', 'fees', 'vat']))
  const sums = preview.starts.map((_, at) => preview.parts.reduce((sum, { rates }) => sum + rates[at]!, 0))
  for (const [at, sum] of sums.entries()) expect(sum).toBeCloseTo(preview.importPrice[at]!, 10)
  expect(preview.lastMonth).toBeNull()
})

test('days of the clock change have 92 and 100 quarter-hours', async () => {
  expect((await ask(owner, { day: '2026-03-29' })).data.preview.starts.length).toBe(92)
  expect((await ask(owner, { day: '2026-10-25' })).data.preview.starts.length).toBe(100)
})

test('a price that is not known is null, with the reason once', async () => {
  const buy = { ...({ floor: null, hourlyCap: null, monthlyCap: null, substitute: null } as const) }
  const spot: PriceListTerms = {
    ...terms,
    buy: { kind: 'spot_market', region: 'SI', factor: '1', markup: '0', ...buy },
  }
  const { preview } = (await ask(owner, { terms: spot })).data
  expect(new Set(preview.importPrice)).toEqual(new Set([null]))
  expect(preview.missing).toEqual([{ kind: 'noSpotPrice', region: 'SI' }])
})

test('a location’s last month is compared under its plan and under the draft', async () => {
  const list = (
    await owner.call('POST /pricing/price-lists', {
      body: { ...writtenList, terms: oneTariff, companyId: null, supplyOfferId: null },
    })
  ).data.priceList
  const entries = [{ priceListId: list.id, validFrom: '2026-01-01', validTo: null }]
  const { ratePlan } = (
    await owner.call('POST /pricing/plans', { body: { name: 'P', entries, companyId: null } })
  ).data
  await assignPlan(server.db, homeId, ratePlan.id)
  const { preview } = (await ask(owner, { locationId: homeId })).data
  expect(preview.lastMonth).toMatchObject({ month: '2026-05', nowCurrency: 'EUR', isProvisional: true })
  const withFee = { ...oneTariff, monthlyFees: [{ name: 'Base', amount: '1.99' }] }
  const replaced = (await ask(owner, { locationId: homeId, terms: withFee, replaces: list.id })).data.preview
  expect(replaced.lastMonth?.month).toBe('2026-05')
})

test('a foreign location does not exist, and wrong terms are refused', async () => {
  expect((await ask(stranger, { locationId: homeId })).error?.code).toBe('not_found')
  expect((await ask(stranger, { locationId: 2_000_000 })).error?.code).toBe('not_found')
  const wrong = { ...terms, buyFeePerKwh: '1e9' }
  expect((await ask(owner, { terms: wrong })).error?.fields).toEqual({ 'terms.buyFeePerKwh': 'double' })
})
