import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { assignPlan, oneTariff, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { insertRepricingDue, takeDueRepricings } from './repricing-due-queries.ts'

interface Owner {
  client: TestClient
  userId: number
  companyId: number
  listId: number
  homeIds: number[]
}

let server: TestServer
let many: Owner
let one: Owner

beforeAll(async () => {
  server = await startTestServer()
  many = await addOwner('many@test.si', 3)
  one = await addOwner('one@test.si', 1)
})
afterAll(() => server.stop())

/** Somebody whose price list is the one of some locations. */
async function addOwner(email: string, homes: number): Promise<Owner> {
  const { db } = server
  const userId = await insertUser(db, email, 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, email)
  const listId = await insertPriceList(db, { userId })
  await db.run(sql`
    insert into price_list_version (price_list_id, version, name, utility, valid_from, valid_to, terms, changed_at)
    select id, 1, name, utility, valid_from, valid_to, terms, now() from price_list where id = ${listId}`)
  const planId = await insertRatePlan(db, { userId }, [
    { priceListId: listId, validFrom: '2026-03-01', validTo: null },
  ])
  const homeIds: number[] = []
  for (let home = 0; home < homes; home++) {
    homeIds.push(await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId: userId }))
    await assignPlan(db, homeIds[home]!, planId)
  }
  const client = server.client()
  await client.signIn(email)
  return { client, userId, companyId, listId, homeIds }
}

const correct = ({ client, listId }: Owner) =>
  client.call('PUT /pricing/price-lists/:priceListId', {
    params: { priceListId: listId },
    body: { ...writtenList, validFrom: '2020-01-01', terms: oneTariff, version: 1 },
  })

/** Whose locations are priced, in turn: `second` begins while the first location of `first` is. */
async function findTurns(first: () => Promise<unknown>, second: () => Promise<unknown>, begun: number) {
  const { calculator } = server.deps
  const price = calculator.price.bind(calculator)
  const hasBegun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const people: number[] = []
  const spy = vi.spyOn(calculator, 'price').mockImplementation(async (task, asker) => {
    if (people.at(-1) !== asker.person) people.push(asker.person)
    hasBegun.resolve()
    await held.promise
    return price(task, asker)
  })
  onTestFinished(() => spy.mockRestore())
  await first()
  await hasBegun.promise
  await second()
  await vi.waitFor(async () =>
    expect(await server.db.rows(sql`select id from repricing_due where is_begun`)).toHaveLength(begun),
  )
  held.resolve()
  await vi.waitFor(
    async () => expect(await server.db.rows(sql`select id from repricing_due`)).toEqual([]),
    20_000,
  )
  return people
}

test('a change of one location does not wait for all of the many locations of somebody else', async () => {
  const turns = await findTurns(
    () => correct(many),
    () => correct(one),
    2,
  )
  expect(turns).toEqual([many.userId, one.userId, many.userId])
})

test('another plan of a location waits for the one before, given to it with many others by somebody else', async () => {
  const { db } = server
  const { client, companyId, homeIds, listId, userId } = many
  const aggregatorId = await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', {
    companyIds: [companyId],
  })
  const aggregator = server.client()
  await aggregator.signIn('aggregator@test.si')
  const entries = (priceListId: number) => [{ priceListId, validFrom: '2026-03-01', validTo: null }]
  const ratePlanId = await insertRatePlan(
    db,
    { companyId },
    entries(await insertPriceList(db, { companyId })),
  )
  const ownPlanId = await insertRatePlan(db, { userId }, entries(listId))
  const turns = await findTurns(
    () =>
      aggregator.call('PUT /companies/:companyId/pricing/plan', {
        params: { companyId },
        body: { ratePlanId, locationGroupId: null, locationIds: null, onlyUnpriced: false },
      }),
    () =>
      client.call('PUT /locations/:locationId/pricing/plan', {
        params: { locationId: homeIds.at(-1)! },
        body: { ratePlanId: ownPlanId, version: 2 },
      }),
    1,
  )
  expect(turns).toEqual([aggregatorId, userId])
})

test('another process does not take it either while one is at the many', async () => {
  const { db } = server
  const [now, leasedUntil] = [server.clock.time, server.clock.time + 60_000]
  const about = { changedBy: many.userId, at: now, reason: null }
  const plans = { ...about, kind: 'locationPlans' as const, before: [] }
  await db.run(sql`delete from repricing_due`)
  await server.deps.repricings.close()
  await insertRepricingDue(db, 'many', plans, [1, 2])
  expect(await takeDueRepricings(db, [], { now, leasedUntil })).toHaveLength(1)
  await insertRepricingDue(db, 'location 2', plans, [2])
  await insertRepricingDue(db, 'location 3', plans, [3])
  const taken = await takeDueRepricings(db, [], { now, leasedUntil })
  expect(taken.map(({ key }) => key)).toEqual(['location 3'])
  await db.run(sql`delete from repricing_due`)
})
