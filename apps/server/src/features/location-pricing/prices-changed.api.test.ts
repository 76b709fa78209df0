import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { pricesChanged } from './prices-changed.ts'

let server: TestServer
let [priceListId, ana, bor] = [0, 0, 0]

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  ana = await insertUser(db, 'ana@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  bor = await insertUser(db, 'bor@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
  priceListId = await insertPriceList(db, { companyId })
  const entries = [{ priceListId, validFrom: '2020-01-01', validTo: null }]
  const planId = await insertRatePlan(db, { companyId }, entries)
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, updated_at) values (${locationId}, ${planId}, now())`)
  // What is due stays so.
  await server.deps.repricings.close()
})
afterAll(() => server.stop())
beforeEach(() => server.db.run(sql`delete from repricing_due`))

const write = (changedBy: number, versionBefore: number) =>
  server.db.transaction((tx) => {
    const change = {
      changedBy,
      at: server.clock.time,
      reason: null,
      versionBefore,
      version: versionBefore + 1,
    }
    return pricesChanged(tx, { kind: 'priceList', priceListId, ...change })
  })

/** Who changed what is due, from which version to which. */
async function findDue() {
  const rows = await server.db.rows<{
    changed_by: number
    change: { versionBefore: number; version: number }
  }>(sql`select changed_by, change from repricing_due order by id`)
  return rows.map(({ changed_by, change }) => [changed_by, change.versionBefore, change.version])
}

test('edits of one person in a row are one change, from before the first to after the last', async () => {
  await write(ana, 1)
  await write(ana, 2)
  expect(await findDue()).toEqual([[ana, 1, 3]])
})

test('an edit of somebody else in between is a change of its own, and so is the next one after it', async () => {
  await write(ana, 1)
  await write(bor, 2)
  await write(ana, 3)
  expect(await findDue()).toEqual([
    [ana, 1, 2],
    [bor, 2, 3],
    [ana, 3, 4],
  ])
})
