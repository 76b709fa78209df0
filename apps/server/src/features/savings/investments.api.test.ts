import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { mostInvestments } from './investment-routes.ts'

let server: TestServer
const clients: Record<'owner' | 'viewer' | 'stranger', TestClient> = {} as never
let homeId: number
let otherId: number

const panels = {
  ...{ kind: 'solar' as const, name: 'Panels on the roof', price: '9800.50', subsidy: '1500' },
  ...{ currency: 'EUR' as const, boughtOn: '2024-05-14', lifeYears: null },
}

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  otherId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  await shareLocation(db, viewerId, homeId)
  for (const name of ['owner', 'viewer', 'stranger'] as const) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())

const params = () => ({ locationId: homeId })
const add = (client: TestClient, body: object) =>
  client.call('POST /locations/:locationId/investments', { params: params(), body: body as typeof panels })
const list = async (client: TestClient) =>
  (await client.call('GET /locations/:locationId/investments', { params: params() })).data

describe('what was bought', () => {
  test('is entered, changed and removed by who may edit, seen by who may view, and audited', async () => {
    const { investment } = (await add(clients.owner, panels)).data
    expect(investment).toMatchObject({ ...panels, version: 1 })
    expect((await list(clients.viewer)).investments).toEqual([investment])
    expect((await add(clients.viewer, panels)).error).toMatchObject({ code: 'not_allowed' })
    expect((await add(clients.stranger, panels)).error).toMatchObject({ code: 'not_found' })
    const at = { ...params(), investmentId: investment.id }
    const path = 'PUT /locations/:locationId/investments/:investmentId'
    const body = { ...panels, price: '10000', version: 1 }
    expect((await clients.owner.call(path, { params: at, body })).data.investment).toMatchObject({
      ...{ price: '10000', version: 2 },
    })
    expect((await clients.owner.call(path, { params: at, body })).error).toMatchObject({
      code: 'edited_meanwhile',
    })
    const elsewhere = { ...at, locationId: otherId }
    expect((await clients.owner.call(path, { params: elsewhere, body })).error).toMatchObject({
      code: 'not_found',
    })
    const remove = 'DELETE /locations/:locationId/investments/:investmentId'
    expect((await clients.viewer.call(remove, { params: at })).status).toBe(403)
    expect((await clients.owner.call(remove, { params: at })).status).toBe(204)
    expect((await clients.owner.call(remove, { params: at })).error).toMatchObject({ code: 'not_found' })
    const actions = await server.db.rows<{ action: string }>(sql`
      select action from audit_log where location_id = ${homeId} and action like 'investment%' order by id`)
    expect(actions.map(({ action }) => action)).toEqual([
      ...['investment_added', 'investment_changed', 'investment_removed'],
    ])
  })

  test.each([
    [{ price: '-1' }, 'price', 'double'],
    [{ price: '1e9' }, 'price', 'double'],
    [{ price: '10000000000' }, 'price', 'double'],
    [{ subsidy: '9800.51' }, 'subsidy', 'max_value'],
    [{ name: ' ' }, 'name', 'required'],
    [{ lifeYears: 0 }, 'lifeYears', 'min_value'],
    [{ lifeYears: 61 }, 'lifeYears', 'max_value'],
    [{ boughtOn: '2024-02-30' }, 'boughtOn', 'regex'],
  ])('is refused where it is wrong: %j', async (changes, field, rule) => {
    const { error } = await add(clients.owner, { ...panels, ...changes })
    expect(error).toMatchObject({ code: 'invalid_request', fields: { [field]: rule } })
  })

  test('is bounded for a location', async () => {
    await server.db.run(sql`
      insert into location_investment (location_id, kind, name, price, subsidy, currency, bought_on, created_at,
        updated_at)
      select ${homeId}, 'other', 'n', '1', '0', 'EUR', '2024-01-01', now(), now() from generate_series(1, ${mostInvestments})`)
    expect((await add(clients.owner, panels)).error).toMatchObject({ code: 'too_many_investments' })
    await server.db.run(sql`delete from location_investment where location_id = ${homeId}`)
  })

  test('pays back nothing that is known without readings, and nothing of other things', async () => {
    await add(clients.owner, panels)
    await add(clients.owner, { ...panels, kind: 'other', name: 'Insulation', lifeYears: 30 })
    const { paybacks } = await list(clients.owner)
    expect(paybacks).toHaveLength(2)
    expect(paybacks[0]).toMatchObject({
      ...{ kind: 'solar', price: '8300.50', saved: null, share: null, savedSince: null, pace: null },
      ...{ verdict: 'tooEarly', early: null, late: null, lifeEnds: '2049-05-14', isLifeAssumed: true },
    })
    expect(paybacks[1]).toMatchObject({ kind: 'other', verdict: 'notSeparable', isLifeAssumed: false })
    // With the home goes what was bought for it.
    await server.db.run(sql`delete from location where id = ${homeId}`)
    expect(await server.db.rows(sql`select from location_investment`)).toEqual([])
  })
})
