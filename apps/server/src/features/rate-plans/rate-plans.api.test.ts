import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignPlan, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

let server: TestServer
let companyId: number
let homeId: number
let aggregator: TestClient
let stranger: TestClient
let owner: TestClient
let viewer: TestClient
/** Of the company, valid from 2026 on; of the owner, valid in 2026. */
let companyList: number
let ownList: number

async function signedIn(email: string): Promise<TestClient> {
  const client = server.client()
  await client.signIn(email)
  return client
}

async function addList(client: TestClient, more: object): Promise<number> {
  const body = { ...writtenList, ...more } as never
  return (await client.call('POST /pricing/price-lists', { body })).data.priceList.id
}

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  const { db } = server
  const company = await insertCompany(db, 'Sonce')
  companyId = company.companyId
  await insertUser(db, 'agg@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER')
  homeId = await insertLocation(db, { companyId, locationGroupId: company.rootGroupId, ownerId })
  await shareLocation(db, viewerId, homeId)
  aggregator = await signedIn('agg@test.si')
  stranger = await signedIn('stranger@test.si')
  owner = await signedIn('owner@test.si')
  viewer = await signedIn('viewer@test.si')
  companyList = await addList(aggregator, { companyId, name: 'Company' })
  ownList = await addList(owner, { name: 'Own', validTo: '2026-12-31' })
})
afterAll(() => server.stop())

const of = (priceListId: number, validFrom: string, validTo: string | null): RatePlanEntry => ({
  priceListId,
  validFrom,
  validTo,
})
const post = (client: TestClient, entries: RatePlanEntry[], more: { companyId?: number } = {}) =>
  client.call('POST /pricing/plans', { body: { name: 'Plan', entries, companyId: null, ...more } })
const get = (client: TestClient, planId: number) =>
  client.call('GET /pricing/plans/:planId', { params: { planId } })
const put = (client: TestClient, planId: number, version: number, entries: RatePlanEntry[], name = 'Plan') =>
  client.call('PUT /pricing/plans/:planId', { params: { planId }, body: { name, entries, version } })
const remove = (client: TestClient, planId: number) =>
  client.call('DELETE /pricing/plans/:planId', { params: { planId } })

test('entries come back in order with the names of their lists; gaps between them are allowed', async () => {
  const { data } = await post(owner, [
    of(companyList, '2026-07-01', null),
    of(ownList, '2026-01-01', '2026-03-31'),
  ])
  expect(data.ratePlan).toMatchObject({
    version: 1,
    companyId: null,
    isInUse: false,
    canEdit: true,
    entries: [
      { priceListName: 'Own', validFrom: '2026-01-01', validTo: '2026-03-31' },
      { priceListName: 'Company', validFrom: '2026-07-01', validTo: null },
    ],
  })
  const read = await owner.call('GET /pricing/plans/:planId', { params: { planId: data.ratePlan.id } })
  expect(read.data.ratePlan).toEqual(data.ratePlan)
  expect(data.ratePlan.entries).toMatchObject([
    of(ownList, '2026-01-01', '2026-03-31'),
    of(companyList, '2026-07-01', null),
  ])
})

test('overlapping entries are refused with their days, and nothing is kept of them', async () => {
  const entries = [of(companyList, '2026-01-01', '2026-06-30'), of(ownList, '2026-06-01', '2026-12-31')]
  const { status, error } = await post(owner, entries)
  expect(status).toBe(409)
  expect(error).toEqual({
    code: 'plan_entries_overlap',
    fields: { 'entries.1.validFrom': 'is_not' },
    days: [{ from: '2026-06-01', to: '2026-06-30' }],
  })
  const many = Array.from({ length: 200 }, () => entries[0]!)
  expect((await post(owner, many)).error?.days).toHaveLength(20)
  const kept = (await post(owner, [entries[0]!])).data.ratePlan
  expect((await put(owner, kept.id, 1, entries)).error?.code).toBe('plan_entries_overlap')
  expect((await get(owner, kept.id)).data.ratePlan).toMatchObject({ version: 1, entries: [entries[0]] })
})

