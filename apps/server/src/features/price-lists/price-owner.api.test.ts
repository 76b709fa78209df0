import type { EnergyPrice, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { assignPlan, oneTariff, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

// Two companies, of which somebody runs both, and two homes of one of them: whose lists and plans are seen where.

const people = {
  root: 'ROLE_SUPER_ADMIN',
  both: 'ROLE_AGGREGATOR',
  aggregator: 'ROLE_AGGREGATOR',
  owner: 'ROLE_USER_BASIC',
  neighbour: 'ROLE_USER_BASIC',
  viewer: 'ROLE_USER',
} as const
type Person = keyof typeof people
const clients = {} as Record<Person, TestClient>
const ids = {} as Record<Person, number>
let server: TestServer
let companyId: number
let otherId: number
let homeId: number
let nextDoorId: number

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  const { db } = server
  const company = await insertCompany(db, 'Sonce')
  const other = await insertCompany(db, 'Veter')
  companyId = company.companyId
  otherId = other.companyId
  const companyIds: Partial<Record<Person, number[]>> = {
    both: [companyId, otherId],
    aggregator: [companyId],
  }
  for (const [name, role] of Object.entries(people) as [Person, (typeof people)[Person]][]) {
    ids[name] = await insertUser(db, `${name}@test.si`, role, { companyIds: companyIds[name] ?? [] })
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
  const place = { companyId, locationGroupId: company.rootGroupId }
  homeId = await insertLocation(db, { ...place, ownerId: ids.owner })
  nextDoorId = await insertLocation(db, { ...place, ownerId: ids.neighbour })
  for (const id of [homeId, nextDoorId]) await shareLocation(db, ids.viewer, id)
})
afterAll(() => server.stop())
beforeEach(() => server.db.run(sql`delete from location_pricing`))

const createList = (who: Person, more: object = {}) =>
  clients[who].call('POST /pricing/price-lists', { body: { ...writtenList, ...more } as never })
const addList = async (who: Person, more: object = {}) => (await createList(who, more)).data.priceList.id
const getList = (who: Person, priceListId: number) =>
  clients[who].call('GET /pricing/price-lists/:priceListId', { params: { priceListId } })
const putList = (who: Person, priceListId: number, more: object = {}, version = 1) =>
  clients[who].call('PUT /pricing/price-lists/:priceListId', {
    params: { priceListId },
    body: { ...writtenList, ...more, version },
  })
const always = (priceListId: number) => ({ priceListId, validFrom: '2026-01-01', validTo: null })
const createPlan = (who: Person, lists: number[], of: number | null = null) =>
  clients[who].call('POST /pricing/plans', {
    body: { name: 'Plan', entries: lists.map(always), companyId: of },
  })
const addPlan = async (who: Person, lists: number[], of: number | null = null) =>
  (await createPlan(who, lists, of)).data.ratePlan.id
const getPlan = (who: Person, planId: number) =>
  clients[who].call('GET /pricing/plans/:planId', { params: { planId } })

test('who runs the platform keeps the lists and plans of all companies, and nobody’s own', async () => {
  const shared = await addList('aggregator', { companyId })
  const own = await addList('owner')
  expect((await getList('root', shared)).data.priceList.canEdit).toBe(true)
  expect((await putList('root', shared)).status).toBe(200)
  expect((await getList('root', own)).error?.code).toBe('not_found')
  const { priceLists } = (await clients.root.call('GET /pricing/price-lists', { query: {} })).data
  expect(priceLists.map(({ id }) => id)).toContain(shared)
  expect(priceLists.map(({ id }) => id)).not.toContain(own)
  const [sharedPlan, ownPlan] = [await addPlan('aggregator', [], companyId), await addPlan('owner', [])]
  const { ratePlans } = (await clients.root.call('GET /pricing/plans', { query: {} })).data
  expect(ratePlans.map(({ id }) => id)).toContain(sharedPlan)
  expect(ratePlans.map(({ id }) => id)).not.toContain(ownPlan)
})

test('a home that is being deleted opens no prices of its company', async () => {
  const { db } = server
  const shared = await addList('aggregator', { companyId })
  expect((await getList('neighbour', shared)).status).toBe(200)
  await db.run(sql`update location set deletion_due_at = now() where id = ${nextDoorId}`)
  expect((await getList('neighbour', shared)).status).toBe(404)
  await db.run(sql`update location set deletion_due_at = null where id = ${nextDoorId}`)
})

test('plans are listed as lists are: a company’s to who may use them, else one’s own', async () => {
  const [shared, own] = [await addPlan('aggregator', [], companyId), await addPlan('owner', [])]
  const listOf = (who: Person, query: { companyId?: number }) =>
    clients[who].call('GET /pricing/plans', { query })
  const idsOf = async (who: Person, query: { companyId?: number } = {}) =>
    (await listOf(who, query)).data.ratePlans.map(({ id }) => id)
  expect(await idsOf('owner')).toContain(own)
  expect(await idsOf('owner')).not.toContain(shared)
  expect(await idsOf('owner', { companyId })).toContain(shared)
  expect(await idsOf('aggregator', { companyId })).not.toContain(own)
  expect(await idsOf('neighbour')).not.toContain(own)
  expect((await listOf('owner', { companyId: otherId })).error?.code).toBe('not_found')
})

test('a person who has become a viewer reads what they wrote and changes it no more', async () => {
  const userId = await insertUser(server.db, 'once@test.si', 'ROLE_USER_BASIC')
  const client = server.client()
  await client.signIn('once@test.si')
  const { priceList } = (await client.call('POST /pricing/price-lists', { body: writtenList })).data
  await server.db.run(sql`update user_role set role = 'ROLE_USER' where user_id = ${userId}`)
  await client.signIn('once@test.si')
  const params = { priceListId: priceList.id }
  const read = await client.call('GET /pricing/price-lists/:priceListId', { params })
  expect(read.data.priceList.canEdit).toBe(false)
})

test('a location lists its company’s and one’s own, not what is used next door', async () => {
  const [next, mine] = [await addList('neighbour'), await addList('owner')]
  const shared = await addList('aggregator', { companyId })
  await assignPlan(server.db, nextDoorId, await addPlan('neighbour', [next]))
  const listsOf = async (who: Person, locationId: number) =>
    (
      await clients[who].call('GET /locations/:locationId/pricing/price-lists', { params: { locationId } })
    ).data.priceLists.map(({ id }) => id)
  expect(await listsOf('viewer', nextDoorId)).toEqual([next])
  expect(await listsOf('viewer', homeId)).toEqual([])
  expect(await listsOf('owner', homeId)).toEqual(expect.arrayContaining([mine, shared]))
  await assignPlan(server.db, nextDoorId, await addPlan('aggregator', [shared], companyId))
  expect(await listsOf('viewer', homeId)).toEqual([])
})

test('of the locations that use a list or a plan only those seen are named', async () => {
  const list = await addList('aggregator', { companyId })
  const plan = await addPlan('aggregator', [list], companyId)
  for (const id of [homeId, nextDoorId]) await assignPlan(server.db, id, plan)
  const usage = await clients.owner.call('GET /pricing/price-lists/:priceListId/usage', {
    params: { priceListId: list },
  })
  expect(usage.data).toMatchObject({ locations: [{ id: homeId }], hiddenLocations: 1 })
  expect(usage.data.locations).toHaveLength(1)
  const { ratePlan } = (await getPlan('owner', plan)).data
  expect([ratePlan.locations.map(({ id }) => id), ratePlan.hiddenLocations]).toEqual([[homeId], 1])
})

test('a company’s plan has lists of that company only', async () => {
  for (const list of [await addList('both', { companyId: otherId }), await addList('both')]) {
    const { error } = await createPlan('both', [list], companyId)
    expect(error?.fields).toEqual({ 'entries.0.priceListId': 'required' })
  }
})

test('a plan keeps the lists that it has, also when its owner may not take them any more', async () => {
  const [list, second] = [
    await addList('aggregator', { companyId }),
    await addList('aggregator', { companyId }),
  ]
  const planId = await addPlan('owner', [list])
  await server.db.run(sql`update location set owner_id = ${ids.neighbour} where id = ${homeId}`)
  const put = (entries: ReturnType<typeof always>[]) =>
    clients.owner.call('PUT /pricing/plans/:planId', {
      params: { planId },
      body: { name: 'Renamed', entries, version: 1 },
    })
  expect((await put([always(second)])).error?.fields).toEqual({ 'entries.0.priceListId': 'required' })
  expect((await put([always(list)])).status).toBe(200)
  await server.db.run(sql`update location set owner_id = ${ids.owner} where id = ${homeId}`)
})

test('every change of a plan or a list is in the audit log, with what it was before', async () => {
  const list = await addList('aggregator', { companyId })
  await putList('aggregator', list, { utility: 'Petrol' })
  const planId = await addPlan('aggregator', [list], companyId)
  const params = { planId }
  const body = { name: 'Renamed', entries: [], version: 1 }
  await clients.aggregator.call('PUT /pricing/plans/:planId', { params, body })
  await clients.aggregator.call('DELETE /pricing/plans/:planId', { params })
  const { entries } = (await clients.root.call('GET /audit-log', { query: {} })).data
  expect(entries.slice(0, 4).reverse()).toMatchObject([
    { action: 'price_list_changed', before: { utility: 'GEN-I' }, after: { utility: 'Petrol' } },
    { action: 'rate_plan_created', after: { id: planId, priceLists: [`#${list} 2026-01-01 – …`] } },
    {
      action: 'rate_plan_changed',
      before: { priceLists: [`#${list} 2026-01-01 – …`] },
      after: { priceLists: [] },
    },
    { action: 'rate_plan_deleted', before: { id: planId, version: 2 } },
  ])
})

test('a list that applies without an end is not given one', async () => {
  const list = await addList('owner')
  await addPlan('owner', [list])
  expect((await putList('owner', list, { validTo: '2099-12-31' })).error).toEqual({
    code: 'price_list_days_used',
    days: [{ from: '2026-01-01', to: null }],
  })
})

test('a list that begins today by the clock of the platform is active', async () => {
  const list = await addList('owner')
  const entries = [{ priceListId: list, validFrom: '2026-06-02', validTo: null }]
  await clients.owner.call('POST /pricing/plans', { body: { name: 'P', entries, companyId: null } })
  const isActive = async () => (await getList('owner', list)).data.priceList.isActive
  const before = server.clock.time
  server.clock.time = Date.parse('2026-06-01T23:59+02:00')
  expect(await isActive()).toBe(false)
  server.clock.time = Date.parse('2026-06-02T00:00+02:00')
  expect(await isActive()).toBe(true)
  server.clock.time = before
})

test('a list and its copies remember the offer they were made from', async () => {
  const { id: supplyOfferId } = (await server.db.row<{ id: number }>(sql`
    update supply_offer set version = 3 where library_key = 'gen-i-redni' returning id`))!
  const { priceList } = (await createList('owner', { supplyOfferId })).data
  expect(priceList.supplyOffer).toEqual({ id: supplyOfferId, version: 3, hasNewer: false })
  const copy = await clients.owner.call('POST /pricing/price-lists/:priceListId/copy', {
    params: { priceListId: priceList.id },
    body: { name: 'Copy', companyId: null },
  })
  expect(copy.data.priceList.supplyOffer).toEqual(priceList.supplyOffer)
})

test('an offer that ends on another day by now is a newer one; saved as it was it is not', async () => {
  const offer = (await server.db.row<{ id: number; valid_to: string | null }>(sql`
    select id, valid_to from supply_offer where library_key <> 'gen-i-redni' order by id limit 1`))!
  const { id } = (await createList('owner', { supplyOfferId: offer.id })).data.priceList
  const hasNewer = async () => (await getList('owner', id)).data.priceList.supplyOffer?.hasNewer
  const save = (validTo: string | null) =>
    server.db.run(sql`
      update supply_offer set version = version + 1, valid_to = ${validTo}::date where id = ${offer.id}`)
  await save(offer.valid_to)
  expect(await hasNewer()).toBe(false)
  await save('2099-12-31')
  expect(await hasNewer()).toBe(true)
  await save(offer.valid_to)
  expect(await hasNewer()).toBe(false)
})

test('wrong terms are refused of a new list and of a changed one', async () => {
  const spot = { kind: 'spot_market' as const, region: 'XX', factor: '1', markup: '0' }
  const sell: EnergyPrice = { ...spot, floor: null, hourlyCap: null, monthlyCap: null, substitute: null }
  const terms: PriceListTerms = { ...oneTariff, hasExportPrice: true, sell }
  const fields = { 'terms.sell.region': 'required' }
  expect((await createList('owner', { terms })).error?.fields).toEqual(fields)
  const list = await addList('owner', { validTo: '2026-01-01' })
  expect((await putList('owner', list, { terms })).error?.fields).toEqual(fields)
  expect((await getList('owner', list)).data.priceList).toMatchObject({ version: 1, terms: oneTariff })
})

test('the network’s price goes by blocks of its own kind', async () => {
  const { id: timePlanId } = (await server.db.row<{ id: number }>(sql`
    insert into time_plan (title, color, created_at, updated_at) values ('T', '#aabbcc', now(), now()) returning id`))!
  const { id: blockId } = (await server.db.row<{ id: number }>(sql`
    insert into time_plan_block (time_plan_id, type, title, color, position)
    values (${timePlanId}, 'PRICING_NETWORK', 'B', '#aabbcc', 0) returning id`))!
  const energy = {
    kind: 'time_of_use' as const,
    timePlanId,
    prices: [{ blockId, price: '0.01', tiers: [] }],
    substitute: null,
  }
  const network = { kind: 'entered' as const, energy, power: null, monthlyFee: null }
  expect((await createList('owner', { terms: { ...oneTariff, network } })).status).toBe(200)
})

test('a person keeps 300 lists and 300 plans of their own at most, a company as many as it needs', async () => {
  const { db } = server
  await db.run(sql`delete from rate_plan`)
  await db.run(sql`delete from price_list where user_id = ${ids.neighbour}`)
  const list = await addList('neighbour')
  const copies = (owner: { user: number | null; company: number | null }) => sql`
    insert into price_list (company_id, user_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
    select ${owner.company}::int, ${owner.user}::int, name, utility, country_code, valid_from, terms, created_at, updated_at
    from price_list, generate_series(1, 299) where id = ${list}`
  await db.run(copies({ user: ids.neighbour, company: null }))
  await db.run(copies({ user: null, company: companyId }))
  await db.run(sql`
    insert into rate_plan (user_id, name, created_at, updated_at)
    select ${ids.neighbour}::int, 'Plan', now(), now() from generate_series(1, 300)`)
  expect((await createList('neighbour')).error).toEqual({ code: 'too_many_price_lists' })
  const params = { priceListId: list }
  const copy = { params, body: { name: 'Copy' } }
  const copied = await clients.neighbour.call('POST /pricing/price-lists/:priceListId/copy', copy)
  expect(copied.error).toEqual({ code: 'too_many_price_lists' })
  const plan = await clients.neighbour.call('POST /pricing/plans', { body: { name: 'Plan', entries: [] } })
  expect(plan.error).toEqual({ code: 'too_many_rate_plans' })
  expect((await createList('aggregator', { companyId })).status).toBe(200)
  // What is deleted makes room.
  await clients.neighbour.call('DELETE /pricing/price-lists/:priceListId', { params })
  expect((await createList('neighbour')).status).toBe(200)
})
