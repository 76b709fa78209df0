import { checkOffer } from '@ohmstead/domain/pricing/supply-offer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint } from '../../testing/insert-metering-point.ts'
import { writtenList } from '../../testing/made-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { seedSupplyOffers } from './seed-supply-offers.ts'

let server: TestServer
let admin: TestClient
let owner: TestClient
let ownerId: number
let locationId: number
beforeAll(async () => {
  server = await startTestServer()
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN', { firstName: 'Maja' })
  ownerId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sonce')
  locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId })
  admin = server.client()
  await admin.signIn('admin@test.si')
  owner = server.client()
  await owner.signIn('ana@test.si')
})
afterAll(() => server.stop())

test('the library begins with the offers of Slovenian suppliers, each with source and day', async () => {
  const { data } = await owner.call('GET /pricing/offers', { query: { countryCode: 'SI' } })
  expect(data.offers).toHaveLength(22)
  for (const { source, checkedOn, version, terms } of data.offers) {
    expect([source.length > 0, checkedOn >= '2026-07-22', version]).toEqual([true, true, 1])
    expect(checkOffer(terms)).toEqual({})
  }
  const active = data.offers.find(({ name }) => name === 'Aktivni')!
  expect(active.terms.buy).toMatchObject({ kind: 'time_of_use', substitute: '0.1089' })
  expect(
    active.terms.buy.kind === 'time_of_use' && active.terms.buy.prices.map(({ price }) => price),
  ).toEqual(['0.0349', '0.0899', '0.1179', '0.1799'])
})

test('starting again adds nothing, and what somebody changed stays', async () => {
  const { id } = (await server.db.row<{ id: number }>(sql`
    update supply_offer set name = 'Moja' where library_key = 'gen-i-redni' returning id`))!
  await seedSupplyOffers(server.db, server.clock.time)
  const { data } = await owner.call('GET /pricing/offers', { query: { countryCode: 'SI' } })
  expect(data.offers).toHaveLength(22)
  expect(data.offers.find((offer) => offer.id === id)).toMatchObject({ name: 'Moja', version: 1 })
})

const offer = {
  countryCode: 'HR',
  supplier: 'Struja',
  name: 'Stalna',
  validFrom: '2026-01-01',
  validTo: null,
  source: 'struja.hr price list',
  checkedOn: '2026-11-01',
  terms: {
    currency: 'EUR' as const,
    buy: { kind: 'fixed' as const, t0: '0.11', t1: null, t2: null },
    sell: null,
    monthlyFee: '1.99',
    monthlyFeeElectronicInvoice: '0.99',
    extraServiceFee: null,
    selfSupply: 'none' as const,
    communityAllowed: null,
    sharingSenderAllowed: null,
    needsQuarterHours: false,
    boundMonths: 12,
    remarks: [],
    note: '',
  },
}
const countOffers = async () =>
  (await admin.call('GET /pricing/offers', { query: { countryCode: 'HR' } })).data.offers.length

test('an offer is added, changed and removed, and everybody reads it', async () => {
  const { data } = await admin.call('POST /pricing/offers', { body: offer })
  const { id: offerId, version } = data.offer
  expect(data.offer).toMatchObject({ version: 1, supplier: 'Struja', terms: { note: null, boundMonths: 12 } })
  const { data: changed } = await admin.call('PUT /pricing/offers/:offerId', {
    params: { offerId },
    body: { ...offer, version, terms: { ...offer.terms, monthlyFee: '2.49' } },
  })
  expect(changed.offer).toMatchObject({ version: 2, terms: { monthlyFee: '2.49' } })
  const { data: read } = await owner.call('GET /pricing/offers', { query: { countryCode: 'hr' } })
  expect(read.offers).toEqual([changed.offer])
  const { data: past } = await owner.call('GET /pricing/offers/:offerId/versions', { params: { offerId } })
  expect(
    past.versions.map(({ version: number, changedBy, terms }) => [number, changedBy, terms.monthlyFee]),
  ).toEqual([
    [2, 'Maja', '2.49'],
    [1, 'Maja', '1.99'],
  ])
  await admin.call('DELETE /pricing/offers/:offerId', { params: { offerId } })
  expect(await countOffers()).toBe(0)
  const actions = await server.db.rows<{ action: string }>(
    sql`select action from audit_log where action like 'supply_offer%' order by id`,
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'supply_offer_created',
    'supply_offer_changed',
    'supply_offer_deleted',
  ])
})

