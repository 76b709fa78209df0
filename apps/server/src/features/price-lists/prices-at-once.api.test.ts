import type { Actor } from '@ohmstead/domain/access/permission'
import type { EnergyPrice, NetworkTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint } from '../../testing/insert-metering-point.ts'
import { oneTariff, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestAnswer, TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { setLocationPricing } from '../location-pricing/location-pricing-queries.ts'
import { createRatePlan } from '../rate-plans/change-rate-plan.ts'
import { createPriceList } from './change-price-list.ts'

// Of two who write at one moment the second waits, and then is told what the first has done.

const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let root: TestClient
let userId: number
let locationId: number

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  userId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'root@test.si', 'ROLE_SUPER_ADMIN')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId: userId })
  owner = server.client()
  root = server.client()
  await owner.signIn('owner@test.si')
  await root.signIn('root@test.si')
})
afterAll(() => server.stop())

/** What the second is answered, who begins before the first has ended. */
async function answerOfSecond(
  first: (tx: Queryable) => Promise<unknown>,
  second: () => Promise<TestAnswer<unknown>>,
): Promise<string | number> {
  const { status, error } = await (
    await server.db.transaction(async (tx) => {
      await first(tx)
      const answer = second()
      await waitUntilBlocked(tx)
      return { answer }
    })
  ).answer
  return error?.code ?? status
}

const addList = async () =>
  (await owner.call('POST /pricing/price-lists', { body: writtenList })).data.priceList.id
const who = () => {
  const actor: Actor = { userId, roles: ['ROLE_USER_BASIC'], companyIds: [], locations: [] }
  return { actor, audit: { actor, address: null, at: now } }
}
const takeList = (tx: Queryable, priceListId: number) => {
  const entries = [{ priceListId, validFrom: '2026-07-01', validTo: null }]
  return createRatePlan(tx, who(), { companyId: null, userId }, { name: 'Plan', entries, reason: null })
}
const writeList = (tx: Queryable, terms: { buy?: EnergyPrice; network?: NetworkTerms }) => {
  const content = { ...writtenList, terms: { ...oneTariff, ...terms } }
  return createPriceList(tx, who(), { companyId: null, userId }, content, null)
}

test('a list that a plan is taking keeps its days', async () => {
  const priceListId = await addList()
  const shorten = () =>
    owner.call('PUT /pricing/price-lists/:priceListId', {
      params: { priceListId },
      body: { ...writtenList, validTo: '2026-08-31', version: 1 },
    })
  expect(await answerOfSecond((tx) => takeList(tx, priceListId), shorten)).toBe('price_list_days_used')
})

test('a list that a plan is taking stays', async () => {
  const priceListId = await addList()
  const remove = () => owner.call('DELETE /pricing/price-lists/:priceListId', { params: { priceListId } })
  expect(await answerOfSecond((tx) => takeList(tx, priceListId), remove)).toBe('price_list_in_use')
})

test('a plan that a location is taking stays', async () => {
  const body = { name: 'Plan', entries: [] }
  const planId = (await owner.call('POST /pricing/plans', { body })).data.ratePlan.id
  const settings = { ratePlanId: planId, abstractDeviceId: null, manualPoint: null }
  const remove = () => owner.call('DELETE /pricing/plans/:planId', { params: { planId } })
  const take = (tx: Queryable) => setLocationPricing(tx, locationId, settings, { version: 0, now })
  expect(await answerOfSecond(take, remove)).toBe('rate_plan_in_use')
})

test('a time-of-use plan that a list is taking stays, with its blocks', async () => {
  const made = { color: '#aabbcc', countryCode: null, holidayWeekday: null }
  const plan = (await root.call('POST /timeplans', { body: { title: 'T', ...made } })).data.timePlan
  const params = { timePlanId: plan.id }
  const season = { version: 1, title: 'S', validFrom: '2026-01-01', repeatsYearly: true }
  await root.call('POST /timeplans/:timePlanId/seasons', { params, body: season })
  const { block } = (
    await root.call('POST /timeplans/:timePlanId/blocks', {
      params,
      body: { version: 2, type: 'PRICING_ENERGY', title: 'B', color: '#aabbcc', value: null, tiers: [] },
    })
  ).data
  const prices = [{ blockId: block.id, price: '0.1', tiers: [] }]
  const buy: EnergyPrice = { kind: 'time_of_use', timePlanId: plan.id, prices, substitute: null }
  const query = { version: 3 }
  const removeBlock = () =>
    root.call('DELETE /timeplans/:timePlanId/blocks/:blockId', {
      params: { ...params, blockId: block.id },
      query,
    })
  expect(await answerOfSecond((tx) => writeList(tx, { buy }), removeBlock)).toBe('block_in_use')
  await server.db.run(sql`delete from price_list where terms -> 'buy' ->> 'kind' = 'time_of_use'`)
  const remove = () => root.call('DELETE /timeplans/:timePlanId', { params, query })
  expect(await answerOfSecond((tx) => writeList(tx, { buy }), remove)).toBe('time_plan_in_use')
})

test('a network tariff that a list is taking stays', async () => {
  const prices = { energy: null, power: null, monthlyFee: '1' }
  const period = { validFrom: '2026-01-01', validTo: null, prices, source: 'test' }
  const { networkTariff } = (
    await root.call('POST /pricing/network-tariffs', {
      body: { name: 'N', countryCode: 'SI', operator: 'O', currency: 'EUR', periods: [period] },
    })
  ).data
  const network: NetworkTerms = { kind: 'tariff', networkTariffId: networkTariff.id }
  const remove = () =>
    root.call('DELETE /pricing/network-tariffs/:networkTariffId', {
      params: { networkTariffId: networkTariff.id },
    })
  expect(await answerOfSecond((tx) => writeList(tx, { network }), remove)).toBe('network_tariff_in_use')
})

test('a metering point that another location is taking is not joined a second time', async () => {
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Veter')
  const home = { companyId, locationGroupId: rootGroupId, ownerId: userId }
  const [first, second] = [await insertLocation(db, home), await insertLocation(db, home)]
  const abstractDeviceId = await insertMeteringPoint(db, userId, '4-0000001')
  const client = server.client()
  await client.signIn('owner@test.si')
  const settings = { ratePlanId: null, abstractDeviceId, manualPoint: null }
  const join = () =>
    client.call('PUT /locations/:locationId/pricing/metering-point', {
      params: { locationId: second },
      body: { abstractDeviceId, version: 0 },
    })
  const take = (tx: Queryable) => setLocationPricing(tx, first, settings, { version: 0, now })
  expect(await answerOfSecond(take, join)).toBe('metering_point_joined')
})
