import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { assignPlan, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { handOverPrices } from '../price-lists/hand-over-prices.ts'

let server: TestServer
let companyId: number
let homeId: number
let ownerId: number
let aggregator: TestClient
let owner: TestClient
let viewer: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  const { db } = server
  const company = await insertCompany(db, 'Sonce')
  companyId = company.companyId
  await insertUser(db, 'agg@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  homeId = await insertLocation(db, { companyId, locationGroupId: company.rootGroupId })
  await shareLocation(db, viewerId, homeId)
  const signedIn = async (email: string) => {
    const client = server.client()
    await client.signIn(email)
    return client
  }
  aggregator = await signedIn('agg@test.si')
  owner = await signedIn('owner@test.si')
  viewer = await signedIn('viewer@test.si')
  stranger = await signedIn('stranger@test.si')
})
afterAll(() => server.stop())

async function addList(client: TestClient, name: string): Promise<number> {
  const body = { ...writtenList, name } as never
  return (await client.call('POST /pricing/price-lists', { body })).data.priceList.id
}
const forever = (priceListId: number) => ({ priceListId, validFrom: '2026-01-01', validTo: null })
async function addPlan(client: TestClient, priceListId: number, more: { companyId?: number } = {}) {
  const body = { name: 'Plan', entries: [forever(priceListId)], companyId: null, ...more }
  return (await client.call('POST /pricing/plans', { body })).data.ratePlan.id
}
const put = (client: TestClient, planId: number, version: number, priceListId: number, reason?: string) =>
  client.call('PUT /pricing/plans/:planId', {
    params: { planId },
    body: { name: 'Plan', entries: [forever(priceListId)], version, reason: reason ?? null },
  })
const ask = (client: TestClient, planId: number) =>
  client.call('GET /pricing/plans/:planId/versions', { params: { planId } })
const told = async (client: TestClient, planId: number) =>
  (await ask(client, planId)).data.versions.map(({ version, entries, changedBy, reason }) => [
    version,
    entries.map(({ priceListName }) => priceListName),
    changedBy,
    reason,
  ])

test('each save is a version, with its entries, writer and reason; a stale save is refused', async () => {
  const [first, second] = [await addList(owner, 'First'), await addList(owner, 'Second')]
  const planId = await addPlan(owner, first)
  await put(owner, planId, 1, second, 'Cheaper')
  expect((await put(owner, planId, 1, first)).error?.code).toBe('edited_meanwhile')
  expect(await told(owner, planId)).toEqual([
    [2, ['Second'], 'Ana', 'Cheaper'],
    [1, ['First'], 'Ana', null],
  ])
  const { data } = await ask(owner, planId)
  expect(data.versions[1]!.entries).toEqual([{ ...forever(first), priceListName: 'First' }])
  expect(data.versions[1]!.changedAt).toBe(Date.UTC(2026, 5, 1, 12))
  await owner.call('DELETE /pricing/price-lists/:priceListId', { params: { priceListId: first } })
  expect((await told(owner, planId))[1]).toEqual([1, ['First'], 'Ana', null])
})

test('versions are read by whoever may read the plan: without writers, and with the lists they may read', async () => {
  const [hidden, shown] = [await addList(owner, 'Hidden'), await addList(owner, 'Shown')]
  const planId = await addPlan(owner, hidden)
  await put(owner, planId, 1, shown)
  for (const client of [aggregator, viewer, stranger])
    expect((await ask(client, planId)).error?.code).toBe('not_found')
  await assignPlan(server.db, homeId, planId)
  for (const client of [aggregator, viewer])
    expect(await told(client, planId)).toEqual([
      [2, ['Shown'], null, null],
      [1, [null], null, null],
    ])
  expect((await ask(stranger, planId)).error?.code).toBe('not_found')
  await server.db.run(sql`delete from location_pricing where location_id = ${homeId}`)
})

test('of a plan that was written very often only the newest versions are told', async () => {
  const planId = await addPlan(owner, await addList(owner, 'Often'))
  await server.db.run(sql`
    insert into rate_plan_version (rate_plan_id, version, name, entries, changed_at)
    select rate_plan_id, version + n, name, entries, changed_at
    from rate_plan_version, generate_series(1, 150) as n where rate_plan_id = ${planId}`)
  const versions = (await ask(owner, planId)).data.versions.map(({ version }) => version)
  expect(versions).toEqual(Array.from({ length: 100 }, (_, place) => 151 - place))
})

test('versions of a plan that stays lose the name of a person whose account is deleted', async () => {
  const { db } = server
  const [before, kept] = [await addList(owner, 'Before'), await addList(owner, 'Kept')]
  const planId = await addPlan(owner, before)
  await put(owner, planId, 1, kept)
  await assignPlan(db, homeId, planId)
  await db.transaction(async (tx) => {
    await handOverPrices(tx, ownerId)
    await tx.run(sql`delete from app_user where id = ${ownerId}`)
  })
  expect(await told(aggregator, planId)).toEqual([
    [2, ['Kept'], null, null],
    [1, [null], null, null],
  ])
  const texts = await db.rows<{ text: string }>(sql`select entries::text as text from rate_plan_version`)
  expect(texts.map(({ text }) => text).join()).not.toContain('Before')
})
