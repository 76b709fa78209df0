import { namedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import { buildTermsFromOffer } from '@ohmstead/domain/pricing/supply-offer'
import { bill } from '@ohmstead/pricing/bill'
import { worldUnder } from '@ohmstead/pricing/world-under'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours, livingPower } from '../../testing/insert-metering-point.ts'
import { insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { seedSupplyOffers } from '../supply-offers/seed-supply-offers.ts'
import { findOffers } from '../supply-offers/supply-offer-queries.ts'
import { readPricedSubject, requireVisibleSubject } from './read-priced-subject.ts'
import { readPricedSubjects } from './read-priced-subjects.ts'

let server: TestServer
let ownerId: number
let strangerId: number
let deviceId: number
let locationId: number

const span = { fromMs: Date.parse('2026-03-01T00:00+01:00'), toMs: Date.parse('2026-04-01T00:00+02:00') }
const month = { from: '2026-03-01', to: '2026-03-31' }

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  strangerId = await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  deviceId = await insertMeteringPoint(db, ownerId, '4-0000001')
  await insertQuarterHours(db, deviceId, ['2026-02-01', '2026-05-01'], livingPower)
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const listId = await insertPriceList(db, { companyId }, { taxes: { published: true, rows: [] } })
  const planId = await insertRatePlan(db, { companyId }, [
    { priceListId: listId, validFrom: '2025-01-01', validTo: null },
  ])
  locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
    values (${locationId}, ${planId}, ${deviceId}, now())`)
  await seedSupplyOffers(db, server.clock.time)
})
afterAll(() => server.stop())

const actorOf = (userId: number) => ({
  userId,
  roles: ['ROLE_USER_BASIC'] as const,
  companyIds: [],
  locations:
    userId === ownerId ? [{ id: locationId, view: true, edit: true, control: true, manageUsers: true }] : [],
})

describe('a metering point without a location', () => {
  test('is priced with a list made from an offer like the location that is joined with it', async () => {
    const subjects = [
      { kind: 'point', abstractDeviceId: deviceId } as const,
      { kind: 'location', locationId } as const,
    ]
    const offers = await findOffers(server.db, 'SI')
    const offer = offers.find(({ terms }) => terms.buy.kind === 'time_of_use')
    const terms = buildTermsFromOffer(offer!.terms, {
      tariffsCount: 2,
      hasElectronicInvoice: true,
      withPublishedRates: true,
      feeName: 'Fee',
      extraFeeName: 'Service',
    })
    const named = namedInTerms([terms])
    const bills = []
    for (const subject of subjects) {
      const { world, series, point, countryCode } = await readPricedSubject(server.db, subject, span, named)
      expect([countryCode, point?.point.tariffsCount]).toEqual(['SI', 2])
      bills.push(bill(worldUnder(world, terms), series, month))
    }
    expect(bills[0]!.totals.payable).toMatch(/^\d+\.\d\d$/)
    expect(bills[0]).toEqual(bills[1])
  })

  test('has no plan of its own', async () => {
    const { world } = await readPricedSubject(server.db, { kind: 'point', abstractDeviceId: deviceId }, span)
    expect(world.entries).toEqual([])
  })
})

test('many at once are read as each by itself, wherever they are and however long the span', async () => {
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Luna')
  const place = { companyId, locationGroupId: rootGroupId, ownerId }
  const points = [deviceId]
  const abroad: number[] = []
  for (const [at, timeZone] of ['Europe/Lisbon', 'Europe/Ljubljana', 'Europe/Lisbon'].entries()) {
    const point = await insertMeteringPoint(server.db, ownerId, `4-000001${at}`)
    const days: [string, string] = [`2026-02-0${at + 1}`, '2026-05-01']
    await insertQuarterHours(server.db, point, days, (ms) => livingPower(ms) * (at + 2), livingPower)
    points.push(point)
    const id = await insertLocation(server.db, { ...place, name: timeZone, timeZone })
    await server.db.run(sql`
      insert into location_pricing (location_id, abstract_device_id, updated_at) values (${id}, ${point}, now())`)
    abroad.push(id)
  }
  const subjects = [
    ...points.map((id) => ({ kind: 'point', abstractDeviceId: id }) as const),
    { kind: 'point', abstractDeviceId: 999_999 } as const,
    ...[locationId, ...abroad].map((id) => ({ kind: 'location', locationId: id }) as const),
  ]
  for (const toMs of [span.toMs, span.fromMs + 500 * 86_400_000]) {
    const own = { fromMs: span.fromMs, toMs }
    const read: number[] = []
    const all = await readPricedSubjects(
      server.db,
      subjects.map((subject) => ({ subject })),
      own,
      async (done) => void read.push(done),
    )
    expect(read).toEqual(subjects.map((_, at) => at + 1))
    for (const [at, subject] of subjects.entries()) {
      if (at === points.length) expect(all[at]).toBeNull()
      else expect(all[at]).toEqual(await readPricedSubject(server.db, subject, own))
    }
  }
})

describe('who may price', () => {
  test('sees the location or may read the point; nobody else learns that they exist', async () => {
    for (const subject of [
      { kind: 'point', abstractDeviceId: deviceId } as const,
      { kind: 'location', locationId } as const,
    ]) {
      await requireVisibleSubject(server.db, actorOf(ownerId), subject)
      await expect(requireVisibleSubject(server.db, actorOf(strangerId), subject)).rejects.toThrow(
        'not_found',
      )
    }
  })

  test('finds nothing where nothing is', async () => {
    const gone = { kind: 'point', abstractDeviceId: 999_999 } as const
    await expect(readPricedSubject(server.db, gone, span)).rejects.toThrow('not_found')
  })
})
