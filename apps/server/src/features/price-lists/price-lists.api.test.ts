import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { assignPlan, oneTariff, writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

let server: TestServer
let companyId: number
let otherCompanyId: number
let homeId: number
let aggregator: TestClient
let stranger: TestClient
let owner: TestClient
let neighbour: TestClient
let viewer: TestClient

async function signedIn(email: string): Promise<TestClient> {
  const client = server.client()
  await client.signIn(email)
  return client
}

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  const { db } = server
  const company = await insertCompany(db, 'Sonce')
  const other = await insertCompany(db, 'Veter')
  companyId = company.companyId
  otherCompanyId = other.companyId
  await insertUser(db, 'agg@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  await insertUser(db, 'stranger@test.si', 'ROLE_AGGREGATOR', { companyIds: [otherCompanyId] })
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'neighbour@test.si', 'ROLE_USER_ADVANCED')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER')
  homeId = await insertLocation(db, { companyId, locationGroupId: company.rootGroupId, ownerId })
  await shareLocation(db, viewerId, homeId)
  aggregator = await signedIn('agg@test.si')
  stranger = await signedIn('stranger@test.si')
  owner = await signedIn('owner@test.si')
  neighbour = await signedIn('neighbour@test.si')
  viewer = await signedIn('viewer@test.si')
})
afterAll(() => server.stop())

async function create(client: TestClient, more: Partial<typeof writtenList & { companyId: number }> = {}) {
  const answer = await client.call('POST /pricing/price-lists', { body: { ...writtenList, ...more } })
  return answer.data.priceList
}

const get = (client: TestClient, priceListId: number) =>
  client.call('GET /pricing/price-lists/:priceListId', { params: { priceListId } })
const put = (client: TestClient, priceListId: number, version: number, more: object = {}) =>
  client.call('PUT /pricing/price-lists/:priceListId', {
    params: { priceListId },
    body: { ...writtenList, ...more, version },
  })
const remove = (client: TestClient, priceListId: number) =>
  client.call('DELETE /pricing/price-lists/:priceListId', { params: { priceListId } })

async function plan(client: TestClient, entries: object[], more: object = {}) {
  const body = { name: 'Plan', entries, ...more } as never
  return (await client.call('POST /pricing/plans', { body })).data.ratePlan
}

