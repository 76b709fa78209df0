import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import type { ControllerReadings } from '../telemetry/controller-readings.ts'
import { finishEnergy } from '../telemetry/finish-energy.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { getGlance } from './get-glance.ts'

// A Monday two weeks after the clocks went forward: half of the earlier Mondays have another offset from UTC.
const zone = 'Europe/Ljubljana'
const now = Date.parse('2026-04-13T13:42:00+02:00')
const kinds = [
  { key: 'grid', category: 'GRID' },
  { key: 'pv', category: 'SOLAR_POWER_PLANT' },
] as const

let server: TestServer
let owner: TestClient
let fullId: number
let silentId: number
let youngId: number

const startOfDay = (weeks: number) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).subtract({ weeks }).startOfDay()

/** Steady power from the local midnight of `weeks` ago on; the sun is silent in the given minutes. */
function day(weeks: number, watts: number, hours: number, silent: [number, number] = [0, 0]) {
  const start = startOfDay(weeks).epochMilliseconds
  const end = Math.min(start + hours * 3_600_000, now)
  const samples: ControllerReadings['samples'][number][] = []
  for (let ts = start; ts <= end; ts += 60_000) {
    const minute = (ts - start) / 60_000
    const isSilent = minute > silent[0] && minute < silent[1]
    samples.push({
      ts,
      stepSeconds: null,
      values: {
        'grid/power': minute >= 480 && minute < 495 ? 2 * watts : watts,
        'pv/power': isSilent ? null : 0,
      },
    })
  }
  return samples
}

async function fill(
  home: { companyId: number; locationGroupId: number; ownerId: number },
  days: ReturnType<typeof day>[],
) {
  const locationId = await insertLocation(server.db, { ...home, timeZone: zone })
  const { controllerId } = await insertController(server.db, locationId, [...kinds])
  for (const samples of days)
    await storeReadings(server.db, [{ locationId, controllerId, devices: {}, samples }])
  return locationId
}

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const ownerId = await insertUser(server.db, 'owner@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sonce')
  const home = { companyId, locationGroupId: rootGroupId, ownerId }
  const mondays = [8, 7, 6, 5, 4, 3, 2].map((weeks) => day(weeks, 1000, 15))
  // The whole Monday of last week belongs to the seven days before today.
  const lastWeek = [day(1, 1000, 24, [300, 330])]
  fullId = await fill(home, [...mondays, ...lastWeek, day(0, 970, 24)])
  silentId = await fill(home, [...mondays, ...lastWeek, day(0, 970, 24, [300, 330])])
  youngId = await fill(home, [...mondays.slice(-3), ...lastWeek, day(0, 970, 24)])
  await finishEnergy(server.db)
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

const ask = async (locationId: number) =>
  (await owner.call('GET /locations/:locationId/data/glance', { params: { locationId } })).data

test('today is compared with the same weekday up to the same time of day, whatever the clock does', async () => {
  // 13:40 is the end of the last known slot; one quarter-hour at eight is doubled.
  expect((await ask(fullId)).usual).toEqual({
    until: Date.parse('2026-04-13T13:40:00+02:00'),
    days: 7,
    usual: expect.closeTo((1000 * 835) / 60, 0),
    difference: expect.closeTo(-0.03, 4),
  })
})

test('the highest power is that of a whole quarter of an hour', async () => {
  expect((await ask(fullId)).peak).toEqual({
    at: Date.parse('2026-04-13T08:00:00+02:00'),
    power: expect.closeTo(1940, 0),
  })
})

test('a usual day is unknown if a part was silent today, or if too few days are known', async () => {
  expect((await ask(silentId)).usual).toBeNull()
  expect((await ask(youngId)).usual).toBeNull()
})

test('nothing is said of "by now" in the first hour of a day, nor of a place that has been silent for an hour', async () => {
  const usualAt = async (time: string) =>
    (await getGlance(server.db, fullId, zone, Date.parse(`2026-04-13T${time}:00+02:00`))).usual
  expect(await usualAt('00:59')).toBeNull()
  expect(await usualAt('01:00')).toMatchObject({ days: 8 })
  // The last slot that is known ends at 13:45.
  expect(await usualAt('14:45')).toMatchObject({ until: Date.parse('2026-04-13T13:45:00+02:00') })
  expect(await usualAt('14:46')).toBeNull()
})

test('the days before are those of the charts', async () => {
  const { days } = await ask(fullId)
  expect(days).toHaveLength(7)
  const from = startOfDay(1).epochMilliseconds
  const to = days[0]!.end
  expect(days[6]!.end).toBe(startOfDay(0).epochMilliseconds)
  expect(days[0]!.start).toBe(from)
  const { data: chart } = await owner.call('GET /locations/:locationId/data/energy', {
    params: { locationId: fullId },
    query: { from, to, interval: 900 },
  })
  expect(days[0]).toMatchObject({ consumption: chart.totals.consumption, is_incomplete: true })
  expect(days[0]!.grid_import).toBe(chart.totals.grid_import)
  expect(days[0]!.consumption).toBeLessThan(days[0]!.grid_import!)
  expect(days[6]).toMatchObject({ consumption: null, is_incomplete: false })
})
