import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import type { PricesChange } from './prices-change.ts'
import { repriceLocation } from './reprice-location.ts'
import {
  beginRepricing,
  insertRepricingDue,
  moveRepricing,
  takeDueRepricings,
} from './repricing-due-queries.ts'
import { findSameRepricing, insertRepricing } from './repricing-queries.ts'

let server: TestServer
let [ana, bor, locationId] = [0, 0, 0]
const now = Date.UTC(2026, 5, 1, 12)
const leaseMs = 60_000

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sonce')
  ana = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  bor = await insertUser(server.db, 'bor@test.si', 'ROLE_USER_BASIC')
  locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId })
  await server.db.run(
    sql`insert into location_pricing (location_id, updated_at) values (${locationId}, now())`,
  )
  await server.deps.repricings.close()
})
afterAll(() => server.stop())
beforeEach(() => server.db.run(sql`delete from repricing_due`))

const change = (priceListId: number): PricesChange => ({
  ...{ kind: 'priceList', priceListId, versionBefore: 1, version: 2, changedBy: ana, at: now, reason: null },
})
const insert = async (priceListId: number) => {
  await insertRepricingDue(server.db, `priceList ${priceListId}`, change(priceListId), [locationId])
  return (await server.db.row<{ id: number }>(sql`select max(id) as id from repricing_due`))!.id
}
const take = async (own: readonly number[], at = now) => {
  const taken = await takeDueRepricings(server.db, own, { now: at, leasedUntil: at + leaseMs })
  return taken.map(({ id }) => id)
}

test('while a process is at a change, no other one takes a later change of the same thing', async () => {
  const first = await insert(1)
  expect(await take([])).toEqual([first])
  const later = await insert(1)
  const ofAnotherList = await insert(2)
  expect(await take([])).toEqual([ofAnotherList])
  // The process that is at it does them one after the other, and so does another one after its death.
  expect(await take([first])).toEqual([later])
  expect(await take([], now + leaseMs)).toEqual([first, later, ofAnotherList])
})

test('a location is done once, whichever of two processes comes first', async () => {
  const id = await insert(1)
  expect(await moveRepricing(server.db, id, 0)).toBe(true)
  expect(await moveRepricing(server.db, id, 0)).toBe(false)
  expect(await moveRepricing(server.db, id, 1)).toBe(true)
})

test('who comes second to a location learns that another process is at the change', async () => {
  const id = await insert(1)
  const due = (await beginRepricing(server.db, id))!
  const reprice = () => repriceLocation(server.deps, server.db, locationId, { due, place: 0 })
  expect(await reprice()).toBe(true)
  expect(await reprice()).toBe(false)
})

test('only an edit of the same person soon after is told as one with the one before', async () => {
  const cause = { kind: 'priceList' as const, id: 1, name: 'L', versionBefore: 1, version: 2, reason: null }
  const written = { locationId, cause, changedBy: ana, at: now, months: [] }
  await insertRepricing(server.db, written)
  const isSame = async (part: Partial<typeof written>) =>
    (await findSameRepricing(server.db, { ...written, ...part }, 900_000)) !== undefined
  expect(await isSame({ at: now + 899_000 })).toBe(true)
  expect(await isSame({ at: now + 900_000 })).toBe(false)
  expect(await isSame({ changedBy: bor })).toBe(false)
  expect(await isSame({ cause: { ...cause, id: 2 } })).toBe(false)
})
