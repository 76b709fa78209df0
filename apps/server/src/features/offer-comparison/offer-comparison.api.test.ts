import type { OfferComparisonAnswer } from '@ohmstead/contract/offer-comparison'
import { formatExact, parseExact, subtractExact } from '@ohmstead/domain/money/exact'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { insertSharingGroup, insertSharingMember } from '../../testing/insert-sharing-group.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { seedSupplyOffers } from '../supply-offers/seed-supply-offers.ts'

let server: TestServer
let owner: TestClient
let ownerId: number
let stranger: TestClient
let locationId: number
let deviceId: number
let solarId: number
let listId: number
let foreignListId: number

const months = { from: '2026-02', to: '2026-04' }
const published = { network: { kind: 'published' as const }, taxes: { published: true, rows: [] } }
const dear = { ...published, buy: { kind: 'fixed' as const, t0: '0.3', t1: null, t2: null } }

beforeAll(async () => {
  server = await startTestServer()
  const { db, clock } = server
  clock.time = Date.parse('2026-05-20T10:00Z')
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const strangerId = await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  await seedSupplyOffers(db, clock.time)
  deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-02-01', '2026-05-11'], livingPower)
  solarId = await insertMeteringPoint(db, ownerId, '4-0000002', { netMetering: true, productionPower: 8 })
  const sun = (ms: number) => (new Date(ms).getUTCHours() === 11 ? 4 : 0)
  await insertQuarterHours(db, solarId, ['2026-02-01', '2026-05-11'], livingPower, sun)
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  listId = await insertPriceList(db, { userId: ownerId }, dear, 'Dear')
  foreignListId = await insertPriceList(db, { userId: strangerId }, dear, 'Foreign')
  const entry = { priceListId: listId, validFrom: '2025-01-01', validTo: null }
  const planId = await insertRatePlan(db, { userId: ownerId }, [entry])
  locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${locationId}, ${planId}, ${deviceId}, now())`)
  owner = server.client()
  await owner.signIn('owner@test.si')
  stranger = server.client()
  await stranger.signIn('stranger@test.si')
})
afterAll(() => server.stop())

const ofLocation = async (query: Record<string, string> = {}) =>
  (await owner.call('GET /locations/:locationId/offer-comparison', { params: { locationId }, query })).data
const ofPoint = async (id: number, query: Record<string, string> = {}) =>
  (
    await owner.call('GET /pricing/abstract-devices/:deviceId/offer-comparison', {
      params: { deviceId: id },
      query,
    })
  ).data
const nameOf = ({ candidates }: OfferComparisonAnswer, key: string) =>
  candidates.find((one) => one.key === key)!

describe('offers on the readings of a location', () => {
  test('are ranked over its last whole months, against the list that holds today', async () => {
    const answer = await ofLocation()
    const { comparison, todayKey, point } = answer
    expect([comparison.from, comparison.to, todayKey]).toEqual(['2026-02-01', '2026-04-30', `list-${listId}`])
    expect(point).toMatchObject({ tariffsCount: 2, hasProduction: false, isProductionAssumed: true })
    const ranked = comparison.offers.filter(({ rank }) => rank !== null)
    const costs = ranked.map(({ payable }) => Number(payable))
    expect(costs).toEqual([...costs].sort((a, b) => a - b))
    const today = comparison.offers.find(({ key }) => key === todayKey)!
    expect(comparison.advice).toMatchObject({ kind: 'switch', key: ranked[0]!.key, isSure: false })
    expect(ranked[0]!.difference).toBe(
      formatExact(subtractExact(parseExact(ranked[0]!.payable!), parseExact(today.payable!)), 2),
    )
  })

  test('have the cost that their bill has, and today’s that of the location’s bill', async () => {
    const { comparison } = await ofLocation()
    const days = { from: comparison.from, to: comparison.to }
    for (const { key, payable } of [comparison.offers[0]!, comparison.offers.at(-1)!]) {
      const { bill } = (
        await owner.call('GET /locations/:locationId/offer-comparison/bill', {
          params: { locationId },
          query: { candidate: key },
        })
      ).data
      expect(bill.totals.payable).toBe(payable)
    }
    const own = await owner.call('GET /locations/:locationId/pricing/bill', {
      params: { locationId },
      query: days,
    })
    const today = comparison.offers.find(({ key }) => key === `list-${listId}`)!
    expect(today.payable).toBe(own.data.bill.totals.payable)
  })

  test('that do not suit are shown apart with the reason', async () => {
    const answer = await ofLocation()
    const apart = answer.comparison.offers.filter(({ isTakeable }) => !isTakeable)
    expect(apart.length).toBeGreaterThan(3)
    for (const { key, rank, sureness } of apart) {
      expect([rank, sureness]).toEqual([null, null])
      expect(nameOf(answer, key).unsuitable.length).toBeGreaterThan(0)
    }
  })

  test('whose market prices are not stored have no rank, and say why', async () => {
    const { comparison } = await ofLocation()
    const dynamic = comparison.offers.filter(({ isDynamic, isTakeable }) => isDynamic && isTakeable)
    expect(dynamic.length).toBeGreaterThan(1)
    for (const { rank, payable, missing } of dynamic)
      expect([rank, payable, missing]).toEqual([null, null, [{ kind: 'noSpotPrice', region: 'SI' }]])
    expect(comparison.marketYears.every(({ isComplete }) => !isComplete)).toBe(true)
  })

  test('follow the choices: a paper invoice, one tariff, a member of a community', async () => {
    const [usual, paper] = await Promise.all([ofLocation(), ofLocation({ paperInvoice: 'true' })])
    const costOf = ({ comparison }: OfferComparisonAnswer) =>
      comparison.offers.reduce((sum, { payable }) => sum + Number(payable), 0)
    expect(costOf(paper)).toBeGreaterThan(costOf(usual))
    const single = await ofLocation({ tariffs: '1', isSharing: 'true' })
    expect(single.point).toMatchObject({ tariffsCount: 1, isTariffsCountAssumed: false })
    const questions = single.candidates.flatMap(({ open, unsuitable }) => [...open, ...unsuitable])
    expect(questions.some((one) => one === 'sharingAllowed' || one === 'noSharing')).toBe(true)
  })

  test('are worked out with a battery that is run for each', async () => {
    const [without, with10] = await Promise.all([
      ofLocation({ ...months, tariffs: '2' }),
      ofLocation({ ...months, tariffs: '2', battery: 'assumed', capacityKwh: '10', powerKw: '5' }),
    ])
    expect(with10.battery).toEqual({ capacityKwh: 10, powerKw: 5, isOwn: false })
    const costOf = ({ comparison }: OfferComparisonAnswer, key: string) =>
      Number(comparison.offers.find((one) => one.key === key)!.payable)
    const twoTariffs = without.candidates.find(
      ({ listType, key }) => listType === 'time_of_use' && costOf(without, key) > 0,
    )!
    expect(costOf(with10, twoTariffs.key)).not.toBe(costOf(without, twoTariffs.key))
  })

  test('cannot be run with a battery that the location does not have', async () => {
    for (const path of [
      `/locations/${locationId}/offer-comparison?battery=own`,
      `/pricing/abstract-devices/${deviceId}/offer-comparison?battery=own`,
    ]) {
      const answer = await owner.request('GET', path)
      expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('no_readings')
    }
  })

  test.each([
    [{ from: '2026-02' }, 'to', 'required'],
    [{ from: '2026-04', to: '2026-02' }, 'to', 'range_reversed'],
    [{ from: '2020-01', to: '2026-02' }, 'from', 'range_too_long'],
    [{ from: '2026-02', to: '2026-05' }, 'to', 'future_date'],
    [{ today: 'plan-1' }, 'today', 'regex'],
    [{ battery: 'assumed', capacityKwh: '0' }, 'capacityKwh', 'min_value'],
    [{ marketYears: '50' }, 'marketYears', 'max_value'],
  ] as [Record<string, string>, string, string][])('refuse %j', async (query, field, rule) => {
    const path = `/locations/${locationId}/offer-comparison?${new URLSearchParams(query)}`
    const answer = await owner.request('GET', path)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { error: { fields: Record<string, string> } }).error.fields[field]).toBe(
      rule,
    )
  })
})

describe('a metering point of the portal', () => {
  test('is compared without a location; what is paid today is what its person names', async () => {
    const unknown = await ofPoint(deviceId)
    expect(unknown.todayKey).toBeNull()
    expect(unknown.comparison.advice.kind).toBe('cheapest')
    const known = await ofPoint(deviceId, { today: `list-${listId}` })
    expect(known.comparison.advice).toMatchObject({ kind: 'switch', isSure: false })
    expect(known.comparison.offers[0]!.payable).toBe((await ofLocation()).comparison.offers[0]!.payable)
  })

  test('is never advised what is had only with another product, unless it is paid already', async () => {
    const sun = (ms: number) => (new Date(ms).getUTCHours() === 11 ? 4 : 0)
    const info = { netMetering: false, productionPower: 8 }
    const newId = await insertMeteringPoint(server.db, ownerId, '4-0000003', info)
    await insertQuarterHours(server.db, newId, ['2026-02-01', '2026-05-11'], livingPower, sun)
    const { comparison, candidates } = await ofPoint(newId, { today: `list-${listId}` })
    const bundle = candidates.find(({ remarks }) => remarks.includes('bundleOnly'))!
    expect(bundle.unsuitable).toEqual(['bundleOnly'])
    const found = comparison.offers.find(({ key }) => key === bundle.key)!
    expect(found).toMatchObject({ rank: null, isTakeable: false })
    expect(Number(found.payable)).toBeLessThan(Number(comparison.offers[0]!.payable))
    expect(comparison.advice).not.toMatchObject({ key: bundle.key })
    const paid = await ofPoint(newId, { today: bundle.key })
    expect(paid.comparison.advice).toEqual({ kind: 'stay' })
  })

  test('that shares energy is compared with a note, from the day on which it does', async () => {
    expect((await ofPoint(deviceId, months)).caveats).not.toContain('sharing')
    const groupId = await insertSharingGroup(server.db, { ownerId })
    const member = { name: 'Home', role: 'receiver' as const, deviceId }
    // Ended before it began: it has no day.
    const dates = { validFrom: '2026-04-20', validTo: '2026-03-01' }
    await insertSharingMember(server.db, groupId, { ...member, ...dates })
    expect((await ofPoint(deviceId, months)).caveats).not.toContain('sharing')
    await insertSharingMember(server.db, groupId, { ...member, validFrom: '2026-04-30' })
    expect((await ofPoint(deviceId, months)).caveats).toContain('sharing')
    expect((await ofLocation(months)).caveats).toContain('sharing')
    expect((await ofPoint(deviceId, { from: '2026-02', to: '2026-03' })).caveats).not.toContain('sharing')
    await server.db.run(sql`delete from sharing_group where id = ${groupId}`)
  })

  test('with yearly netting is neither ranked nor advised', async () => {
    const { comparison, caveats } = await ofPoint(solarId, { today: `list-${listId}` })
    expect(caveats).toContain('netMetering')
    expect(comparison.advice).toEqual({ kind: 'none' })
    expect(comparison.offers.every(({ rank }) => rank === null)).toBe(true)
  })
})

describe('nobody else', () => {
  test('learns of the location or the point', async () => {
    for (const path of [
      `/locations/${locationId}/offer-comparison`,
      `/locations/${locationId}/offer-comparison/bill?candidate=list-${listId}`,
      `/pricing/abstract-devices/${deviceId}/offer-comparison`,
      `/pricing/abstract-devices/${deviceId}/offer-comparison/bill?candidate=list-${listId}`,
    ])
      expect((await stranger.request('GET', path)).status).toBe(404)
  })

  test('lends their price lists', async () => {
    const today = `list-${foreignListId}`
    for (const path of [
      `/locations/${locationId}/offer-comparison?today=${today}`,
      `/pricing/abstract-devices/${deviceId}/offer-comparison?today=${today}`,
      `/pricing/abstract-devices/${deviceId}/offer-comparison/bill?candidate=${today}`,
    ])
      expect((await owner.request('GET', path)).status).toBe(404)
  })
})
