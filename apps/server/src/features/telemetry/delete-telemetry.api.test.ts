import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { closeDays } from './close-days.ts'
import { deleteTelemetry } from './delete-telemetry.ts'
import { packSamples } from './pack-samples.ts'
import { maintainPartitions } from './partitions.ts'
import { storeReadings } from './store-readings.ts'

const now = Date.UTC(2026, 5, 15)
const dayMs = 86_400_000
let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDb())
})
afterAll(() => close())

test('removes all measurements of a location, and none of another', async () => {
  await maintainPartitions(db, { now, retentionDays: 400 })
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  const home = { companyId, locationGroupId: rootGroupId, ownerId }
  const [gone, kept] = [await insertLocation(db, home), await insertLocation(db, home)]
  for (const locationId of [gone, kept]) {
    const samples = Array.from({ length: 73 }, (_, hour) => ({
      ts: now - 5 * dayMs + hour * 3_600_000,
      stepSeconds: 3600,
      values: { 'grid/energy_import': hour * 1000 },
    }))
    await storeReadings(db, [{ locationId, controllerId: locationId, devices: {}, samples }])
  }
  await closeDays(db, now)
  await packSamples(db, now - 4 * dayMs)
  await deleteTelemetry(db, gone)
  for (const table of ['telemetry_state', 'series', 'sample', 'sample_pack', 'energy_hour', 'energy_day']) {
    const rows = await db.rows<{ id: number }>(
      sql`select distinct location_id as id from ${rawSql(table)} order by 1`,
    )
    expect([table, ...rows.map(({ id }) => id)]).toEqual([table, kept])
  }
})
