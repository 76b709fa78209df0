import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { raiseAlarm } from '../alarms/alarm-queries.ts'
import { closeDays } from '../telemetry/close-days.ts'
import { maintainPartitions } from '../telemetry/partitions.ts'
import { storeReadings } from '../telemetry/store-readings.ts'

const hourMs = 3_600_000
const first = Date.UTC(2026, 5, 1)
const hours = 10 * 24
const now = first + hours * hourMs

let server: TestServer
let owner: TestClient
let locationId: number

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  await maintainPartitions(db, { now, retentionDays: 400 })
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  const { controllerId } = await insertController(db, locationId, [
    { key: 'grid', category: 'GRID', name: 'Meter' },
  ])
  // The nth hour has n watt-hours, so that each calendar has different sums.
  const samples = Array.from({ length: hours + 1 }, (_, hour) => ({
    ts: first + hour * hourMs,
    stepSeconds: 3600,
    values: { 'grid/energy_import': (hour * (hour - 1)) / 2 },
  }))
  await storeReadings(db, [{ locationId, controllerId, devices: {}, samples }])
  await raiseAlarm(db, {
    ...{ locationId, controllerId, deviceId: null, type: 'ERROR_COMMUNICATION', code: 'E1', text: '' },
    at: first + 23.5 * hourMs,
  })
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

const setZone = (timezone: string) =>
  owner.call('PUT /locations/:locationId', { params: { locationId }, body: { timezone } })

/** The energy of five whole days of a zone, with the time zone in the answer. */
async function readDays(zone: string) {
  const start = Temporal.PlainDate.from('2026-06-03').toZonedDateTime(zone)
  const [from, to] = [start, start.add({ days: 5 })].map(({ epochMilliseconds }) => epochMilliseconds)
  const { data } = await owner.call('GET /locations/:locationId/data/energy', {
    params: { locationId },
    query: { from: from!, to: to!, interval: 86_400 },
  })
  const sums = data.ts.map((day) => {
    const hour = (day - first) / hourMs
    return Array.from({ length: 24 }, (_, index) => hour + index).reduce((sum, energy) => sum + energy, 0)
  })
  return { zone: data.time_zone, days: data.grid_import, sums }
}

test('another time zone gives other days at once, and after summing them again none of the old ones is left', async () => {
  const { db } = server
  for (const zone of ['Europe/Ljubljana', 'America/New_York', 'Asia/Tbilisi']) {
    expect((await setZone(zone)).data.location.timezone.name).toBe(zone)
    // Before the job has run, the stored days are those of the old zone.
    const before = await readDays(zone)
    expect(before).toEqual({ zone, days: before.sums, sums: before.sums })
    expect(before.days).toHaveLength(5)
    await closeDays(db, now)
    expect(await readDays(zone)).toEqual(before)
    const midnights = await db.rows<{ at: string }>(
      sql`select distinct to_char(day_start at time zone ${zone}, 'HH24:MI') as at from energy_day
          where location_id = ${locationId}`,
    )
    expect(midnights).toEqual([{ at: '00:00' }])
  }
})

test('the times of alarms follow the clock of the location', async () => {
  const times: unknown[] = []
  for (const zone of ['Europe/Ljubljana', 'America/New_York']) {
    await setZone(zone)
    const { data } = await owner.call('GET /locations/:locationId/alarms', { params: { locationId } })
    times.push(data.alarms.ERROR_COMMUNICATION?.[0]?.event_first_recurrence_date_time)
  }
  expect(times).toEqual(['02. 06. 2026 01:30', '01. 06. 2026 19:30'])
})
