import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { assignPlan, oneTariff, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { leavePlanCopies } from './leave-plan-copies.ts'
import { setRatePlanEntries } from './rate-plan-queries.ts'

// Somebody's own plan prices a location of others until their right to edit it ends.

let server: TestServer
let sun: { companyId: number; rootGroupId: number }
let homeId: number
let ids: Record<'admin' | 'owner' | 'helper' | 'boss', number>
let clients: Record<keyof typeof ids, TestClient>

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  sun = await insertCompany(server.db, 'Sun')
})
afterAll(() => server.stop())

let people = 0
beforeEach(async () => {
  const { db } = server
  ids = {} as never
  clients = {} as never
  people++
  const roles = {
    admin: 'ROLE_SUPER_ADMIN',
    owner: 'ROLE_USER_BASIC',
    helper: 'ROLE_USER_BASIC',
    boss: 'ROLE_AGGREGATOR',
  } as const
  for (const name of ['admin', 'owner', 'helper', 'boss'] as const) {
    const companyIds = name === 'boss' ? [sun.companyId] : []
    ids[name] = await insertUser(db, `${name}${people}@test.si`, roles[name], { companyIds })
    clients[name] = server.client()
    await clients[name].signIn(`${name}${people}@test.si`)
  }
  homeId = await insertLocation(db, placeIn(sun, ids.owner))
  await shareLocation(db, ids.helper, homeId, { edit: true, control: true, manageUsers: true })
})

const placeIn = ({ companyId, rootGroupId }: typeof sun, ownerId: number | null) => ({
  companyId,
  locationGroupId: rootGroupId,
  ownerId,
})

/** A plan of one's own, with a list of one's own from 2026 on, given to a location. */
async function givePlan(by: keyof typeof ids, locationId = homeId) {
  const body = { ...writtenList, name: 'Own list', companyId: null, supplyOfferId: null }
  const { priceList } = (await clients[by].call('POST /pricing/price-lists', { body })).data
  const entries = [{ priceListId: priceList.id, validFrom: '2026-02-01', validTo: null }]
  const plan = { name: 'Own plan', entries, companyId: null }
  const planId = (await clients[by].call('POST /pricing/plans', { body: plan })).data.ratePlan.id
  expect((await setPlan(by, planId, locationId)).status).toBe(200)
  return { listId: priceList.id, planId }
}
const setPlan = (by: keyof typeof ids, ratePlanId: number, locationId: number) =>
  clients[by].call('PUT /locations/:locationId/pricing/plan', {
    params: { locationId },
    body: { ratePlanId, version: 0 },
  })
const planOf = async (locationId = homeId) =>
  (await clients.admin.call('GET /locations/:locationId/pricing', { params: { locationId } })).data.pricing
const factsOf = (table: 'rate_plan' | 'price_list', id: number) =>
  server.db.row(sql`select name, version, company_id, user_id from ${rawSql(table)} where id = ${id}`)
const priceOf = async (id: number) => {
  const price = sql`select terms -> 'buy' ->> 't0' as t0 from price_list where id = ${id}`
  return (await server.db.row<{ t0: string }>(price))?.t0
}
/** Writes a list with another price. */
const makeDearer = (by: keyof typeof ids, priceListId: number) =>
  clients[by].call('PUT /pricing/price-lists/:priceListId', {
    params: { priceListId },
    body: {
      ...{ ...writtenList, name: 'Own list', version: 1 },
      terms: { ...oneTariff, buy: { kind: 'fixed', t0: '9', t1: null, t2: null } },
    },
  })

const remove = () =>
  clients.owner.call('DELETE /locations/:locationId/users/:userId', {
    params: { locationId: homeId, userId: ids.helper },
  })
const grant = (edit: boolean) =>
  clients.owner.call('PUT /locations/:locationId/users/:userId', {
    params: { locationId: homeId, userId: ids.helper },
    body: { view: true, edit, control: true, manageUsers: true },
  })
const leave = () =>
  clients.helper.call('POST /locations/:locationId/leave', {
    params: { locationId: homeId },
    body: { confirmed: true },
  })
