import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { assignPlan, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { handOverPrices } from './hand-over-prices.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('prices of a deleted account stay where other people’s locations are priced by them, and go elsewhere', async () => {
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const userId = await insertUser(db, 'going@test.si', 'ROLE_USER_BASIC')
  const homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
  const client = server.client()
  await client.signIn('going@test.si')
  const add = async (name: string) => {
    const body = { ...writtenList, name, companyId: null, supplyOfferId: null }
    const { priceList } = (await client.call('POST /pricing/price-lists', { body })).data
    const entries = [{ priceListId: priceList.id, validFrom: '2026-01-01', validTo: null }]
    const plan = { name, entries, companyId: null }
    return (await client.call('POST /pricing/plans', { body: plan })).data.ratePlan.id
  }
  await assignPlan(db, homeId, await add('Used'))
  await add('Unused')
  await db.transaction(async (tx) => {
    await handOverPrices(tx, userId)
    await tx.run(sql`delete from app_user where id = ${userId}`)
  })
  const owners = { company_id: companyId, user_id: null }
  expect(await db.rows(sql`select name, company_id, user_id from price_list`)).toEqual([
    { name: 'Used', ...owners },
  ])
  expect(await db.rows(sql`select name, company_id, user_id from rate_plan`)).toEqual([
    { name: 'Used', ...owners },
  ])
})
