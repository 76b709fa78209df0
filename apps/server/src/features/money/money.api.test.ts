import { addExact, formatExact, parseExact, roundExact, subtractExact } from '@ohmstead/domain/money/exact'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { flatTerms, insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { insertSharingGroup, insertSharingMember } from '../../testing/insert-sharing-group.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { judgeBudgets } from './judge-budgets.ts'
import { judgeDueBudgets } from './start-budget-checks.ts'

const now = Date.parse('2026-04-21T10:07+02:00')
const hourMs = 3_600_000

let server: TestServer
let owner: TestClient
let viewer: TestClient
let stranger: TestClient
let homeId: number
let bareId: number

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const home = { companyId, locationGroupId: rootGroupId, ownerId }
  const terms = {
    ...{ hasExportPrice: true, sell: { ...flatTerms.buy, t0: '0.05' } },
    ...{ network: { kind: 'published' as const }, taxes: { published: true, rows: [] } },
  }
  const listId = await insertPriceList(db, { companyId }, terms)
  const planId = await insertRatePlan(db, { companyId }, [
    { priceListId: listId, validFrom: '2026-01-01', validTo: null },
  ])
  const deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  const sun = (at: number) => (at % 86_400_000 > 9 * hourMs && at % 86_400_000 < 13 * hourMs ? 2 : 0)
  // Each day is a little different, so that there is something to draw.
  const use = (at: number) => livingPower(at) * (0.7 + 0.1 * (Math.floor(at / 86_400_000) % 7))
  await insertQuarterHours(db, deviceId, ['2026-02-15', '2026-04-22'], use, sun)
  homeId = await insertLocation(db, home)
  await shareLocation(db, viewerId, homeId, { edit: false })
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${homeId}, ${planId}, ${deviceId}, now())`)
  bareId = await insertLocation(db, home)
  owner = server.client()
  await owner.signIn('owner@test.si')
  viewer = server.client()
  await viewer.signIn('viewer@test.si')
  stranger = server.client()
  await stranger.signIn('stranger@test.si')
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.time = now
  await server.db.run(sql`delete from alarm`)
  await server.db.run(sql`delete from location_budget`)
})

const read = async (locationId = homeId, client = owner) =>
  (await client.call('GET /locations/:locationId/money', { params: { locationId } })).data.money
const setBudget = (amount: string | null, version: number, client = owner) =>
  client.call('PUT /locations/:locationId/money/budget', {
    params: { locationId: homeId },
    body: { amount, currency: 'EUR', version },
  })
const judge = () => judgeDueBudgets(server.deps, new AbortController().signal)
const alarms = async (state: 'open' | 'ended' = 'open') =>
  Object.entries(
    (
      await owner.call('GET /locations/:locationId/alarms', {
        params: { locationId: homeId },
        query: { state },
      })
    ).data.alarms,
  ).flatMap(([type, list]) => list.map(({ code }) => `${type} ${code}`))

describe('the figures', () => {
  test('of the month are those of its bill, and of today those of the cost chart', async () => {
    const money = (await read())!
    const { bill } = (
      await owner.call('GET /locations/:locationId/pricing/bill', {
        params: { locationId: homeId },
        query: { from: '2026-04-01', to: '2026-04-21' },
      })
    ).data
    const { net, vat, feedIn } = bill.exact
    expect(money.month_so_far).toMatchObject({
      importCost: formatExact(addExact(parseExact(net!), parseExact(vat!))),
      exportRevenue: feedIn,
      payable: bill.totals.payable,
      isProvisional: false,
    })
    const day = { from: Date.parse('2026-04-21T00:00+02:00'), to: Date.parse('2026-04-22T00:00+02:00') }
    const { totals } = (
      await owner.call('GET /locations/:locationId/pricing/costs', {
        params: { locationId: homeId },
        query: { ...day, interval: 86_400 },
      })
    ).data
    // As the two are shown, to the cent.
    const shown = (amount: string | null) => roundExact(parseExact(amount!), 2)
    expect(money.today).toEqual({
      ...totals,
      payable: formatExact(subtractExact(shown(totals.importCost), shown(totals.exportRevenue))),
    })
    expect(money).toMatchObject({ month: '2026-04', currency: 'EUR', budget: null, caveats: [], missing: [] })
    expect(new Date(money.until).toISOString()).toBe('2026-04-21T08:00:00.000Z')
  })

  test('of the forecast are what they stand on, the same whenever it is asked', async () => {
    const money = (await read())!
    const { low, middle, high } = money.forecast!.payable
    expect(Number(low)).toBeLessThan(Number(middle))
    expect(Number(middle)).toBeLessThan(Number(high))
    expect(Number(middle)).toBeGreaterThan(Number(money.month_so_far.payable))
    expect(money.basis).toEqual({
      ...{ recentDays: 55, lastYearDays: 0, drawnDays: 10, unreadQuarterHours: 0, draws: 41 },
    })
    expect(await read(homeId, viewer)).toEqual(money)
  })

  test('are part of the first view, with the prices that other pages show', async () => {
    const params = { locationId: homeId }
    const { money } = (await owner.call('GET /locations/:locationId/data/glance', { params })).data
    const { prices, ...rest } = money!
    expect(rest).toEqual(await read())
    const from = Date.parse('2026-04-21T10:00+02:00')
    const shown = await owner.call('GET /locations/:locationId/pricing/prices', {
      params,
      query: { from, to: from + 5 * 900_000 },
    })
    const { importPrices, exportPrices } = shown.data
    expect(prices).toEqual({ from, importPrices, exportPrices })
    const { price } = (await owner.call('GET /locations/:locationId/pricing/price', { params })).data
    expect(importPrices[0]).toBeCloseTo(Number(price.import.total), 8)
    expect(exportPrices[0]).toBeCloseTo(Number(price.export.total), 8)
  })

  test('say that energy is shared this month', async () => {
    const { id } = (await server.db.row<{ id: number }>(sql`select id from app_user order by id limit 1`))!
    const groupId = await insertSharingGroup(server.db, { ownerId: id })
    const member = { name: 'Home', role: 'receiver' as const, locationId: homeId }
    await insertSharingMember(server.db, groupId, { ...member, validFrom: '2026-04-20' })
    expect((await read())!.caveats).toEqual(['sharing'])
    await server.db.run(sql`update sharing_member set valid_from = '2026-04-22' where group_id = ${groupId}`)
    expect((await read())!.caveats).toEqual([])
    await server.db.run(sql`delete from sharing_group where id = ${groupId}`)
  })

  test('say that a year is netted, what was not read, and why nothing is foreseen', async () => {
    const { db } = server
    const setNetting = (isNetted: boolean | null) =>
      db.run(sql`
        update abstract_device set portal_info = portal_info || ${JSON.stringify({ netMetering: isNetted })}::jsonb`)
    await setNetting(true)
    expect((await read())!.caveats).toEqual(['netMetering'])
    await setNetting(null)
    const forget = (from: string, to: string, isForgotten = true) =>
      db.run(sql`
        update quarter_hour_day set is_current = ${!isForgotten} where day between ${from}::date and ${to}::date`)
    await forget('2026-04-10', '2026-04-13')
    const part = (await read())!
    // Of 20 days and ten hours.
    expect(part.month_so_far.missingShare).toBeCloseTo((4 * 96) / (20 * 96 + 40), 9)
    expect(part.month_so_far.isProvisional).toBe(true)
    expect(part.basis.unreadQuarterHours).toBe(4 * 96)
    // Feed-in of those days may be missing: nothing is exceeded for certain.
    await server.db.run(sql`
      insert into location_budget (location_id, amount, currency, set_at) values (${homeId}, '5', 'EUR', now())`)
    expect((await read())!.budget!.state).toBe('likely')
    await judge()
    expect(await alarms()).toEqual(['BUDGET_LIKELY 2026-04/1'])
    await forget('2026-02-15', '2026-04-16')
    const little = (await read())!
    expect(little).toMatchObject({
      forecast: null,
      noForecast: { reason: 'tooFewDays', kind: 'workday', known: 2, needed: 5 },
    })
    await forget('2026-02-15', '2026-04-16', false)
    expect((await read())!.noForecast).toBeNull()
  })

  test('are none without a utility rate plan, and none of strangers', async () => {
    expect(await read(bareId)).toBeNull()
    const params = { locationId: bareId }
    expect((await owner.call('GET /locations/:locationId/data/glance', { params })).data.money).toBeNull()
    const refused = await stranger.call('GET /locations/:locationId/money', {
      params: { locationId: homeId },
    })
    expect(refused.error).toMatchObject({ code: 'not_found' })
  })
})

describe('a budget', () => {
  test('is set, changed and removed by those who may edit, with its trace', async () => {
    await setBudget('80', 0)
    expect((await read())!.budget).toMatchObject({ amount: '80', currency: 'EUR', version: 1, setAt: now })
    expect((await setBudget('90', 0)).error).toMatchObject({ code: 'edited_meanwhile' })
    await setBudget('90.50', 1)
    expect((await read())!.budget).toMatchObject({ amount: '90.50', version: 2 })
    expect((await setBudget(null, 1)).error).toMatchObject({ code: 'edited_meanwhile' })
    expect((await setBudget('10', 2, viewer)).status).toBe(403)
    expect((await setBudget('0', 2)).error).toMatchObject({ code: 'invalid_request' })
    await setBudget(null, 2)
    expect((await read())!.budget).toBeNull()
    const rows = await server.db.rows<{ location_id: number }>(sql`
      select location_id from audit_log where action = 'location_budget_changed' order by id`)
    expect(rows.map(({ location_id }) => location_id)).toEqual([homeId, homeId, homeId])
  })

  test('that the bill so far exceeds is an alarm, once, whoever judges it', async () => {
    await setBudget('5', 0)
    expect((await read())!.budget!.state).toBe('exceeded')
    const signal = new AbortController().signal
    const both = [1, 2].map(() => judgeBudgets(server.deps, server.db, [homeId], { now, signal }))
    await Promise.all([...both, judge(), judge()])
    expect(await alarms()).toEqual(['BUDGET_EXCEEDED 2026-04/1'])
    // Ended by hand it is not raised a second time for the same month and budget.
    await server.db.run(sql`update alarm set status = 'CLEARED', cleared_at = now()`)
    await server.db.run(sql`update location_budget set judged_at = null`)
    expect(await judge()).toBe(1)
    expect(await alarms()).toEqual([])
    await server.db.run(sql`update alarm set status = 'ACTIVE', cleared_at = null`)
    // A raised budget ends it, and the next month has its own.
    await setBudget('1000', 1)
    expect(await alarms()).toEqual([])
    expect(await alarms('ended')).toEqual(['BUDGET_EXCEEDED 2026-04/1'])
    await judge()
    expect(await alarms()).toEqual([])
    await setBudget('5', 2)
    await judge()
    expect(await alarms()).toEqual(['BUDGET_EXCEEDED 2026-04/3'])
    server.clock.time = Date.parse('2026-05-01T03:00+02:00')
    await judge()
    await owner.signIn('owner@test.si')
    expect(await alarms()).toEqual(['BUDGET_LIKELY 2026-05/3'])
    expect(await alarms('ended')).toEqual(['BUDGET_EXCEEDED 2026-04/3'])
  })

  test('that cannot be judged keeps no other from it', async () => {
    await setBudget('5', 0)
    await server.db.run(sql`
      insert into location_budget (location_id, amount, currency, set_at) values (${bareId}, '5', 'EUR', now())`)
    const { calculator } = server.deps
    let isFirst = true
    const price: typeof calculator.price = (task, asker) => {
      if (!isFirst) return calculator.price(task, asker)
      isFirst = false
      throw new Error('broken')
    }
    const deps = { ...server.deps, calculator: { ...calculator, price } }
    expect(await judgeDueBudgets(deps, new AbortController().signal, { restShare: 0 })).toBe(2)
    expect(await alarms()).toEqual(['BUDGET_EXCEEDED 2026-04/1'])
  })

  test('that is changed while it is judged is judged anew, and not by what it was', async () => {
    await setBudget('5', 0)
    const { calculator } = server.deps
    const price: typeof calculator.price = async (task, asker) => {
      const answers = await calculator.price(task, asker)
      await setBudget('1000', 1)
      return answers
    }
    const deps = { ...server.deps, calculator: { ...calculator, price } }
    const signal = new AbortController().signal
    await judgeBudgets(deps, server.db, [homeId], { now, signal })
    expect(await alarms()).toEqual([])
    expect(await alarms('ended')).toEqual([])
    await judge()
    expect(await alarms()).toEqual([])
  })

  test('is judged every two hours, and not while its home is about to be deleted', async () => {
    await setBudget('5', 0)
    expect(await judge()).toBe(1)
    server.clock.time = now + 2 * hourMs - 1
    expect(await judge()).toBe(0)
    server.clock.time = now + 2 * hourMs
    const setDeletion = (at: Date | null) =>
      server.db.run(sql`update location set deletion_due_at = ${at} where id = ${homeId}`)
    await setDeletion(new Date(now))
    expect(await judge()).toBe(0)
    await setDeletion(null)
    expect(await judge()).toBe(1)
  })

  test('without prices any more ends the alarm of the month that is over, and raises none', async () => {
    await setBudget('5', 0)
    await judge()
    const plan = await server.db.row<{ id: number }>(sql`
      select rate_plan_id as id from location_pricing where location_id = ${homeId}`)
    const setPlan = (id: number | null) =>
      server.db.run(sql`update location_pricing set rate_plan_id = ${id} where location_id = ${homeId}`)
    await setPlan(null)
    server.clock.time = now + 3 * hourMs
    await judge()
    expect(await alarms()).toEqual(['BUDGET_EXCEEDED 2026-04/1'])
    server.clock.time = Date.parse('2026-05-01T03:00+02:00')
    await judge()
    await owner.signIn('owner@test.si')
    expect(await alarms()).toEqual([])
    await setPlan(plan!.id)
  })

  test('that is set anew after it was removed has an alarm of its own', async () => {
    await setBudget('5', 0)
    await judge()
    // Whoever saw none removes none, and ends no alarm.
    expect((await setBudget(null, 0)).error).toMatchObject({ code: 'edited_meanwhile' })
    expect(await alarms()).toEqual(['BUDGET_EXCEEDED 2026-04/1'])
    await setBudget(null, 1)
    expect(await alarms()).toEqual([])
    expect((await setBudget(null, 0)).status).toBe(204)
    server.clock.time = now + 60_000
    await setBudget('6', 0)
    expect(await judge()).toBe(1)
    expect(await alarms()).toEqual(['BUDGET_EXCEEDED 2026-04/1'])
  })

  test('that the forecast exceeds is likely, until it is certain', async () => {
    const { month_so_far, forecast } = (await read())!
    const between = ((Number(month_so_far.payable) + Number(forecast!.payable.low)) / 2).toFixed(2)
    await setBudget(between, 0)
    expect((await read())!.budget!.state).toBe('likely')
    expect(await judge()).toBe(1)
    expect(await alarms()).toEqual(['BUDGET_LIKELY 2026-04/1'])
    // It is not judged again at once.
    expect(await judge()).toBe(0)
    await server.db.run(sql`update location_budget set amount = '5', judged_at = null`)
    await judge()
    expect(await alarms()).toEqual(['BUDGET_EXCEEDED 2026-04/1'])
    expect(await alarms('ended')).toEqual(['BUDGET_LIKELY 2026-04/1'])
  })

  test('in another currency than the bill says nothing', async () => {
    await owner.call('PUT /locations/:locationId/money/budget', {
      params: { locationId: homeId },
      body: { amount: '5', currency: 'CHF', version: 0 },
    })
    expect((await read())!.budget!.state).toBe('unknown')
    await judge()
    expect(await alarms()).toEqual([])
  })
})
