import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOp } from '@ohmstead/contract/controller-messages'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendCommand } from '../../server/src/features/link/commands.ts'
import type { Link } from '../../server/src/features/link/link.ts'
import {
  createTestController,
  createTestLocation,
  findRefusals,
  findStored,
  type TestController,
  until,
} from '../../server/src/features/link/link-test-kit.ts'
import { startLink } from '../../server/src/features/link/start-link.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { readSettings } from '../../server/src/settings.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/start-test-server.ts'
import { type RunningController, startController } from './controller.ts'
import { type LinkStore, openLinkStore } from './link/link-store.ts'
import { createPlantConfig } from './plant/plant-presets.ts'
import { preparePast, replayPast } from './replay-past.ts'
import { checkBroker } from './self-test/check-broker.ts'

const place = { seed: 4, weatherSeed: 4, latitude: 46.05, longitude: 14.5, timeZone: 'Europe/Ljubljana' }
const config = createPlantConfig('home-pv-battery', place)
let db: Db
let server: TestServer
let link: Link
let mqttPort = 0
let known: TestController
let directory: string
let store: LinkStore
let running: RunningController | null = null

/** A separate link beside the server's, so that it can go away and come back on the same port. */
async function openLink(): Promise<void> {
  const settings = readSettings({ MQTT_PORT: String(mqttPort) })
  link = await startLink({ ...server.deps, settings, clock: { now: () => Date.now() } })
  mqttPort = link.mqttPort!
}

beforeAll(async () => {
  server = await startTestServer({ time: Date.now() })
  db = server.db
  await openLink()
})
afterAll(async () => {
  await link.close()
  await server.stop()
})
beforeEach(async () => {
  // A separate location: device keys are unique within one.
  known = await createTestController(db, await createTestLocation(db))
  directory = mkdtempSync(join(tmpdir(), 'controller-'))
  store = openLinkStore(join(directory, 'link.db'))
})
afterEach(async () => {
  await running?.close()
  running = null
  store.close()
  rmSync(directory, { recursive: true, force: true })
})

function start(more: { offsetMs?: number; periodMs?: number } = {}): RunningController {
  running = startController({
    serial: known.serial,
    kind: 'CONTROLLER',
    address: { url: `mqtt://127.0.0.1:${mqttPort}`, user: known.serial, password: known.password },
    config,
    store,
    clock: { now: () => Date.now() + (more.offsetMs ?? 0) },
    log: () => {},
    periodMs: more.periodMs ?? 200,
    backlogMs: 50,
    backOffMs: [20, 100],
  })
  return running
}

async function command(op: CommandOp, args: Record<string, unknown>) {
  const { id } = await sendCommand(
    { db, clock: { now: Date.now } },
    { controllerId: known.id, op, args, ttlSeconds: 30, audit: null },
  )
  return until(async () => {
    const row = await db.row<{ state: string; code: string | null }>(
      sql`select state, code from command where id = ${id}`,
    )
    return row && !['sent', 'accepted'].includes(row.state) && row
  })
}

/** The times of the controller's readings, from now on and in order. */
function noteReadings(times: number[] = []): number[] {
  const keep = store.keep
  store.keep = (samples, ...more) => {
    times.push(...samples.map(({ ts }) => ts))
    keep(samples, ...more)
  }
  return times
}

const latest = async () => (await findStored(db, known)).at(-1)?.values ?? {}
const waitForOnline = async () => {
  await running!.link.whenOnline()
  await until(
    async () =>
      (await db.row<{ online: boolean }>(sql`select online from controller where id = ${known.id}`))?.online,
  )
}

