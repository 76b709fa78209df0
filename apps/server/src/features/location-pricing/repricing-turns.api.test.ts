import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { assignPlan, oneTariff, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

interface Owner {
  client: TestClient
  userId: number
  listId: number
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
  for (let home = 0; home < homes; home++)
    await assignPlan(
      db,
      await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId: userId }),
      planId,
    )
  const client = server.client()
  await client.signIn(email)
  return { client, userId, listId }
}

const correct = ({ client, listId }: Owner) =>
  client.call('PUT /pricing/price-lists/:priceListId', {
    params: { priceListId: listId },
    body: { ...writtenList, validFrom: '2020-01-01', terms: oneTariff, version: 1 },
  })

test('a change of one location does not wait for all of the many locations of somebody else', async () => {
  const { calculator } = server.deps
  const price = calculator.price.bind(calculator)
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const people: number[] = []
  const spy = vi.spyOn(calculator, 'price').mockImplementation(async (task, asker) => {
    if (people.at(-1) !== asker.person) people.push(asker.person)
    begun.resolve()
    await held.promise
    return price(task, asker)
  })
  onTestFinished(() => spy.mockRestore())
  expect((await correct(many)).status).toBe(200)
  await begun.promise
  expect((await correct(one)).status).toBe(200)
  await vi.waitFor(async () =>
    expect(await server.db.rows(sql`select id from repricing_due where is_begun`)).toHaveLength(2),
  )
  held.resolve()
  await vi.waitFor(
    async () => expect(await server.db.rows(sql`select id from repricing_due`)).toEqual([]),
    20_000,
  )
  expect(people).toEqual([many.userId, one.userId, many.userId])
})
