import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMigrations, migrate } from '../../platform/db/migrate.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { openUnmigratedTestDb } from '../../testing/test-db.ts'
import { insertUser } from '../../testing/test-world.ts'

let database: Awaited<ReturnType<typeof openUnmigratedTestDb>>

beforeAll(async () => {
  database = await openUnmigratedTestDb()
})
afterAll(() => database.close())

test('an upgrade keeps the present state of each plan as its first version that is told', async () => {
  const { db } = database
  const isOlder = (name: string) => name < '0036-rate-plan-versions.sql'
  await migrate(db, { only: listMigrations().filter(isOlder) })
  const userId = await insertUser(db, 'ana@test.si', 'ROLE_USER_BASIC')
  const list = await insertPriceList(db, { userId })
  const entry = { priceListId: list, validFrom: '2026-01-01', validTo: null }
  const later = { priceListId: list, validFrom: '2027-01-01', validTo: '2027-12-31' }
  const plan = await insertRatePlan(db, { userId }, [later, { ...entry, validTo: '2026-12-31' }])
  const empty = await insertRatePlan(db, { userId }, [], 'Empty')
  await db.run(sql`update rate_plan set version = 3 where id = ${plan}`)
  await migrate(db)
  const priceListName = 'Flat'
  expect(
    await db.rows(sql`
      select rate_plan_id as id, version, name, entries, changed_by, reason from rate_plan_version order by id`),
  ).toEqual([
    {
      ...{ id: plan, version: 3, name: 'Plan', changed_by: null, reason: null },
      entries: [
        { ...entry, validTo: '2026-12-31', priceListName },
        { ...later, priceListName },
      ],
    },
    { id: empty, version: 1, name: 'Empty', entries: [], changed_by: null, reason: null },
  ])
})
