import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { type ChartPlace, energyQuery, seriesQuery } from './chart-place.ts'

const now = Date.UTC(2026, 5, 1, 10)
const past = { fromMs: now - 7_200_000, toMs: now - 3_600_000, intervalSeconds: 300 }

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each<[ChartPlace, string]>([
  [{ kind: 'location', locationId: 7 }, 'GET /locations/:locationId/data/energy'],
  [
    { kind: 'deviceGroup', locationId: 7, deviceGroupId: 3 },
    'GET /locations/:locationId/device-groups/:deviceGroupId/data/energy',
  ],
  [
    { kind: 'device', locationId: 7, deviceId: 3 },
    'GET /locations/:locationId/devices/:deviceId/data/energy',
  ],
  [{ kind: 'group', locationGroupId: 3 }, 'GET /location-groups/:locationGroupId/data/energy'],
])('the energy of a $kind is requested for the range and interval', async (place, key) => {
  const api = fakeApi({ [key]: () => ({}) })
  await new QueryClient().fetchQuery(energyQuery(place, past))
  const { kind: _, ...ids } = place
  const params = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]))
  const query = { from: String(past.fromMs), to: String(past.toMs), interval: '300' }
  expect(api.sent).toEqual([{ key, params, query, body: undefined }])
})

test('going back to a range within a minute requests nothing, later it is requested again', async () => {
  const api = fakeApi({
    'GET /locations/:locationId/data/energy': () => ({}) as never,
    'GET /locations/:locationId/data/series': () => ({}) as never,
  })
  const client = new QueryClient()
  const look = async () => {
    await client.fetchQuery(energyQuery({ kind: 'location', locationId: 7 }, past))
    await client.fetchQuery(seriesQuery(7, ['grid/power'], past))
    return api.sent.length
  }
  expect(await look()).toBe(2)
  vi.setSystemTime(now + 59_000)
  expect(await look()).toBe(2)
  vi.setSystemTime(now + 61_000)
  expect(await look()).toBe(4)
})

test('only a range that includes now is refetched by itself', () => {
  const refetches = (toMs: number) => {
    const { refetchInterval } = energyQuery({ kind: 'location', locationId: 7 }, { ...past, toMs })
    return (refetchInterval as () => number | false)()
  }
  expect([refetches(now - 1), refetches(now + 1)]).toEqual([false, 60_000])
})