describe('whose lists they are', () => {
  test('a company’s list is changed by who runs it, read by who may edit one of its locations, and unknown to others', async () => {
    const list = await create(aggregator, { companyId })
    expect(list).toMatchObject({ companyId, version: 1, canEdit: true, isActive: false, isInUse: false })
    expect((await get(owner, list.id)).data.priceList).toMatchObject({ name: 'Basic', canEdit: false })
    for (const client of [stranger, neighbour, viewer]) {
      expect((await get(client, list.id)).error?.code).toBe('not_found')
      const question = { params: { priceListId: list.id } }
      for (const name of [
        'GET /pricing/price-lists/:priceListId/versions',
        'GET /pricing/price-lists/:priceListId/usage',
      ] as const)
        expect((await client.call(name, question)).error?.code).toBe('not_found')
    }
    expect((await put(stranger, list.id, 1)).error?.code).toBe('not_found')
    expect((await remove(stranger, list.id)).error?.code).toBe('not_found')
    expect((await put(owner, list.id, 1)).error?.code).toBe('not_allowed')
    expect((await remove(owner, list.id)).error?.code).toBe('not_allowed')
  })

  test('one’s own list is nobody else’s, and a viewer keeps none', async () => {
    const list = await create(owner)
    expect(list).toMatchObject({ companyId: null, canEdit: true })
    for (const client of [aggregator, stranger, neighbour, viewer])
      expect((await get(client, list.id)).error?.code).toBe('not_found')
    const refused = await viewer.call('POST /pricing/price-lists', { body: writtenList })
    expect(refused.error?.code).toBe('not_allowed')
  })

  test('nobody makes a list for a company that they do not run', async () => {
    for (const client of [owner, stranger]) {
      const body = { ...writtenList, companyId }
      expect((await client.call('POST /pricing/price-lists', { body })).error?.code).toBe('not_found')
    }
  })

  test('a list shows a company’s, or all that are one’s own to keep', async () => {
    const shared = await create(aggregator, { companyId, name: 'Shared' })
    const own = await create(owner, { name: 'Own' })
    const namesOf = async (client: TestClient, query: { companyId?: number } = {}) => {
      const { data } = await client.call('GET /pricing/price-lists', { query })
      return data.priceLists.map(({ name }) => name)
    }
    expect(await namesOf(aggregator, { companyId })).toContain('Shared')
    expect(await namesOf(aggregator, { companyId })).not.toContain('Own')
    expect(await namesOf(owner)).toContain('Own')
    expect(await namesOf(owner)).not.toContain('Shared')
    expect(await namesOf(owner, { companyId })).toContain('Shared')
    const foreign = await stranger.call('GET /pricing/price-lists', { query: { companyId } })
    expect(foreign.error?.code).toBe('not_found')
    expect(await namesOf(neighbour)).toEqual([])
    await remove(aggregator, shared.id)
    await remove(owner, own.id)
  })

  test('a list of somebody’s plan is read by who sees the location, and changed by none of them', async () => {
    const list = await create(owner, { name: 'At home' })
    const { id } = await plan(owner, [{ priceListId: list.id, validFrom: '2026-01-01', validTo: null }])
    await assignPlan(server.db, homeId, id)
    for (const client of [viewer, aggregator]) {
      expect((await get(client, list.id)).data.priceList).toMatchObject({
        canEdit: false,
        isActive: true,
        isInUse: true,
        planCount: 1,
        locationCount: 1,
      })
      expect((await put(client, list.id, 1)).error?.code).toBe('not_allowed')
    }
    const { data } = await viewer.call('GET /locations/:locationId/pricing/price-lists', {
      params: { locationId: homeId },
    })
    expect(data.priceLists.map(({ name }) => name)).toEqual(['At home'])
    expect((await get(stranger, list.id)).error?.code).toBe('not_found')
  })
})

