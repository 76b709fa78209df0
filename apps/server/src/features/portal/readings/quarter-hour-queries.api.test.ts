import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { insertMeteringPoint } from '../../../testing/insert-metering-point.ts'
import { propertyRuns } from '../../../testing/property-runs.ts'
import { openTestDb } from '../../../testing/test-db.ts'
import { insertUser } from '../../../testing/test-world.ts'
import { findDays, insertAnswer, insertDayVersions } from './quarter-hour-queries.ts'

let world: Awaited<ReturnType<typeof openTestDb>>
let deviceId: number
beforeAll(async () => {
  world = await openTestDb()
  const userId = await insertUser(world.db, 'ana@test.si', 'ROLE_USER_BASIC')
  deviceId = await insertMeteringPoint(world.db, userId, '4-0000001')
})
afterAll(() => world.close())

// Up to 17 MWh a quarter-hour takes four bytes, above that six.
const energies = fc.array(
  fc.oneof(fc.constant(null), fc.nat(2_000_000), fc.integer({ min: 2 ** 32, max: 2 ** 33 })),
  { minLength: 92, maxLength: 100 },
)
const stored = fc
  .record({ imports: energies, hasExports: fc.boolean(), exports: energies })
  .map(({ imports, hasExports, exports }) => ({
    imports,
    exports: hasExports ? imports.map((_, at) => exports[at] ?? null) : null,
    quality: imports.map((energy) => (energy === null ? 'm' : '.')).join(''),
  }))

test('days of any width, with and without export, are read as they were written', async () => {
  const { db } = world
  await fc.assert(
    fc.asyncProperty(fc.array(stored, { minLength: 1, maxLength: 5 }), async (list) => {
      await db.run(sql`delete from quarter_hour_day where device_id = ${deviceId}`)
      const days = list.map((day, at) => ({ day: `2026-01-0${at + 1}`, ...day }))
      const proof = { deviceId, source: 'readings', now: 0, content: Buffer.from('proof') }
      const answerId = await insertAnswer(db, proof)
      await insertDayVersions(db, deviceId, days, { answerId, now: 0 })
      expect(await findDays(db, deviceId, '2026-01-01', '2026-01-31')).toEqual(
        days.map((day) => ({
          ...day,
          version: 1,
          is_complete: !day.quality.includes('m'),
          fetched_at: 0,
        })),
      )
    }),
    { numRuns: propertyRuns(25) },
  )
})
