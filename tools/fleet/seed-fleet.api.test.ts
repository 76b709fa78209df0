import { afterAll, beforeAll, expect, test } from 'vitest'
import { getChartRange } from '../../apps/server/src/features/charts/chart-range.ts'
import { getEnergy } from '../../apps/server/src/features/charts/get-energy.ts'
import { closeDays } from '../../apps/server/src/features/telemetry/close-days.ts'
import { findDays } from '../../apps/server/src/features/telemetry/energy-day-queries.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { openTestDb } from '../../apps/server/src/testing/test-db.ts'
import { seedFleet } from './seed-fleet.ts'

const now = Date.UTC(2026, 10, 21, 12)
const dayMs = 86_400_000
const size = {
  homes: 4,
  people: 40,
  days: 12,
  hourDays: 5,
  sampleDays: 2,
  fullHomes: 1,
  auditEntries: 200,
}
const lines: string[] = []
let db: Db
let close: () => Promise<void>
let staff: string[]

beforeAll(async () => {
  const opened = await openTestDb('server')
  db = opened.db
  close = opened.close
  staff = await seedFleet(db, size, { now, password: 'many homes', report: (line) => lines.push(line) })
})
afterAll(() => close())

const count = async (table: 'people' | 'homes' | 'members' | 'neither' | 'entries') => {
  const row = await db.row<Record<typeof table, number>>(sql`select
    (select count(*) from app_user where email like 'person%') as people,
    (select count(*) from location where owner_id is not null) as homes,
    (select count(*) from app_user where company_id is not null) as members,
    (select count(*) from app_user u where company_id is null and email like 'person%'
      and not exists (select from location where owner_id = u.id)
      and not exists (select from location_permission where user_id = u.id)) as neither,
    (select count(*) from audit_log) as entries`)
  return row![table]
}

test('makes as many homes, people and entries as asked, each with a place in the company', async () => {
  expect(staff).toHaveLength(4)
  expect(await count('homes')).toBe(4)
  expect(await count('people')).toBe(40)
  expect(await count('members')).toBeGreaterThan(10)
  expect(await count('members')).toBeLessThan(40)
  expect(await count('entries')).toBe(200)
  expect(lines.at(0)).toBe('4 homes, 40 people')
})

test('sums of days that are written at once are those of their hours', async () => {
  const before = await findDays(db, [1], 0, now)
  expect(before).toHaveLength(12)
  await db.run(sql`update telemetry_state set closed_until = null, closed_zone = null where location_id = 1`)
  await db.run(sql`delete from energy_day where location_id = 1`)
  await closeDays(db, now)
  expect(await findDays(db, [1], 0, now)).toEqual(before)
})

test('hours and samples meet without a gap, and nothing is left to compute', async () => {
  const range = getChartRange({ from: now - 4 * dayMs, to: now, interval: 3600 }, 'Europe/Ljubljana')
  const energy = await getEnergy(db, { locationIds: [1, 2, 3, 4] }, range)
  expect(energy.grid_import).not.toContain(null)
  expect(energy.incomplete).toEqual([])
  expect(await db.row(sql`select 1 from energy_due`)).toBeUndefined()
})

test('a database in use is refused', async () => {
  await expect(seedFleet(db, size, { now, password: 'many homes', report: () => {} })).rejects.toThrow(
    'The database is not empty',
  )
})
