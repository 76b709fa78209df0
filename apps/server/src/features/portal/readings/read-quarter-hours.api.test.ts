import { buildSeries } from '@ohmstead/network-fee/wire/build-series'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { insertMeteringPoint, insertQuarterHours } from '../../../testing/insert-metering-point.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { insertUser } from '../../../testing/test-world.ts'
import { getReadings, readQuarterHours } from './read-quarter-hours.ts'

let server: TestServer
let deviceId: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const userId = await insertUser(db, 'ana@test.si', 'ROLE_USER_BASIC')
  deviceId = await insertMeteringPoint(db, userId, '4-0000001')
  // A gap of days, both clock changes, gaps of hours, and powers that need six bytes.
  await insertQuarterHours(db, deviceId, ['2025-03-28', '2025-04-02'], (at) =>
    at % 2_700_000 === 0 ? null : 1.25,
  )
  await insertQuarterHours(db, deviceId, ['2025-10-24', '2025-10-29'], (at) => (at / 900_000) % 96)
  await insertQuarterHours(db, deviceId, ['2025-10-29', '2025-10-31'], () => 60_000)
  await db.run(sql`
    update quarter_hour_day set export_energy = import_energy,
      quality = 'e' || 'z' || substr(quality, 3) where day = '2025-10-25'`)
})
afterAll(() => server.stop())

test.each([
  ['2025-03-28', '2025-10-30'],
  ['2025-03-01', '2025-04-01'],
  ['2025-10-26', '2026-01-05'],
  ['2025-10-25', '2025-10-25'],
  ['2024-01-01', '2024-01-03'],
])('from %s to %s equals what the browser builds from the answer', async (fromDay, toDay) => {
  const answer = await getReadings(server.db, deviceId, { fromDay, toDay })
  const { series, problems } = await readQuarterHours(server.db, deviceId, { fromDay, toDay })
  expect(series).toEqual(buildSeries(answer))
  expect(problems).toEqual(answer.problems)
})
