import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../testing/insert-metering-point.ts'
import { flatTerms, insertPriceList, insertRatePlan } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import type { Calculator } from '../calculations/start-calculator.ts'
import { startRepricings } from './start-repricings.ts'

let server: TestServer
let owner: TestClient
let listId: number
const locationIds: number[] = []

// Half a kilowatt in all of April: 360 kWh, at three locations with one list.
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  listId = await insertPriceList(db, { userId: ownerId })
  await db.run(sql`
    insert into price_list_version (price_list_id, version, name, utility, valid_from, valid_to, terms, changed_at)
    select id, 1, name, utility, valid_from, valid_to, terms, now() from price_list where id = ${listId}`)
  const entries = [{ priceListId: listId, validFrom: '2026-04-01', validTo: '2026-04-30' }]
  const planId = await insertRatePlan(db, { userId: ownerId }, entries)
  for (const eimm of ['4-0000001', '4-0000002', '4-0000003']) {
    const id = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
    const deviceId = await insertMeteringPoint(db, ownerId, eimm)
    await insertQuarterHours(db, deviceId, ['2026-04-01', '2026-05-01'], () => 0.5)
    await db.run(sql`
      insert into location_pricing (location_id, rate_plan_id, abstract_device_id, updated_at)
      values (${id}, ${planId}, ${deviceId}, now())`)
    locationIds.push(id)
  }
  owner = server.client()
  await owner.signIn('owner@test.si')
  // Here other processes do it.
  await server.deps.repricings.close()
})
afterAll(() => server.stop())

const correct = async (t0: string, version: number, reason: string) => {
  const params = { priceListId: listId }
  const facts = { name: 'Flat', utility: 'GEN-I', countryCode: 'SI', validFrom: '2020-01-01', validTo: null }
  const terms = { ...flatTerms, buy: { kind: 'fixed' as const, t0, t1: null, t2: null } }
  const body = { ...facts, terms, reason, version }
  expect((await owner.call('PUT /pricing/price-lists/:priceListId', { params, body })).status).toBe(200)
}

/** A further process on the same database. */
async function startProcess(calculator: Calculator = server.deps.calculator, { clock } = server.deps) {
  const { db, log } = server.deps
  const jobs = await startJobs({ db, clock, log })
  const repricings = await startRepricings({ db, clock, log, jobs, calculator })
  onTestFinished(async () => {
    await repricings.close()
    await jobs.close()
  })
  return repricings
}

const allAreDone = () =>
  vi.waitFor(async () => expect(await server.db.rows(sql`select id from repricing_due`)).toEqual([]), 20_000)

/** What is kept for each location, the oldest first. */
const kept = () =>
  Promise.all(
    locationIds.map(async (locationId) => {
      const params = { locationId }
      const { repricings } = (await owner.call('GET /locations/:locationId/pricing/repricings', { params }))
        .data
      return repricings.reverse().map(({ cause, changedBy, months }) => {
        const why = cause.kind === 'priceList' && `${cause.reason} ${cause.versionBefore} → ${cause.version}`
        return [why, changedBy, ...months.map(({ before, after }) => `${before.amount} → ${after.amount}`)]
      })
    }),
  )

test('after the death of a process every location has what changed once, and as the change left it', async () => {
  const { calculator } = server.deps
  const reached = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  let asked = 0
  const price: Calculator['price'] = async (...question) => {
    // The first location is asked about twice, before and after; then the process hangs.
    if (++asked > 2) {
      reached.resolve()
      await goesOn.promise
    }
    return calculator.price(...question)
  }
  // A dead one tells the time no longer.
  const { time } = server.clock
  const dying = await startProcess({ ...calculator, price }, { ...server.deps, clock: { now: () => time } })
  onTestFinished(() => goesOn.resolve())
  await correct('0.20', 1, 'Typed wrongly')
  await dying.begin()
  await reached.promise
  const first = ['Typed wrongly 1 → 2', 'Ana', '43.20 → 72.00']
  expect(await kept()).toEqual([[first], [], []])

  // Nobody begins with a further correction before the process is dead.
  server.clock.time += 3_600_000
  await correct('0.30', 2, 'Again')
  const second = ['Again 2 → 3', 'Ana', '72.00 → 108.00']
  await startProcess()
  await allAreDone()
  expect(await kept()).toEqual([
    [first, second],
    [first, second],
    [first, second],
  ])
  const { data } = await owner.call('GET /jobs')
  expect(data.jobs.filter(({ state }) => state === 'failed')).toMatchObject([{ error: 'process_died' }])

  // It was not dead after all: what has been done is not done again.
  goesOn.resolve()
  await dying.close()
  expect(await kept()).toEqual([
    [first, second],
    [first, second],
    [first, second],
  ])
})

test('two processes do not do the same, and edits before either begins are one change', async () => {
  await server.db.run(sql`delete from repricing`)
  const calculator = { ...server.deps.calculator }
  const asked = vi.spyOn(calculator, 'price')
  const [one, other] = [await startProcess(calculator), await startProcess(calculator)]
  server.clock.time += 3_600_000
  await correct('0.40', 3, 'Third')
  await correct('0.50', 4, 'Fourth')
  await Promise.all([one.begin(), other.begin()])
  await allAreDone()
  const all = ['Fourth 3 → 5', 'Ana', '108.00 → 180.00']
  expect(await kept()).toEqual([[all], [all], [all]])
  expect(asked.mock.calls.filter(([{ kind }]) => kind === 'bill')).toHaveLength(6)
})

test('what somebody stops is not begun again', async () => {
  const { calculator } = server.deps
  const reached = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const price: Calculator['price'] = async (...question) => {
    reached.resolve()
    await goesOn.promise
    return calculator.price(...question)
  }
  const stopped = await startProcess({ ...calculator, price })
  onTestFinished(() => goesOn.resolve())
  server.clock.time += 3_600_000
  await correct('0.60', 5, 'Sixth')
  await stopped.begin()
  await reached.promise
  await server.db.run(sql`update job set cancel_requested_at = now() where state = 'running'`)
  // A job looks from time to time whether it is to stop.
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  onTestFinished(() => later.mockRestore())
  goesOn.resolve()
  await vi.waitFor(
    async () =>
      expect(await server.db.rows(sql`select id from job where state in ('queued', 'running')`)).toEqual([]),
    20_000,
  )
  await stopped.close()
  expect(await server.db.rows(sql`select id from repricing_due`)).toEqual([])
})