describe('the reference controller on the embedded broker', () => {
  it('reports its inventory, stores readings and forgets what is acknowledged', async () => {
    start()
    await until(async () => (await findStored(db, known)).length > 2)
    const devices = await db.rows<{ key: string; category: string }>(
      sql`select source_key as key, category from device where controller_id = ${known.id} order by source_key`,
    )
    expect(devices).toEqual([
      { key: 'bat', category: 'BATTERY' },
      { key: 'grid', category: 'GRID' },
      { key: 'pv', category: 'SOLAR_POWER_PLANT' },
    ])
    await until(() => store.countBatches() <= 1)
    const { 'grid/power': grid, 'pv/power': pv, 'bat/power': bat } = await latest()
    expect([typeof grid, typeof pv, typeof bat]).toEqual(['number', 'number', 'number'])
    expect(await findRefusals(db, known)).toEqual({})
  })

  it('keeps readings through an outage of the cloud and its own restart, and delivers each once', async () => {
    const read = noteReadings()
    start()
    await until(async () => (await findStored(db, known)).length > 1)
    await link.close()
    const before = read.length
    await until(() => read.length > before + 4)
    await running!.close()
    store.close()
    store = openLinkStore(join(directory, 'link.db'))
    expect(store.countBatches()).toBeGreaterThan(4)
    noteReadings(read)
    await openLink()
    start()
    await until(() => store.countBatches() <= 2)
    const due = [...read]
    const stored = await until(async () => {
      const times = (await findStored(db, known)).map(({ ts }) => ts)
      return due.every((ts) => times.includes(ts)) && times
    })
    expect(new Set(stored).size).toBe(stored.length)
  })

  it('resends what was on its way when the connection broke', async () => {
    const ts = Date.now() - 3_600_000
    store.keep([{ ts, values: { 'grid/power': 321 } }], null, store.takeSeq())
    start()
    await until(async () => (await findStored(db, known)).some((sample) => sample.ts === ts))
    await until(() => store.countBatches() <= 1)
  })

  it('obeys a setpoint until it expires and returns to automatic by itself', async () => {
    start()
    await waitForOnline()
    expect(await command('setpoint', { device: 'bat', power: -1234, ttl: 2 })).toMatchObject({
      state: 'done',
    })
    await until(async () => (await findStored(db, known)).some(({ values }) => values['bat/power'] === -1234))
    await until(async () => (await latest())['bat/power'] !== -1234)
  })

  it('rejects unsupported commands and answers a repeated one as before, without executing it again', async () => {
    start()
    await waitForOnline()
    expect(await command('setpoint', { device: 'ev', power: 1, ttl: 5 })).toEqual({
      state: 'rejected',
      code: 'no_such_device',
    })
    expect(await command('update.check', {})).toEqual({ state: 'rejected', code: 'unsupported' })
    const { id } = await sendCommand(
      { db, clock: { now: Date.now } },
      {
        controllerId: known.id,
        op: 'set',
        args: { device: 'grid', param: 'max_export', value: 500 },
        ttlSeconds: 30,
        audit: null,
      },
    )
    await until(() => store.findAnswer(id))
    await command('set', { device: 'grid', param: 'max_export', value: 700 })
    const again = {
      v: 1,
      id,
      ts: Date.now(),
      exp: Date.now() + 9999,
      op: 'set',
      args: { device: 'grid', param: 'max_export', value: 500 },
    }
    const notice = JSON.stringify({
      t: 'publish',
      serial: known.serial,
      kind: 'cmd',
      payload: JSON.stringify(again),
    })
    await db.row(sql`select pg_notify('link', ${notice})`)
    await command('refresh', {})
    expect(store.readDocument<{ maxExportW: number }>('control')?.maxExportW).toBe(700)
  })

  it('reads faster while somebody is watching', async () => {
    start({ periodMs: 3_600_000 })
    await waitForOnline()
    const before = (await findStored(db, known)).length
    expect(await command('realtime', { period: 1, ttl: 60 })).toMatchObject({ state: 'done' })
    await until(async () => (await findStored(db, known)).length > before + 2)
  })

  it('answers a reboot before and after it', async () => {
    start()
    await waitForOnline()
    const boot = await db.row<{ boot: string }>(sql`select boot from controller where id = ${known.id}`)
    expect(await command('reboot', {})).toMatchObject({ state: 'done' })
    await until(async () => {
      const row = await db.row<{ boot: string }>(sql`select boot from controller where id = ${known.id}`)
      return row?.boot !== boot?.boot
    })
  })

  it('is refused with a wrong clock and does not send the same samples forever', async () => {
    start({ offsetMs: 3_600_000 })
    await until(async () => ((await findRefusals(db, known)).in_future ?? 0) > 2)
    await until(() => store.countBatches() <= 2)
    expect(await findStored(db, known)).toEqual([])
  })

  it('sends its past newest day first, one message at a time, and resumes where it stopped', async () => {
    const now = Date.now()
    const past = () =>
      preparePast(store, config, {
        fromMs: now - 4 * 86_400_000,
        untilMs: now,
        stepMs: 300_000,
        order: 'newest',
      })
    const prepared = past()
    start({ periodMs: 3_600_000 })
    let days = 0
    const watch = {
      onDay: () => {
        days += 1
      },
      isCancelled: () => days === 2,
    }
    expect(await replayPast(running!.link, store, config, prepared, watch)).toBe(false)
    const half = await findStored(db, known)
    expect(half[0]!.ts).toBeGreaterThan(now - 3 * 86_400_000)
    expect(
      await replayPast(running!.link, store, config, past(), { onDay: () => {}, isCancelled: () => false }),
    ).toBe(true)
    const stored = (await findStored(db, known)).filter(({ ts }) => ts < now && ts % 300_000 === 0)
    expect(stored.length).toBe(4 * 288 + (now % 300_000 === 0 ? 1 : 0))
    const registers = stored.map(({ values }) => values['grid/energy_import'] as number)
    expect(registers.every((register) => register > 0)).toBe(true)
    expect(registers).toEqual([...registers].sort((a, b) => a - b))
  })
})

describe('the self-test of the broker', () => {
  const tryBroker = (more: object) =>
    checkBroker(known.serial, {
      ...{ url: `mqtt://127.0.0.1:${mqttPort}`, user: known.serial, password: known.password },
      ...more,
    })

  it('succeeds with the right password, and says which of address and password is wrong', async () => {
    const accepted = { name: 'Credentials', isOk: true, text: `accepted for ${known.serial}` }
    expect(await tryBroker({})).toMatchObject([{ name: 'MQTT', isOk: true }, accepted])
    expect(await tryBroker({ password: 'wrong' })).toMatchObject([
      { name: 'MQTT', isOk: true },
      { name: 'Credentials', isOk: false },
    ])
    expect(await tryBroker({ url: 'mqtt://127.0.0.1:1' })).toMatchObject([{ name: 'MQTT', isOk: false }])
  })
})
