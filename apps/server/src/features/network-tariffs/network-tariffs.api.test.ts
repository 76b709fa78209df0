import type { ExchangeRateView } from '@ohmstead/contract/network-tariffs'
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

type Rate = ExchangeRateView & { replaces: string | null }
const setRate = (body: Rate) => admin.call('PUT /pricing/exchange-rates', { body })
const removeRate = ({ from, to, day, rate }: Rate, client = admin) =>
  client.call('DELETE /pricing/exchange-rates/:from/:to/:day', { params: { from, to, day }, query: { rate } })
const readRates = async () => (await owner.call('GET /pricing/exchange-rates')).data.exchangeRates
const pln: Rate = {
  ...{ from: 'EUR', to: 'PLN', day: '2026-11-20', rate: '4.2512', source: 'ECB', replaces: null },
}

test('exchange rates are entered with day and source, and corrected', async () => {
  const { replaces: _, ...rate } = pln
  await setRate({ ...pln, rate: '4.2' })
  await setRate({ ...pln, day: '2026-11-19' })
  await setRate({ ...pln, replaces: '4.20' })
  expect(await readRates()).toEqual([rate, { ...rate, day: '2026-11-19' }])
  // More digits than are stored would overflow, or leave a rate of 0.
  const rates = ['0', '-1', '10000000000', '999999999999999', '0.000000001'].map((one) => ({ rate: one }))
  for (const wrong of [...rates, { to: 'EUR' as const }])
    expect((await setRate({ ...pln, ...wrong })).error).toMatchObject({ code: 'invalid_request' })
  expect((await owner.call('PUT /pricing/exchange-rates', { body: pln })).error).toMatchObject({
    code: 'not_allowed',
  })
})

test('a corrected exchange rate has its new source; the largest and the finest are taken as they are', async () => {
  const day = '2026-09-01'
  const stored = async () => (await readRates()).find((one) => one.day === day)
  await setRate({ ...pln, day, rate: '9999999999' })
  expect(await stored()).toMatchObject({ rate: '9999999999', source: 'ECB' })
  await setRate({ ...pln, day, rate: '0.12345678', source: 'NBP', replaces: '9999999999' })
  expect(await stored()).toMatchObject({ rate: '0.12345678', source: 'NBP' })
})

test('an exchange rate that somebody else has entered or corrected meanwhile is not replaced unseen', async () => {
  const day = '2026-10-05'
  const [, second] = await Promise.all(['4.1', '4.2'].map((rate) => setRate({ ...pln, day, rate }))).then(
    (answers) => answers.toSorted((one, other) => one.status - other.status),
  )
  expect(second!.error).toEqual({ code: 'edited_meanwhile' })
  const [stored] = (await readRates()).filter((one) => one.day === day)
  expect((await setRate({ ...pln, day, replaces: '9' })).error?.code).toBe('edited_meanwhile')
  expect((await removeRate({ ...pln, day, rate: '9' })).error?.code).toBe('edited_meanwhile')
  expect((await readRates()).filter((one) => one.day === day)).toEqual([stored])
  // One that was removed meanwhile cannot be replaced either.
  expect((await setRate({ ...pln, day: '2026-10-06', replaces: '4' })).error?.code).toBe('edited_meanwhile')
})

test('an exchange rate is removed by administrators, with what it was in the audit log', async () => {
  const hrk: Rate = { ...pln, to: 'HRK', day: '2022-12-30', rate: '7.5365' }
  await setRate(hrk)
  expect((await removeRate(hrk, owner)).error?.code).toBe('not_allowed')
  const { data } = await removeRate({ ...hrk, rate: '7.53650' })
  expect(data.exchangeRates.filter(({ to }) => to === 'HRK')).toEqual([])
  expect((await removeRate(hrk)).error?.code).toBe('not_found')
  for (const unknown of [{ day: '2022-02-30' }, { to: 'XXX' as 'HRK' }])
    expect((await removeRate({ ...hrk, ...unknown })).error?.code).toBe('not_found')
  expect((await removeRate({ ...hrk, rate: 'x' })).error?.fields).toEqual({ rate: 'double' })
  const [entry] = (await admin.call('GET /audit-log', { query: {} })).data.entries
  const { replaces: _, ...before } = hrk
  expect(entry).toMatchObject({ action: 'exchange_rate_deleted', before, after: null })
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
  await setRate({ ...rate, replaces: null })
  const { entries } = (await admin.call('GET /audit-log', { query: {} })).data
  expect(entries.slice(0, 4).map(({ action }) => action)).toEqual([
    'exchange_rate_changed',
    'network_tariff_deleted',
    'network_tariff_changed',
    'network_tariff_created',
  ])
})
