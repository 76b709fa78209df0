import { afterEach, expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { createControllerCache } from './controller-cache.ts'
import type { ControllerRow, DeviceRow } from './link-queries.ts'

const serial = 'ABCD-EFGH-JKMN-PQRS'
afterEach(() => vi.useRealTimers())

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
  before.lastArrivalAt = 400
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
  expect([moved.periodSeconds, moved.lastArrivalAt]).toEqual([12, 400])
})

test('whether it is connected is what another process has written meanwhile', async () => {
  const { row, cache, get } = createHarness()
  expect((await get())!.isOnline).toBe(true)
  row.online = false
  cache.changed(serial)
  expect((await get())!.isOnline).toBe(false)
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

/** Many controllers, whose reads end when told. */
function createCrowd() {
  const reads: { serials: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const rows = ({ params }: { params: readonly unknown[] }) =>
    new Promise<ControllerRow[]>((resolve, reject) => {
      const serials = params.find(Array.isArray) as string[]
      const found = serials.map((name, id) => ({ id, unit_id: name, location_id: null, revoked_at: null }))
      reads.push({ serials, end: () => resolve(found as unknown as ControllerRow[]), fail: reject })
    })
  const cache = createControllerCache({ rows } as unknown as Db, { now: () => 0 })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const settle = async () => {
    await new Promise(setImmediate)
    // A crowd waits a moment for more of it.
    vi.advanceTimersByTime(1000)
    await new Promise(setImmediate)
  }
  return { reads, cache, settle }
}

test('all who ask while a read is under way share the next one', async () => {
  const { reads, cache, settle } = createCrowd()
  const first = cache.get(['a'])
  await settle()
  const others = ['b', 'c', 'a', 'd'].map((name) => cache.get([name]))
  await settle()
  expect(reads.map(({ serials }) => serials)).toEqual([['a']])
  reads[0]!.end()
  await first
  await settle()
  expect(reads.map(({ serials }) => serials)).toEqual([['a'], ['b', 'c', 'd']])
  reads[1]!.end()
  expect((await Promise.all(others)).map((found) => [...found.keys()])).toEqual([['b'], ['c'], ['a'], ['d']])
})

test('a change while several are read makes only that one be read again, also for who asks meanwhile', async () => {
  const { reads, cache, settle } = createCrowd()
  const all = cache.get(['a', 'b', 'c'])
  await settle()
  cache.changed('b')
  const after = cache.get(['a', 'b'])
  await settle()
  reads[0]!.end()
  await all
  await settle()
  expect(reads.map(({ serials }) => serials)).toEqual([['a', 'b', 'c'], ['b']])
  reads[1]!.end()
  expect([...(await after).keys()]).toEqual(['a', 'b'])
  await cache.get(['a', 'b', 'c'])
  expect(reads).toHaveLength(2)
})

test('what changes while it is read is read again by who asks later, however often it changes', async () => {
  const { reads, cache, settle } = createCrowd()
  const first = cache.get(['a'])
  await settle()
  cache.changed('a')
  const second = cache.get(['a'])
  reads[0]!.end()
  await first
  await settle()
  cache.changed('a')
  reads[1]!.end()
  await second
  void cache.get(['a'])
  await settle()
  expect(reads).toHaveLength(3)
})

test('a read that fails is told to who waited for it, and the next one goes ahead', async () => {
  const { reads, cache, settle } = createCrowd()
  const first = cache.get(['a'])
  await settle()
  const second = cache.get(['b'])
  reads[0]!.fail(new Error('the database is away'))
  await expect(first).rejects.toThrow('away')
  await settle()
  reads[1]!.end()
  expect([...(await second).keys()]).toEqual(['b'])
})