test('an entry lies within the days of its list', async () => {
  for (const entry of [of(ownList, '2025-12-31', '2026-01-31'), of(ownList, '2026-05-01', null)]) {
    const { error } = await post(owner, [entry])
    expect(error).toMatchObject({
      code: 'plan_entry_outside_list',
      days: [{ from: entry.validFrom, to: entry.validTo }],
    })
  }
  const reversed = await post(owner, [of(ownList, '2026-05-02', '2026-05-01')])
  expect(reversed.error?.fields).toEqual({ 'entries.0.validTo': 'range_reversed' })
})

test('nobody puts a foreign list into a plan, nor one’s own into a company’s', async () => {
  const foreign = await post(stranger, [of(companyList, '2026-01-01', null)])
  expect(foreign.error?.fields).toEqual({ 'entries.0.priceListId': 'required' })
  const missing = await post(stranger, [of(2_000_000, '2026-01-01', null)])
  expect(missing.error?.fields).toEqual({ 'entries.0.priceListId': 'required' })
  const mixed = await post(aggregator, [of(ownList, '2026-01-01', '2026-02-01')], { companyId })
  expect(mixed.error?.fields).toEqual({ 'entries.0.priceListId': 'required' })
  expect((await post(owner, [], { companyId })).error?.code).toBe('not_found')
  expect((await post(viewer, [])).error?.code).toBe('not_allowed')
})

test('a plan is seen where it is used, changed by its owner only, and unknown to others', async () => {
  const plan = (await post(owner, [of(ownList, '2026-01-01', '2026-12-31')])).data.ratePlan
  for (const client of [viewer, aggregator, stranger])
    expect((await get(client, plan.id)).error?.code).toBe('not_found')
  await assignPlan(server.db, homeId, plan.id)
  for (const client of [viewer, aggregator]) {
    expect((await get(client, plan.id)).data.ratePlan).toMatchObject({
      canEdit: false,
      isInUse: true,
      locations: [{ id: homeId }],
    })
    expect((await put(client, plan.id, 1, [])).error?.code).toBe('not_allowed')
    expect((await remove(client, plan.id)).error?.code).toBe('not_allowed')
    const { data } = await client.call('GET /locations/:locationId/pricing/plans', {
      params: { locationId: homeId },
    })
    expect(data.ratePlans.map(({ id }) => id)).toContain(plan.id)
  }
  for (const refused of [get(stranger, plan.id), put(stranger, plan.id, 1, []), remove(stranger, plan.id)])
    expect((await refused).error?.code).toBe('not_found')
  expect((await remove(owner, plan.id)).error?.code).toBe('rate_plan_in_use')
})

test('two people: the second is told, and the first one’s entries stay', async () => {
  const plan = (await post(aggregator, [], { companyId })).data.ratePlan
  const first = await put(aggregator, plan.id, 1, [of(companyList, '2026-01-01', null)], 'First')
  expect(first.data.ratePlan.version).toBe(2)
  expect((await put(aggregator, plan.id, 1, [], 'Second')).error?.code).toBe('edited_meanwhile')
  expect((await get(aggregator, plan.id)).data.ratePlan).toMatchObject({
    name: 'First',
    entries: [{ priceListId: companyList }],
  })
})

test('a copy for a company leaves out lists that are not the company’s', async () => {
  const plan = (
    await post(owner, [of(companyList, '2026-07-01', null), of(ownList, '2026-01-01', '2026-03-31')])
  ).data.ratePlan
  await assignPlan(server.db, homeId, plan.id)
  const { data } = await aggregator.call('POST /pricing/plans/:planId/copy', {
    params: { planId: plan.id },
    body: { name: 'Ours', companyId },
  })
  expect(data.ratePlan).toMatchObject({
    name: 'Ours',
    companyId,
    version: 1,
    entries: [{ priceListId: companyList }],
  })
  expect(data.ratePlan.entries.length).toBe(1)
})

test('a free plan is deleted', async () => {
  const plan = (await post(owner, [of(ownList, '2026-01-01', '2026-12-31')])).data.ratePlan
  expect((await remove(owner, plan.id)).status).toBe(204)
  expect((await get(owner, plan.id)).error?.code).toBe('not_found')
})
