import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMigrations, migrate } from '../../platform/db/migrate.ts'
import { sql } from '../../platform/db/sql.ts'
import { openUnmigratedTestDb } from '../../testing/test-db.ts'
import { insertUser } from '../../testing/test-world.ts'

let database: Awaited<ReturnType<typeof openUnmigratedTestDb>>

beforeAll(async () => {
  database = await openUnmigratedTestDb()
})
afterAll(() => database.close())

test('an upgrade removes portfolio runs at past rates, and neither their points nor their people', async () => {
  const { db } = database
  const isOlder = (name: string) => name < '0031-portfolio-of-the-coming-year.sql'
  await migrate(db, { only: listMigrations().filter(isOlder) })
  const userId = await insertUser(db, 'ana@test.si', 'ROLE_USER')
  await db.run(sql`
    insert into abstract_device (user_id, eimm, source, created_at) values (${userId}, '4-1', 'csv', now())`)
  await db.run(sql`
    insert into portfolio_optimisation (user_id, from_day, to_day, total, created_at)
    values (${userId}, '2025-01-01', '2025-12-31', 1, now())`)
  await db.run(sql`
    insert into portfolio_row (optimisation_id, device_id, cheapest_cost, saving, detail)
    select portfolio_optimisation.id, abstract_device.id, 90, 10, '{}' from portfolio_optimisation, abstract_device`)
  await migrate(db)
  expect(
    await db.row(sql`
      select (select count(*)::int from portfolio_optimisation) as runs, (select count(*)::int from portfolio_row) as rows,
        (select count(*)::int from abstract_device) as points, (select count(*)::int from app_user) as people`),
  ).toEqual({ runs: 0, rows: 0, points: 1, people: 1 })
})