const handOver = (keepAccess: boolean) =>
  clients.owner.call('PUT /locations/:locationId/owner', {
    params: { locationId: homeId },
    body: { userId: ids.helper, keepAccess },
  })
const another = async () => (await insertCompany(server.db, 'Rain')).companyId
const setRole = (companyIds: number[]) =>
  clients.admin.call('PUT /users/:userId/role', {
    params: { userId: ids.boss },
    body: { role: 'ROLE_AGGREGATOR', companyIds },
  })

test.each<[string, keyof typeof ids, () => Promise<{ status: number }>]>([
  ['their access is removed', 'helper', () => remove()],
  ['their right to edit is taken away', 'helper', () => grant(false)],
  ['they leave', 'helper', () => leave()],
  ['it gets another owner', 'owner', () => handOver(false)],
  ['they no longer run its company', 'boss', async () => setRole([await another()])],
])('a location priced by somebody’s own plan has its company’s copy of it when %s', async (_, who, end) => {
  const { db } = server
  const theirs = await insertLocation(db, placeIn(await insertCompany(db, 'Wind'), ids[who]))
  const { listId, planId } = await givePlan(who)
  await assignPlan(db, theirs, planId)
  const before = await planOf()
  expect((await end()).status).toBeLessThan(300)

  const after = await planOf()
  expect(after.version).toBe(before.version + 1)
  expect(after.plan?.id).not.toBe(planId)
  const copy = { version: 1, company_id: sun.companyId, user_id: null }
  expect(await factsOf('rate_plan', after.plan!.id)).toEqual({ name: 'Own plan', ...copy })
  const { priceListId } = after.entries[0]!
  expect(after.entries).toEqual([{ ...before.entries[0], priceListId }])
  expect(await factsOf('price_list', priceListId)).toEqual({ name: 'Own list', ...copy })

  // Theirs is still theirs, at their other location too, and no more than that.
  expect((await planOf(theirs)).plan?.id).toBe(planId)
  const own = { version: 1, company_id: null, user_id: ids[who] }
  expect(await factsOf('rate_plan', planId)).toEqual({ name: 'Own plan', ...own })
  expect((await makeDearer(who, listId)).status).toBe(200)
  expect((await makeDearer(who, priceListId)).status).toBeGreaterThan(400)
  expect([await priceOf(listId), await priceOf(priceListId)]).toEqual(['9', '0.1199'])
})

test('such a copy prices nothing again, leaves the month’s cost up to date, and is in the audit log', async () => {
  const { db } = server
  const { listId, planId } = await givePlan('helper')
  const params = { companyId: sun.companyId }
  await clients.boss.call('POST /companies/:companyId/pricing/costs/refresh', { params })
  const isOutdated = async () => {
    const { data } = await clients.boss.call('GET /companies/:companyId/pricing/costs', { params, query: {} })
    return data.rows.find((row) => row.locationId === homeId)?.cost?.isOutdated
  }
  const due = () => db.rows(sql`select id from repricing_due`)
  await expect.poll(isOutdated, { timeout: 20_000 }).toBe(false)
  await expect.poll(due, { timeout: 20_000 }).toEqual([])
  const last = (await db.row<{ id: number }>(sql`select max(id) as id from audit_log`))!.id

  await grant(false)
  expect(await isOutdated()).toBe(false)
  expect(await due()).toEqual([])
  expect(await db.rows(sql`select id from repricing where location_id = ${homeId}`)).toEqual([])
  const { plan, entries } = await planOf()
  const entry = (action: string, more: object) => ({
    ...{ action, actor_id: ids.owner, company_id: sun.companyId, location_id: null, before: null },
    ...more,
  })
  const written = await db.rows(sql`
    select action, actor_id, company_id, location_id, before, after from audit_log where id > ${last} order by id`)
  expect(written).toEqual([
    expect.objectContaining({ action: 'location_access_changed' }),
    entry('price_list_created', { after: { id: entries[0]!.priceListId } }),
    entry('rate_plan_created', { after: { id: plan!.id } }),
    entry('location_plan_changed', {
      ...{ location_id: homeId, before: { ratePlanId: planId }, after: { ratePlanId: plan!.id } },
    }),
  ])
  expect(entries[0]!.priceListId).not.toBe(listId)

  // What was outdated before stays so.
  await db.run(sql`update location_cost set fingerprint = 'outdated' where location_id = ${homeId}`)
  await assignPlan(db, homeId, planId)
  await remove()
  expect((await planOf()).plan?.id).not.toBe(planId)
  expect(await isOutdated()).toBe(true)
})

