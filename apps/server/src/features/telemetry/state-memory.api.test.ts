import type { EnergySource } from '@ohmstead/domain/telemetry/energy-series'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { deleteTelemetry } from './delete-telemetry.ts'
import { computeExpectedHours, readStoredHours } from './energy-test-kit.ts'
import { findLatest } from './latest-queries.ts'
import { maintainPartitions } from './partitions.ts'
import { createStateMemory } from './state-memory.ts'
import { storeReadings } from './store-readings.ts'
import { findStates } from './telemetry-state.ts'

const start = Date.UTC(2026, 5, 1, 10)
const minute = 60_000
let db: Db
let close: () => Promise<void>
let locationId = 0

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now: start, retentionDays: 400 })
})
afterAll(() => close())

const store = (through: Db, minutes: number, key = 'grid/energy_import') =>
  storeReadings(through, [
    {
      locationId,
      controllerId: 1,
      devices: {},
      samples: [{ ts: start + minutes * minute, stepSeconds: null, values: { [key]: 1000 + minutes } }],
    },
  ])
const ofController = () => ({ locationId, controllerId: 1 })
const stateNow = async () => (await findStates(db, [ofController()])).values().next().value!

describe('states kept from one batch to the next', () => {
  it('are not believed once another writer has written', async () => {
    locationId = 1
    // Another place of the same database keeps states of its own, as another process does.
    const other = db.at('job')
    for (const [index, through] of [db, db, other, db, other, other, db].entries())
      await store(through, index * 4)
    const hours = await readStoredHours(db, locationId)
    const sources: Record<string, [string, EnergySource]> = {
      'grid/energy_import': ['grid/energy_import', { kind: 'counter' }],
    }
    expect(hours).toEqual(await computeExpectedHours(db, locationId, sources))
    expect(hours.map(({ total }) => total)).toEqual([24_000])
    expect((await stateNow()).version).toBe(7)
  })

  it('are exactly what the database would answer', async () => {
    locationId = 2
    const values = {
      'grid/power': -0.25,
      'grid/state': 'a "b" \\ ž\u2028',
      'grid/on': true,
      'pv/power': null,
    }
    for (const m of [0, 1, 2]) {
      const sample = { ts: start + m * minute, stepSeconds: m === 1 ? 60 : null, values }
      await storeReadings(db, [{ ...ofController(), devices: {}, samples: [sample] }])
    }
    const { latest, energy } = await stateNow()
    const at = start + 2 * minute
    expect(latest).toEqual(
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [at, value]])),
    )
    expect((await findLatest(db, [locationId])).get(locationId)!.values).toEqual(latest)
    expect(energy.get('grid/energy_export')!.tail).toMatchObject({ ts: at, value: -0.25, stepMs: null })
  })

  it('are forgotten with what was deleted', async () => {
    locationId = 3
    await store(db, 0)
    await store(db, 1)
    await deleteTelemetry(db, locationId)
    await store(db, 2)
    expect(await db.rows(sql`select id, metric from series where location_id = ${locationId}`)).toHaveLength(
      1,
    )
    expect(await stateNow()).toMatchObject({ version: 1, newest: start + 2 * minute })
    // The same version again, of other readings.
    await deleteTelemetry(db, locationId)
    await store(db.at('job'), 3, 'pv/energy_production')
    await store(db, 4, 'pv/energy_production')
    const found = await stateNow()
    expect(found.version).toBe(2)
    expect(Object.keys(found.latest)).toEqual(['pv/energy_production'])
  })

  it('leave summed-up days closed, and open them for earlier energy', async () => {
    locationId = 4
    await store(db, 60)
    const closedUntil = start + 60 * minute
    await db.run(
      sql`update telemetry_state set closed_until = ${new Date(closedUntil)} where location_id = ${locationId}`,
    )
    await store(db, 61)
    expect((await stateNow()).closedUntil).toBe(closedUntil)
    await db.run(
      sql`update telemetry_state set closed_until = ${new Date(closedUntil + 60 * minute)}, closing_until = ${new Date(closedUntil + 60 * minute)} where location_id = ${locationId}`,
    )
    await store(db, 63)
    expect(await stateNow()).toMatchObject({ closedUntil, closingUntil: closedUntil })
  })

  it('are bounded: the controller that has been silent longest goes first', async () => {
    locationId = 1
    const state = await stateNow()
    const given = [1, 2, 3].map((controllerId) => ({ ...state, controllerId }))
    const memory = createStateMemory(4) // one metric and one series each
    memory.give(given.slice(0, 2))
    memory.give(memory.take([given[0]!]))
    memory.give(given.slice(2))
    expect(memory.take(given).map(({ controllerId }) => controllerId)).toEqual([1, 3])
    expect(memory.take(given)).toEqual([])
  })
})