describe('changing a list', () => {
  test('two people: the second is told, and nothing of the first is overwritten', async () => {
    const { id } = await create(aggregator, { companyId })
    const first = await put(aggregator, id, 1, { name: 'First', reason: 'New prices from June' })
    expect(first.data.priceList).toMatchObject({ version: 2, name: 'First' })
    const second = await put(aggregator, id, 1, { name: 'Second' })
    expect([second.status, second.error?.code]).toEqual([409, 'edited_meanwhile'])
    expect((await get(aggregator, id)).data.priceList).toMatchObject({ version: 2, name: 'First' })
    const { data } = await aggregator.call('GET /pricing/price-lists/:priceListId/versions', {
      params: { priceListId: id },
    })
    expect(data.versions.map(({ version, name, reason }) => [version, name, reason])).toEqual([
      [2, 'First', 'New prices from June'],
      [1, 'Basic', null],
    ])
    expect(data.versions[0]?.changedBy).toBe('Ana')
    const read = await owner.call('GET /pricing/price-lists/:priceListId/versions', {
      params: { priceListId: id },
    })
    expect(read.data.versions[0]?.changedBy).toBeNull()
  })

  test('of a list that was written very often only the newest versions are told', async () => {
    const { id } = await create(aggregator, { companyId })
    await server.db.run(sql`
      insert into price_list_version (price_list_id, version, name, utility, valid_from, terms, changed_at)
      select price_list_id, version + n, name, utility, valid_from, terms, changed_at
      from price_list_version, generate_series(1, 150) as n where price_list_id = ${id}`)
    const params = { priceListId: id }
    const { data } = await aggregator.call('GET /pricing/price-lists/:priceListId/versions', { params })
    expect(data.versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 100 }, (_, place) => 151 - place),
    )
  })

  test('of two writes at once exactly one is kept', async () => {
    const { id } = await create(aggregator, { companyId })
    const writes = await Promise.all(
      ['A', 'B', 'C'].map((name) => put(aggregator, id, 1, { name, reason: name })),
    )
    const kept = writes.filter(({ status }) => status === 200)
    expect(kept.length).toBe(1)
    expect(writes.filter(({ error }) => error?.code === 'edited_meanwhile').length).toBe(2)
    const now = (await get(aggregator, id)).data.priceList
    expect(now).toMatchObject({ version: 2, name: kept[0]!.data.priceList.name })
  })

  test('a list keeps the days on which a plan applies it', async () => {
    const { id } = await create(aggregator, { companyId })
    const entry = { priceListId: id, validFrom: '2026-02-01', validTo: '2026-03-31' }
    await plan(aggregator, [entry], { companyId })
    const refused = await put(aggregator, id, 1, { validFrom: '2026-02-02' })
    expect(refused.error).toEqual({
      code: 'price_list_days_used',
      days: [{ from: '2026-02-01', to: '2026-03-31' }],
    })
    expect((await put(aggregator, id, 1, { validTo: '2026-03-30' })).error?.code).toBe('price_list_days_used')
    expect((await put(aggregator, id, 1, { validFrom: '2026-02-01', validTo: '2026-03-31' })).status).toBe(
      200,
    )
  })

  test('who changed what is in the audit log', async () => {
    const { id } = await create(aggregator, { companyId, name: 'Audited' })
    await put(aggregator, id, 1, { name: 'Renamed' })
    await remove(aggregator, id)
    const rows = await server.db.rows<{ action: string; company_id: number }>(sql`
      select action, company_id from audit_log where coalesce(after, before) ->> 'id' = ${String(id)}
        and action like 'price_list%' order by id`)
    expect(rows.map(({ action }) => action)).toEqual(['price_list_created', 'price_list_deleted'])
    const changed = await server.db.row(sql`
      select from audit_log where action = 'price_list_changed' and company_id = ${companyId}`)
    expect(changed).toBeDefined()
  })
})

describe('deleting a list', () => {
  test('in force today, in use, and free', async () => {
    const { id } = await create(aggregator, { companyId })
    const past = await plan(
      aggregator,
      [{ priceListId: id, validFrom: '2026-01-01', validTo: '2026-01-31' }],
      { companyId },
    )
    expect((await remove(aggregator, id)).error?.code).toBe('price_list_in_use')
    const today = await plan(
      aggregator,
      [{ priceListId: id, validFrom: '2026-06-01', validTo: '2026-06-01' }],
      {
        companyId,
      },
    )
    expect((await get(aggregator, id)).data.priceList).toMatchObject({ isActive: true, planCount: 2 })
    expect((await remove(aggregator, id)).error?.code).toBe('price_list_active')
    for (const { id: planId } of [past, today])
      await aggregator.call('DELETE /pricing/plans/:planId', { params: { planId } })
    expect((await remove(aggregator, id)).status).toBe(204)
    expect((await get(aggregator, id)).error?.code).toBe('not_found')
  })

  test('usage names what the asker sees, and counts the rest', async () => {
    const { id } = await create(aggregator, { companyId, name: 'Used by an owner' })
    const { id: planId } = await plan(owner, [{ priceListId: id, validFrom: '2026-01-01', validTo: null }])
    const question = { params: { priceListId: id } }
    const usage = 'GET /pricing/price-lists/:priceListId/usage' as const
    const mine = await owner.call(usage, question)
    expect(mine.data).toMatchObject({
      plans: [{ id: planId, validFrom: '2026-01-01', validTo: null }],
      hiddenPlans: 0,
    })
    const theirs = await aggregator.call(usage, question)
    expect(theirs.data).toEqual({ plans: [], locations: [], hiddenPlans: 1, hiddenLocations: 0 })
    await assignPlan(server.db, homeId, planId)
    const located = await aggregator.call(usage, question)
    expect(located.data).toMatchObject({
      plans: [{ id: planId }],
      locations: [{ id: homeId }],
      hiddenPlans: 0,
    })
  })
})