test('a price list made from an offer keeps its figures when the offer changes, and says that there are newer ones', async () => {
  const { data } = await admin.call('POST /pricing/offers', { body: offer })
  const { id: offerId } = data.offer
  const list = await owner.call('POST /pricing/price-lists', {
    body: { ...writtenList, companyId: null, supplyOfferId: offerId },
  })
  const { id: priceListId, terms } = list.data.priceList
  const change = async (version: number, more: object) => {
    await admin.call('PUT /pricing/offers/:offerId', {
      params: { offerId },
      body: { ...offer, version, ...more },
    })
    const answer = await owner.call('GET /pricing/price-lists/:priceListId', { params: { priceListId } })
    return answer.data.priceList
  }
  expect(list.data.priceList.supplyOffer).toEqual({ id: offerId, version: 1, hasNewer: false })
  // Looked at again by somebody, who found nothing new.
  expect((await change(1, { checkedOn: '2026-11-20' })).supplyOffer?.hasNewer).toBe(false)
  const after = await change(2, { terms: { ...offer.terms, monthlyFee: '3.10' } })
  expect(after).toMatchObject({ terms, version: 1, supplyOffer: { version: 1, hasNewer: true } })
  expect((await change(3, {})).supplyOffer?.hasNewer).toBe(false)
  expect((await change(4, { validTo: '2026-12-31' })).supplyOffer?.hasNewer).toBe(true)
  await admin.call('DELETE /pricing/offers/:offerId', { params: { offerId } })
  const orphan = await owner.call('GET /pricing/price-lists/:priceListId', { params: { priceListId } })
  expect(orphan.data.priceList).toMatchObject({ terms, supplyOffer: { hasNewer: false } })
})

test('of two people who change an offer the second is told, and nothing is overwritten', async () => {
  const { data } = await admin.call('POST /pricing/offers', { body: offer })
  const { id: offerId, version } = data.offer
  const change = (name: string) =>
    admin.call('PUT /pricing/offers/:offerId', { params: { offerId }, body: { ...offer, name, version } })
  const answers = await Promise.all([change('One'), change('Two')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await change('Three')).error).toEqual({ code: 'edited_meanwhile' })
  const { data: past } = await admin.call('GET /pricing/offers/:offerId/versions', { params: { offerId } })
  expect(past.versions.map((row) => row.version)).toEqual([2, 1])
  await admin.call('DELETE /pricing/offers/:offerId', { params: { offerId } })
})

const fixed = (t0: string | null, t1: string | null, t2: string | null) => ({
  terms: { ...offer.terms, buy: { kind: 'fixed' as const, t0, t1, t2 } },
})

test.each([
  ['an end before its beginning', { validTo: '2025-12-31' }, 'validTo'],
  ['a day that does not exist', { validFrom: '2026-02-30' }, 'validFrom'],
  ['no price at all', fixed(null, null, null), 'terms.buy.t0'],
  ['a high tariff without a low one', fixed(null, '0.1', null), 'terms.buy.t2'],
  ['a price that is no decimal', fixed('1e-3', null, null), 'terms.buy.t0'],
  ['a price with a comma', fixed('0,11', null, null), 'terms.buy.t0'],
  [
    'a plan that does not exist',
    {
      terms: {
        ...offer.terms,
        buy: { kind: 'time_of_use' as const, timePlanId: 999_999, prices: [], substitute: null },
      },
    },
    'terms.buy.timePlanId',
  ],
])('refuses %s', async (_, part, field) => {
  const before = await countOffers()
  expect((await admin.call('POST /pricing/offers', { body: { ...offer, ...part } })).error).toMatchObject({
    code: 'invalid_request',
    fields: { [field]: expect.any(String) },
  })
  expect(await countOffers()).toBe(before)
})

test('only super admins keep the library', async () => {
  expect((await owner.call('POST /pricing/offers', { body: offer })).error).toMatchObject({
    code: 'not_allowed',
  })
})

