import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'

let server: TestServer
let admin: TestClient
let owner: TestClient
let ownerId: number
beforeAll(async () => {
  server = await startTestServer()
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  ownerId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  admin = server.client()
  await admin.signIn('admin@test.si')
  owner = server.client()
  await owner.signIn('ana@test.si')
})
afterAll(() => server.stop())

const period = {
  validFrom: '2026-01-01',
  validTo: null as string | null,
  prices: {
    energy: { kind: 'fixed' as const, t0: '0.04', t1: null, t2: null },
    power: { basis: 'monthly_peak' as const, perKwMonth: '3.5', agreedKw: null, peaks: 1 },
    monthlyFee: '1.2',
  },
  source: 'hep.hr, decision of 2025-12-01',
}
const tariff = {
  name: 'Bijeli',
  countryCode: 'HR',
  operator: 'HEP ODS',
  currency: 'EUR' as const,
  periods: [period],
}
const create = async () =>
  (await admin.call('POST /pricing/network-tariffs', { body: tariff })).data.networkTariff
const list = async (client = owner) =>
  (await client.call('GET /pricing/network-tariffs', { query: { countryCode: 'HR' } })).data.networkTariffs

test('a tariff is added, read by everybody, corrected and removed', async () => {
  const { id, version } = await create()
  expect(await list()).toEqual([{ ...tariff, id, version: 1 }])
  const later = { ...period, validFrom: '2027-01-01' }
  const { data } = await admin.call('PUT /pricing/network-tariffs/:networkTariffId', {
    params: { networkTariffId: id },
    body: { ...tariff, version, periods: [{ ...period, validTo: '2026-12-31' }, later] },
  })
  expect(data.networkTariff).toMatchObject({ version: 2, periods: [{ validTo: '2026-12-31' }, later] })
  const stale = await admin.call('PUT /pricing/network-tariffs/:networkTariffId', {
    params: { networkTariffId: id },
    body: { ...tariff, version },
  })
  expect(stale.error).toEqual({ code: 'edited_meanwhile' })
  await admin.call('DELETE /pricing/network-tariffs/:networkTariffId', { params: { networkTariffId: id } })
  expect(await list()).toEqual([])
})

test('one that a price list uses stays', async () => {
  const { id } = await create()
  await server.db.run(sql`
    insert into price_list (user_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
    values (${ownerId}, 'L', 'U', 'HR', '2026-01-01', ${JSON.stringify({ network: { kind: 'tariff', networkTariffId: id } })}::jsonb,
      now(), now())`)
  const remove = () =>
    admin.call('DELETE /pricing/network-tariffs/:networkTariffId', { params: { networkTariffId: id } })
  expect((await remove()).error).toEqual({ code: 'network_tariff_in_use' })
  await server.db.run(sql`delete from price_list`)
  expect((await remove()).error).toBeNull()
})

test.each([
  [
    'periods that overlap',
    { periods: [period, { ...period, validFrom: '2026-06-01' }] },
    'periods.1.validFrom',
  ],
  ['no period', { periods: [] }, 'periods'],
  ['an end before its beginning', { periods: [{ ...period, validTo: '2025-01-01' }] }, 'periods.0.validTo'],
  [
    'blocks of a plan that does not exist',
    {
      periods: [
        {
          ...period,
          prices: {
            ...period.prices,
            energy: { kind: 'time_of_use' as const, timePlanId: 999_999, prices: [], substitute: null },
          },
        },
      ],
    },
    'periods.0.prices.energy.timePlanId',
  ],
])('refuses %s', async (_, part, field) => {
  const { error } = await admin.call('POST /pricing/network-tariffs', { body: { ...tariff, ...part } })
  expect(error).toMatchObject({ code: 'invalid_request', fields: { [field]: expect.any(String) } })
  expect(await list()).toEqual([])
})

test('exchange rates are entered with day and source, and corrected', async () => {
  const rate = { from: 'EUR' as const, to: 'PLN' as const, day: '2026-11-20', rate: '4.2512', source: 'ECB' }
  await admin.call('PUT /pricing/exchange-rates', { body: { ...rate, rate: '4.2' } })
  await admin.call('PUT /pricing/exchange-rates', { body: { ...rate, day: '2026-11-19' } })
  await admin.call('PUT /pricing/exchange-rates', { body: rate })
  const { data } = await owner.call('GET /pricing/exchange-rates')
  expect(data.exchangeRates).toEqual([rate, { ...rate, day: '2026-11-19' }])
  // More digits than are stored would overflow, or leave a rate of 0.
  const rates = ['0', '-1', '10000000000', '999999999999999', '0.000000001'].map((one) => ({ rate: one }))
  for (const wrong of [...rates, { to: 'EUR' as const }])
    expect(
      (await admin.call('PUT /pricing/exchange-rates', { body: { ...rate, ...wrong } })).error,
    ).toMatchObject({ code: 'invalid_request' })
  expect((await owner.call('PUT /pricing/exchange-rates', { body: rate })).error).toMatchObject({
    code: 'not_allowed',
  })
})

test('a correction is checked as a new tariff is, what is not there is not deleted, and all is in the audit log', async () => {
  const { id, version } = await create()
  const put = (more: object) =>
    admin.call('PUT /pricing/network-tariffs/:networkTariffId', {
      params: { networkTariffId: id },
      body: { ...tariff, version, ...more },
    })
  const twice = await put({ periods: [period, period] })
  expect(twice.error?.fields).toEqual({ 'periods.1.validFrom': 'is_not' })
  await put({ name: 'Crveni' })
  const remove = () =>
    admin.call('DELETE /pricing/network-tariffs/:networkTariffId', { params: { networkTariffId: id } })
  await remove()
  expect((await remove()).error?.code).toBe('not_found')
  const rate = { from: 'EUR' as const, to: 'CZK' as const, day: '2026-11-20', rate: '25', source: 'ECB' }
  await admin.call('PUT /pricing/exchange-rates', { body: rate })
  const { entries } = (await admin.call('GET /audit-log', { query: {} })).data
  expect(entries.slice(0, 4).map(({ action }) => action)).toEqual([
    'exchange_rate_changed',
    'network_tariff_deleted',
    'network_tariff_changed',
    'network_tariff_created',
  ])
})
