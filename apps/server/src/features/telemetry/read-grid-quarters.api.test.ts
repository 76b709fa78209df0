import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertController, insertLocation } from '../../testing/test-world.ts'
import { finishEnergy } from './finish-energy.ts'
import { maintainPartitions } from './partitions.ts'
import { readGridQuarters } from './read-grid-quarters.ts'
import { storeReadings } from './store-readings.ts'

const hour = 3_600_000
// The night on which the clocks go back: 25 hours.
const start = Date.parse('2025-10-26T00:00:00+02:00')

let world: Awaited<ReturnType<typeof openTestDb>>
let home: { companyId: number; locationGroupId: number }
beforeAll(async () => {
  world = await openTestDb()
  await maintainPartitions(world.db, { now: start, retentionDays: 60 })
  const { companyId, rootGroupId } = await insertCompany(world.db, 'Sonce')
  home = { companyId, locationGroupId: rootGroupId }
})
afterAll(() => world.close())

type Values = Record<string, number>

async function insertMeters(keys: string[], samples: { ts: number; values: Values }[]): Promise<number> {
  const locationId = await insertLocation(world.db, home)
  const devices = keys.map((key) => ({ key, category: 'GRID' }))
  const { controllerId } = await insertController(world.db, locationId, devices)
  const withStep = samples.map((sample) => ({ ...sample, stepSeconds: null }))
  await storeReadings(world.db, [{ locationId, controllerId, devices: {}, samples: withStep }])
  await finishEnergy(world.db)
  return locationId
}

/** A register every five minutes, Wh. */
const register = (from: number, to: number, values: (at: number) => Values) =>
  Array.from({ length: (to - from) / 300_000 + 1 }, (_, at) => ({
    ts: from + at * 300_000,
    values: values(at),
  }))

test('a register is read by the quarter-hour, and a day of 25 hours has 100 of them', async () => {
  const samples = register(start, start + 25 * hour, (at) => ({
    'grid/energy_import': 100_000 + at * 20,
    'grid/energy_export': 50_000 + at * 10,
  }))
  const locationId = await insertMeters(['grid'], samples)
  const found = await readGridQuarters(world.db, locationId, start, start + 25 * hour)
  expect(found!.importMilliWh).toHaveLength(100)
  expect([...found!.importMilliWh].every((energy) => energy === 60_000)).toBe(true)
  expect([...found!.exportMilliWh!].every((energy) => energy === 30_000)).toBe(true)
  expect(found!.isEstimated.some(Boolean)).toBe(false)
})

test('a quarter-hour without all of its readings is unknown, never zero, and an outage is estimated', async () => {
  const all = register(start, start + 4 * hour, (at) => ({ 'grid/energy_import': 100_000 + at * 20 }))
  // Begins within a quarter-hour, ends within one, and is silent for half an hour between.
  const samples = all.filter((_, at) => at > 1 && at < 47 && !(at > 12 && at < 18))
  const locationId = await insertMeters(['grid'], samples)
  const found = await readGridQuarters(world.db, locationId, start, start + 4 * hour)
  const energies = [...found!.importMilliWh]
  expect(energies.slice(1, 15)).toEqual(new Array(14).fill(60_000))
  expect([energies[0], energies[15]]).toEqual([Number.NaN, Number.NaN])
  expect(found!.exportMilliWh).toBeNull()
  expect([...found!.isEstimated].flatMap((is, at) => (is ? [at] : []))).toEqual([4, 5])
})

test('two meters are added while both are known; a removed one counts until its last reading', async () => {
  const both = register(start, start + 2 * hour, (at) => ({
    'old/energy_import': 10_000 + at * 30,
    'grid/energy_import': 100_000 + at * 20,
  }))
  const one = register(start + 2 * hour, start + 4 * hour, (at) => ({
    'grid/energy_import': 100_000 + (at + 24) * 20,
  }))
  const locationId = await insertMeters(['old', 'grid'], [...both, ...one.slice(1)])
  const read = async () => [
    ...(await readGridQuarters(world.db, locationId, start, start + 4 * hour))!.importMilliWh,
  ]
  expect(await read()).toEqual([...new Array(8).fill(150_000), ...new Array(8).fill(Number.NaN)])
  await world.db.run(
    sql`update device set deleted_at = now() where location_id = ${locationId} and key = 'old'`,
  )
  const removed = await read()
  expect(removed.slice(0, 8)).toEqual(new Array(8).fill(150_000))
  expect(removed.slice(12)).toEqual(new Array(4).fill(60_000))
})

test('a location without a grid meter has none', async () => {
  const locationId = await insertMeters(['pv'], [])
  expect(await readGridQuarters(world.db, locationId, start, start + hour)).toBeNull()
})