test('says which offers suit a location, by its metering point', async () => {
  const { data: created } = await admin.call('POST /pricing/offers', {
    body: { ...offer, countryCode: 'SI', terms: { ...offer.terms, needsQuarterHours: true } },
  })
  const read = async () => {
    const { data } = await owner.call('GET /locations/:locationId/pricing/offers', { params: { locationId } })
    return {
      point: data.point,
      suitability: data.offers.find(({ id }) => id === created.offer.id)!.suitability,
    }
  }
  expect(await read()).toEqual({
    point: {
      countryCode: 'SI',
      hasProduction: null,
      netMetering: null,
      tariffsCount: null,
      hasQuarterHours: null,
    },
    suitability: { unsuitable: [], open: ['hasProduction', 'hasQuarterHours'] },
  })
  const deviceId = await insertMeteringPoint(server.db, ownerId, '4-0000001', { productionPower: 9 })
  await server.db.run(sql`
    update abstract_device set readings_from = '2026-01-01' where id = ${deviceId}`)
  await server.db.run(sql`
    insert into location_pricing (location_id, abstract_device_id, updated_at) values (${locationId}, ${deviceId}, now())`)
  const joined = await read()
  expect(joined.point).toMatchObject({ hasProduction: true, hasQuarterHours: true, tariffsCount: 2 })
  expect(joined.suitability).toEqual({ unsuitable: ['noSelfSupply'], open: [] })
  // A power of zero is no plant.
  await server.db.run(sql`
    update abstract_device set portal_info = portal_info || '{"productionPower": 0}' where id = ${deviceId}`)
  expect((await read()).point.hasProduction).toBe(false)
  // What the portal does not say is not known, though a calculation may assume it.
  await server.db.run(sql`
    update abstract_device set portal_info = portal_info || '{"tariffsCount": null}' where id = ${deviceId}`)
  expect((await read()).point.tariffsCount).toBeNull()
})

test('what was entered of a metering point says which offers suit it', async () => {
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Luna')
  const id = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId })
  await owner.call('PUT /locations/:locationId/pricing/metering-point', {
    params: { locationId: id },
    body: {
      version: 0,
      abstractDeviceId: null,
      manualPoint: { tariffsCount: 1, netMetering: true, connectionPower: 7 },
    },
  })
  const { data } = await owner.call('GET /locations/:locationId/pricing/offers', {
    params: { locationId: id },
  })
  expect(data.point).toEqual({
    ...{ countryCode: 'SI', hasProduction: null, netMetering: true, tariffsCount: 1 },
    hasQuarterHours: null,
  })
  const ofName = (name: string) => data.offers.find((one) => one.name === name)!.suitability
  expect(ofName('Samooskrba redni')!.unsuitable).toEqual(['noNetMetering'])
  expect(ofName('Samooskrba, letni obračun')).toEqual({ unsuitable: [], open: [] })
})

test('a changed offer is checked as a new one is, and one of a single day is none too short', async () => {
  const body = { ...offer, validTo: offer.validFrom }
  const { id: offerId, version } = (await admin.call('POST /pricing/offers', { body })).data.offer
  const change = await admin.call('PUT /pricing/offers/:offerId', {
    params: { offerId },
    body: { ...body, version, ...fixed(null, null, null) },
  })
  expect(change.error?.fields).toEqual({ 'terms.buy.t0': 'required' })
  await admin.call('DELETE /pricing/offers/:offerId', { params: { offerId } })
})

test('a location’s offers are its country’s on its own day; a plant of its own is one that is still there', async () => {
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Veter')
  const place = { companyId, locationGroupId: rootGroupId, ownerId }
  const id = await insertLocation(server.db, { ...place, timeZone: 'Asia/Tokyo' })
  const body = { ...offer, countryCode: 'SI', validFrom: '2026-06-02' }
  const { id: offerId } = (await admin.call('POST /pricing/offers', { body })).data.offer
  await admin.call('POST /pricing/offers', { body: offer })
  const read = async () =>
    (await owner.call('GET /locations/:locationId/pricing/offers', { params: { locationId: id } })).data
  const before = server.clock.time
  server.clock.time = Date.parse('2026-06-01T23:59+09:00')
  const unsuitable = async () =>
    (await read()).offers.find((one) => one.id === offerId)!.suitability!.unsuitable
  expect(await unsuitable()).toEqual(['notYetValid'])
  server.clock.time = Date.parse('2026-06-02T00:00+09:00')
  expect(await unsuitable()).toEqual([])
  server.clock.time = before
  expect(new Set((await read()).offers.map(({ countryCode }) => countryCode))).toEqual(new Set(['SI']))
  const hasProduction = async () => (await read()).point.hasProduction
  const { deviceIds } = await insertController(server.db, id, [{ key: 'sun', category: 'SOLAR_POWER_PLANT' }])
  expect(await hasProduction()).toBe(true)
  await server.db.run(sql`update device set deleted_at = now() where id = ${deviceIds[0]!}`)
  expect(await hasProduction()).toBeNull()
})
