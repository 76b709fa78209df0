import { expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { createControllerCache } from './controller-cache.ts'
import type { ControllerRow, DeviceRow } from './link-queries.ts'

const serial = 'ABCD-EFGH-JKMN-PQRS'

/** A controller with one device, and how often it was read. */
function createHarness() {
  let now = 0
  const controller = { id: 3, unit_id: serial, location_id: 7, revoked_at: null } as ControllerRow
  const device = {
    id: 5,
    controller_id: 3,
    location_id: 7,
    source_key: 'pv',
    params: [],
  } as unknown as DeviceRow
  const row: ControllerRow = { ...controller, online: true, period_seconds: 10 }
  const devices = [{ ...device, newest_at: 100, period_seconds: 60 }]
  const rows = vi.fn(async () => (rows.mock.calls.length % 2 === 1 ? [row] : devices))
  const cache = createControllerCache({ rows } as unknown as Db, { now: () => now })
  return {
    row,
    devices,
    cache,
    get: async () => (await cache.get([serial])).get(serial),
    reads: () => rows.mock.calls.length / 2,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('a controller is read once a minute, or after a change notice', async () => {
  const { cache, get, reads, pass } = createHarness()
  await get()
  pass(59_000)
  await get()
  expect(reads()).toBe(1)
  pass(2_000)
  await get()
  expect(reads()).toBe(2)
  cache.changed(serial)
  await get()
  expect(reads()).toBe(3)
})

test('learned facts survive a new read, and are dropped when it moves to another home', async () => {
  const { row, devices, cache, get } = createHarness()
  const before = (await get())!
  before.keys.add('pv/power')
  before.gridModes.set('pv', 1)
  before.paces.get('pv')!.newestAt = 500
  before.periodSeconds = 12
  cache.changed(serial)
  const read = (await get())!
  expect(read).not.toBe(before)
  expect([...read.keys, ...read.gridModes.keys(), read.paces.get('pv')!.newestAt]).toEqual([
    'pv/power',
    'pv',
    500,
  ])
  row.location_id = 8
  devices[0]!.location_id = 8
  cache.changed(serial)
  const moved = (await get())!
  expect([moved.keys.size, moved.gridModes.size, moved.paces.get('pv')!.newestAt]).toEqual([0, 0, 100])
  expect(moved.periodSeconds).toBe(12)
})

test('its devices at another home are not its own here, and a revoked controller is unknown', async () => {
  const { row, devices, cache, get } = createHarness()
  devices[0]!.location_id = 9
  expect(Object.keys((await get())!.devices)).toEqual([])
  row.revoked_at = 1
  cache.changed(serial)
  expect(await get()).toBeUndefined()
  expect(cache.all()).toEqual([])
})