test('a copy has its own name and owner, and starts again at version 1', async () => {
  const { id } = await create(aggregator, { companyId })
  await put(aggregator, id, 1, { utility: 'Petrol' })
  const copy = 'POST /pricing/price-lists/:priceListId/copy' as const
  const mine = await owner.call(copy, { params: { priceListId: id }, body: { name: 'Mine' } as never })
  expect(mine.data.priceList).toMatchObject({
    name: 'Mine',
    utility: 'Petrol',
    companyId: null,
    version: 1,
    canEdit: true,
    terms: oneTariff,
  })
  const foreign = await stranger.call(copy, { params: { priceListId: id }, body: { name: 'X' } as never })
  expect(foreign.error?.code).toBe('not_found')
})

describe('what is refused', () => {
  const cases: [string, object, Record<string, string>][] = [
    [
      'a price that is no decimal',
      { buy: { kind: 'fixed', t0: '1e5', t1: null, t2: null } },
      { 'terms.buy.t0': 'double' },
    ],
    [
      'a price for a tariff that is not there',
      { buy: { kind: 'fixed', t0: '0.1', t1: '0.2', t2: null } },
      { 'terms.buy.t1': 'max' },
    ],
    [
      'a plan that is not there',
      { buy: { kind: 'time_of_use', timePlanId: 77, prices: [], substitute: null } },
      { 'terms.buy.timePlanId': 'required' },
    ],
    [
      'a tariff that is not there',
      { network: { kind: 'tariff', networkTariffId: 77 } },
      { 'terms.network.networkTariffId': 'required' },
    ],
    [
      'a region that is not there',
      {
        buy: {
          kind: 'spot_market',
          region: 'XX',
          factor: '1',
          markup: '0',
          floor: null,
          hourlyCap: null,
          monthlyCap: null,
          substitute: null,
        },
      },
      { 'terms.buy.region': 'required' },
    ],
    ['a fed-in price that is missing', { hasExportPrice: true }, { 'terms.sell': 'required' }],
  ]
  test.each(cases)('%s', async (_, change, fields) => {
    const body = { ...writtenList, terms: { ...oneTariff, ...change } as PriceListTerms }
    const { status, error } = await owner.call('POST /pricing/price-lists', { body })
    expect([status, error?.fields]).toEqual([400, fields])
  })

  test('days in the wrong order, an unknown country, an unknown offer', async () => {
    const post = async (more: object) =>
      (await owner.call('POST /pricing/price-lists', { body: { ...writtenList, ...more } as never })).error
        ?.fields
    expect(await post({ validTo: '2025-12-31' })).toEqual({ validTo: 'range_reversed' })
    expect(await post({ countryCode: 'ZZ' })).toEqual({ countryCode: 'required' })
    expect(await post({ supplyOfferId: 999 })).toEqual({ supplyOfferId: 'required' })
  })

  test('published rates of a country that publishes none', async () => {
    const post = async (countryCode: string, part: Partial<PriceListTerms>) => {
      const body = { ...writtenList, countryCode, terms: { ...oneTariff, ...part } }
      return (await owner.call('POST /pricing/price-lists', { body })).error?.fields
    }
    const network: PriceListTerms['network'] = { kind: 'published' }
    const taxes = { published: true, rows: [] }
    expect(await post('HR', { network })).toEqual({ 'terms.network.kind': 'is_not' })
    expect(await post('HR', { taxes })).toEqual({ 'terms.taxes.published': 'is_not' })
    expect(await post('SI', { network, taxes })).toBeUndefined()
  })

  test('a tariff in another currency', async () => {
    const row = await server.db.row<{ id: number }>(sql`
      insert into network_tariff (name, country_code, operator, currency, periods, created_at, updated_at)
      values ('HEP', 'HR', 'HEP', 'HRK', '[]', now(), now()) returning id`)
    const terms: PriceListTerms = { ...oneTariff, network: { kind: 'tariff', networkTariffId: row!.id } }
    const refused = await owner.call('POST /pricing/price-lists', { body: { ...writtenList, terms } })
    expect(refused.error?.fields).toEqual({ 'terms.network.networkTariffId': 'required' })
    const same: PriceListTerms = { ...terms, currency: 'HRK' }
    expect(
      (await owner.call('POST /pricing/price-lists', { body: { ...writtenList, terms: same } })).status,
    ).toBe(200)
  })

  test('a block of another plan, and one of another kind', async () => {
    const { id: timePlanId } = (await server.db.row<{ id: number }>(sql`
      insert into time_plan (title, color, created_at, updated_at) values ('T', '#aabbcc', now(), now()) returning id`))!
    const block = async (type: string) =>
      (await server.db.row<{ id: number }>(sql`
        insert into time_plan_block (time_plan_id, type, title, color, position)
        values (${timePlanId}, ${type}, 'B', '#aabbcc', 0) returning id`))!.id
    const energy = await block('PRICING_ENERGY')
    const network = await block('PRICING_NETWORK')
    const post = async (blockIds: number[]) => {
      const prices = blockIds.map((blockId) => ({ blockId, price: '0.1', tiers: [] }))
      const buy = { kind: 'time_of_use' as const, timePlanId, prices, substitute: null }
      const body = { ...writtenList, terms: { ...oneTariff, buy } }
      return (await owner.call('POST /pricing/price-lists', { body })).error?.fields
    }
    expect(await post([energy])).toBeUndefined()
    expect(await post([energy, network])).toEqual({ 'terms.buy.prices.1.blockId': 'required' })
    expect(await post([])).toEqual({ [`terms.buy.block${energy}`]: 'required' })
  })

  test('hostile terms never reach the database, and never answer 500', async () => {
    const hostile: unknown[] = [
      null,
      [],
      'x',
      { ...oneTariff, currency: 'XXX' },
      { ...oneTariff, buy: null },
      { ...oneTariff, buy: { kind: 'fixed', t0: '\u0000', t1: null, t2: null } },
      { ...oneTariff, buyFeePerKwh: 12 },
      { ...oneTariff, buyFeePerKwh: '9'.repeat(400) },
      { ...oneTariff, monthlyFees: Array.from({ length: 5000 }, () => ({ name: 'x', amount: '1' })) },
      {
        ...oneTariff,
        taxes: {
          published: false,
          rows: [{ name: 'V', kind: 'vat', rate: '22', validFrom: '2026-02-30', validTo: null }],
        },
      },
      { ...oneTariff, highTariff: { fromMinute: -1, toMinute: 1e9, onWorkdaysOnly: true } },
      {
        ...oneTariff,
        network: { kind: 'entered', energy: { kind: 'spot_market' }, power: null, monthlyFee: null },
      },
    ]
    for (const terms of hostile) {
      const answer = await owner.request('POST', '/pricing/price-lists', {
        body: { data: { ...writtenList, terms } },
      })
      expect([400, 413], JSON.stringify(terms).slice(0, 80)).toContain(answer.status)
    }
  })

  test('what the terms do not have is not stored', async () => {
    const terms = { ...oneTariff, evil: { $where: 1 }, constructor: 'x' }
    const answer = await owner.request('POST', '/pricing/price-lists', {
      body: { data: { ...writtenList, terms } },
    })
    const { data } = (await answer.json()) as { data: { priceList: { terms: object } } }
    expect(data.priceList.terms).toEqual(oneTariff)
  })
})
