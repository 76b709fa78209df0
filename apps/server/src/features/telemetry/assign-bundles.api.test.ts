import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertGroup, insertLocation } from '../../testing/test-world.ts'
import { assignBundles } from './assign-bundles.ts'
import { mostPlaces } from './energy-sum-format.ts'
import { saveSum } from './energy-sum-queries.ts'

const start = Date.UTC(2026, 5, 1)
const end = start + 86_400_000
let db: Db
let close: () => Promise<void>
let companyId: number
let rootGroupId: number

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  ;({ companyId, rootGroupId } = await insertCompany(db, 'Sonce'))
})
afterAll(() => close())
beforeEach(() => db.run(sql`delete from location`))

const addGroup = () => insertGroup(db, companyId, rootGroupId, 'Group')
async function addHomes(locationGroupId: number, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) ids.push(await insertLocation(db, { companyId, locationGroupId }))
  return ids
}
async function findBundleOf(locationId: number): Promise<number | undefined> {
  const row = await db.row<{ bundle_id: number }>(
    sql`select bundle_id from energy_bundle_place where location_id = ${locationId}`,
  )
  return row?.bundle_id
}
const sumUp = async (locationId: number) => {
  const none = new Uint8Array(0)
  const columns = { slots: none, quarters: none, hours: none, day: none }
  const bundleId = (await findBundleOf(locationId))!
  await saveSum(db, { bundleId, start, end, until: end, fingerprint: '', columns })
  return bundleId
}
const findSummed = async () =>
  (await db.rows<{ id: number }>(sql`select bundle_id as id from energy_sum order by bundle_id`)).map(
    ({ id }) => id,
  )

test('a bundle has no more places than a sum has room for', async () => {
  const group = await addGroup()
  const homes = await addHomes(group, mostPlaces + 1)
  await assignBundles(db)
  const sizes = await db.rows(
    sql`select count(*)::int as places from energy_bundle_place group by bundle_id order by places`,
  )
  expect(sizes).toEqual([{ places: 1 }, { places: mostPlaces }])
  // Another one finds room.
  const [next] = await addHomes(group, 1)
  await assignBundles(db)
  expect(await findBundleOf(next!)).toBe(await findBundleOf(homes.at(-1)!))
})

test('the sums of the bundles that a home leaves and enters are forgotten, and no others', async () => {
  const groups = [await addGroup(), await addGroup(), await addGroup()]
  const homes: number[] = []
  for (const group of groups) homes.push(...(await addHomes(group, 2)))
  await assignBundles(db)
  const [left, entered, other] = [await sumUp(homes[0]!), await sumUp(homes[2]!), await sumUp(homes[4]!)]
  await assignBundles(db)
  expect(await findSummed()).toEqual([left, entered, other])
  await db.run(sql`update location set location_group_id = ${groups[1]} where id = ${homes[0]}`)
  await assignBundles(db)
  expect(await findBundleOf(homes[0]!)).toBe(entered)
  expect(await findBundleOf(homes[1]!)).toBe(left)
  expect(await findSummed()).toEqual([other])
})

test('a home that will be deleted has no bundle, and a bundle without homes is gone', async () => {
  const [home] = await addHomes(await addGroup(), 1)
  await assignBundles(db)
  const bundleId = await findBundleOf(home!)
  expect(bundleId).toBeDefined()
  await db.run(sql`update location set deletion_due_at = now() where id = ${home}`)
  await assignBundles(db)
  expect(await findBundleOf(home!)).toBeUndefined()
  expect(await db.row(sql`select 1 from energy_bundle where id = ${bundleId}`)).toBeUndefined()
})