test.each<[string, keyof typeof ids, () => Promise<{ status: number }>]>([
  ['a former owner who keeps access', 'owner', () => handOver(true)],
  ['somebody who may still edit it', 'helper', () => grant(true)],
  [
    'who runs its company and gets another one',
    'boss',
    async () => setRole([sun.companyId, await another()]),
  ],
  ['somebody else than who loses access', 'owner', () => remove()],
])('a plan of %s stays', async (_, who, change) => {
  const { planId } = await givePlan(who)
  expect((await change()).status).toBeLessThan(300)
  expect((await planOf()).plan?.id).toBe(planId)
})

test('a plan that is being changed is copied as it is after that', async () => {
  const { listId, planId } = await givePlan('helper')
  const answer = await server.db.transaction(async (tx) => {
    await tx.run(sql`update rate_plan set version = version + 1 where id = ${planId}`)
    await setRatePlanEntries(tx, planId, [{ priceListId: listId, validFrom: '2026-05-01', validTo: null }])
    const removed = remove()
    await waitUntilBlocked(tx)
    return { removed }
  })
  expect((await answer.removed).status).toBeLessThan(300)
  const { plan, entries } = await planOf()
  expect(plan?.id).not.toBe(planId)
  expect(entries.map(({ validFrom }) => validFrom)).toEqual(['2026-05-01'])
})

test('lists of the company stay those that it corrects, and those of others are copied', async () => {
  const { db } = server
  const wind = await insertCompany(db, 'Wind')
  const [sunny, windy] = [
    await insertPriceList(db, { companyId: sun.companyId }, {}, 'Sunny'),
    await insertPriceList(db, { companyId: wind.companyId }, {}, 'Windy'),
  ]
  const planId = await insertRatePlan(db, { userId: ids.helper }, [
    { priceListId: sunny, validFrom: '2025-01-01', validTo: '2025-12-31' },
    { priceListId: windy, validFrom: '2026-01-01', validTo: null },
  ])
  await assignPlan(db, homeId, planId)
  await grant(false)
  const { entries } = await planOf()
  expect(entries.map(({ priceListName }) => priceListName)).toEqual(['Sunny', 'Windy'])
  expect(entries[0]!.priceListId).toBe(sunny)
  expect(entries[1]!.priceListId).not.toBe(windy)
})

test('who no longer runs several companies leaves each of them a copy of its own', async () => {
  const { db } = server
  const moon = await insertCompany(db, 'Moon')
  await setRole([sun.companyId, moon.companyId])
  const { planId } = await givePlan('boss')
  const lunar = await insertLocation(db, placeIn(moon, null))
  await assignPlan(db, lunar, planId)
  await setRole([await another()])
  for (const [locationId, { companyId }] of [
    [homeId, sun],
    [lunar, moon],
  ] as const) {
    const { plan, entries } = await planOf(locationId)
    const copy = { company_id: companyId, user_id: null }
    expect(await factsOf('rate_plan', plan!.id)).toMatchObject(copy)
    expect(await factsOf('price_list', entries[0]!.priceListId)).toMatchObject(copy)
  }
})

test('where the right to edit one location ends, other locations keep their plan', async () => {
  const { planId } = await givePlan('helper')
  const other = await insertLocation(server.db, placeIn(sun, null))
  await assignPlan(server.db, other, planId)
  await remove()
  expect((await planOf()).plan?.id).not.toBe(planId)
  expect((await planOf(other)).plan?.id).toBe(planId)
})

test('a plan of a super admin, who may edit everywhere, stays', async () => {
  const { planId } = await givePlan('admin')
  await server.db.transaction((tx) =>
    leavePlanCopies(tx, { actor: null, address: '127.0.0.1', at: server.clock.time }, { userId: ids.admin }),
  )
  expect((await planOf()).plan?.id).toBe(planId)
})

test('a copied list still names the supply offer that it was made from', async () => {
  const { db } = server
  const { listId } = await givePlan('helper')
  const { id: offerId } = (await db.row<{ id: number }>(sql`select min(id) as id from supply_offer`))!
  const offer = { supply_offer_id: offerId, supply_offer_version: 1 }
  await db.run(sql`
    update price_list set supply_offer_id = ${offerId}, supply_offer_version = 1 where id = ${listId}`)
  await remove()
  const { priceListId } = (await planOf()).entries[0]!
  expect(priceListId).not.toBe(listId)
  const stored = sql`select supply_offer_id, supply_offer_version from price_list where id = ${priceListId}`
  expect(await db.row(stored)).toEqual(offer)
})

test('a right to edit without the right to view keeps no plan', async () => {
  const { planId } = await givePlan('helper')
  await server.db.run(sql`
    update location_permission set can_view = false where user_id = ${ids.helper} and location_id = ${homeId}`)
  await server.db.transaction((tx) =>
    leavePlanCopies(tx, { actor: null, address: '127.0.0.1', at: server.clock.time }, { userId: ids.helper }),
  )
  expect((await planOf()).plan?.id).not.toBe(planId)
})

test('in a home without a company lists of its owner stay the owner’s own', async () => {
  const { db } = server
  const platform = await insertCompany(db, 'Homes')
  await db.run(sql`update company set is_platform = true where id = ${platform.companyId}`)
  onTestFinished(async () => {
    await db.run(sql`update company set is_platform = false where id = ${platform.companyId}`)
  })
  homeId = await insertLocation(db, placeIn(platform, ids.owner))
  await shareLocation(db, ids.helper, homeId, { edit: true, control: true, manageUsers: true })
  const own = await insertPriceList(db, { userId: ids.owner })
  const entries = [{ priceListId: own, validFrom: '2026-01-01', validTo: null }]
  const planId = await insertRatePlan(db, { userId: ids.helper }, entries)
  await assignPlan(db, homeId, planId)
  await remove()
  const { plan, entries: copied } = await planOf()
  expect(plan?.id).not.toBe(planId)
  expect(copied.map(({ priceListId }) => priceListId)).toEqual([own])
})

test('a home without a company has its new owner’s copy, which only they edit', async () => {
  const { db } = server
  const platform = await insertCompany(db, 'Platform')
  await db.run(sql`update company set is_platform = true where id = ${platform.companyId}`)
  homeId = await insertLocation(db, placeIn(platform, ids.owner))
  await shareLocation(db, ids.helper, homeId)
  await givePlan('owner')
  await handOver(false)
  const { plan, entries } = await planOf()
  const copy = { version: 1, company_id: null, user_id: ids.helper }
  expect(await factsOf('rate_plan', plan!.id)).toEqual({ name: 'Own plan', ...copy })
  expect(await factsOf('price_list', entries[0]!.priceListId)).toEqual({ name: 'Own list', ...copy })
})

test('all locations of a company share one copy of a plan and of its lists', async () => {
  const { db } = server
  const { listId, planId } = await givePlan('boss')
  const second = await insertLocation(db, placeIn(sun, null))
  await assignPlan(db, second, planId)
  const third = await insertLocation(db, placeIn(sun, null))
  const entries = [{ priceListId: listId, validFrom: '2026-01-01', validTo: null }]
  await assignPlan(db, third, await insertRatePlan(db, { userId: ids.boss }, entries, 'Another'))
  await setRole([await another()])
  const [one, two, three] = [await planOf(), await planOf(second), await planOf(third)]
  expect(two.plan?.id).toBe(one.plan?.id)
  expect(three.plan?.name).toBe('Another')
  const lists = [one, two, three].map((pricing) => pricing.entries[0]!.priceListId)
  expect(new Set(lists).size).toBe(1)
  expect(lists).not.toContain(listId)
  expect(
    await db.row(
      sql`select company_id, before, after from audit_log where action = 'location_plans_changed'`,
    ),
  ).toEqual({
    company_id: sun.companyId,
    before: { ratePlanId: planId },
    after: { ratePlanId: one.plan?.id, assigned: 2 },
  })
})
