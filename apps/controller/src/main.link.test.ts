import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestController,
  createTestLocation,
  findStored,
  until,
} from '../../server/src/features/link/link-test-kit.ts'
import { hashSecret } from '../../server/src/features/link/secret-hash.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/start-test-server.ts'
import { openLinkStore } from './link/link-store.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
let server: TestServer
let directory: string
let child: ChildProcess | null = null
let output = ''

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'controller-program-'))
  server = await startTestServer({ time: Date.now(), settings: { dataDir: join(directory, 'cloud') } })
  // The link checks the time of readings, so the clock of this server runs.
  setInterval(() => {
    server.clock.time = Date.now()
  }, 50).unref()
})
afterAll(async () => {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
})
// Only the program knows what it waits for.
beforeEach(({ onTestFailed }) => onTestFailed(() => console.log(output)))
afterEach(() => stop('SIGKILL'))

function start(...args: string[]): void {
  output = ''
  child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
}

async function stop(signal: NodeJS.Signals): Promise<number | null> {
  const ending = child
  child = null
  if (!ending) return null
  if (ending.exitCode !== null) return ending.exitCode
  ending.kill(signal)
  return new Promise((resolve) => ending.once('close', (code) => resolve(code)))
}

const mqttUrl = () => `mqtt://127.0.0.1:${server.deps.link.mqttPort}`
const newController = async () =>
  createTestController(server.db, await createTestLocation(server.db, 'Program'))

describe('the controller program', () => {
  it('keeps readings through kill −9 without a cloud, and delivers them after the restart', async () => {
    const known = await newController()
    const args = [
      '--serial',
      known.serial,
      '--password',
      known.password,
      '--period',
      '1',
      '--data-dir',
      join(directory, known.serial),
    ]
    // Nobody listens here: as if the cloud were down.
    start(...args, '--mqtt', 'mqtt://127.0.0.1:9')
    const file = join(directory, known.serial, 'link.db')
    // Its first attempt to connect follows the creation of its store.
    await until(() => output.includes('ECONNREFUSED'))
    const store = openLinkStore(file)
    await until(() => store.countBatches() >= 3)
    await stop('SIGKILL')
    const killedAt = Date.now()
    const kept = store.countBatches()
    store.close()
    start(...args, '--mqtt', mqttUrl())
    await until(
      async () => (await findStored(server.db, known)).filter(({ ts }) => ts < killedAt).length >= kept,
    )
    const times = (await findStored(server.db, known)).map(({ ts }) => ts)
    expect(new Set(times).size).toBe(times.length)
    expect(await stop('SIGTERM')).toBe(0)
  })

  it('enrols with serial and secret, stores the credentials, and disconnects cleanly', async () => {
    const known = await newController()
    await server.db.run(
      sql`update controller set enrol_secret_hash = ${hashSecret('factory')}, enrol_allowed = true where id = ${known.id}`,
    )
    const args = [
      '--serial',
      known.serial,
      '--url',
      server.url,
      '--secret',
      'factory',
      '--period',
      '1',
      '--data-dir',
      join(directory, known.serial),
    ]
    start(...args)
    await until(async () => (await findStored(server.db, known)).length > 1)
    await stop('SIGTERM')
    await until(async () => {
      const row = await server.db.row<{ online: boolean }>(
        sql`select online from controller where id = ${known.id}`,
      )
      return row?.online === false
    })
    const before = (await findStored(server.db, known)).length
    start(...args)
    await until(async () => (await findStored(server.db, known)).length > before)
  })

  it('replays a measured series as history with the sums of the file', async () => {
    const known = await newController()
    const file = join(directory, 'house.csv')
    const today = new Date().toISOString().slice(0, 10)
    const from = Temporal.PlainDate.from(today).subtract({ days: 5 })
    const lines = ['timestep,electricity demand (kW),pv yield (kW/kW)']
    let energyWh = 0
    for (let hour = 0; hour < 96; hour++) {
      const kw = ((hour * 37) % 11) / 10
      energyWh += kw * 1000
      const time = new Date(Date.parse(`${from}T00:00:00Z`) + hour * 3_600_000).toISOString().slice(0, 19)
      lines.push(`${time.replace('T', ' ')},${kw},0`)
    }
    writeFileSync(file, lines.join('\n'))
    start(
      ...[
        '--serial',
        known.serial,
        '--password',
        known.password,
        '--mqtt',
        mqttUrl(),
        '--data-dir',
        join(directory, known.serial),
      ],
      ...['--load', file, '--time-zone', 'UTC', '--pv', '0', '--battery', '0'],
      ...['--replay-from', from.toString(), '--replay-days', '4'],
    )
    await until(() => output.includes('history: 4 of 4 days stored'))
    const stored = (await findStored(server.db, known)).filter(
      ({ ts }) => ts < Date.parse(`${from.add({ days: 4 })}T00:00:00Z`),
    )
    expect(stored).toHaveLength(4 * 288)
    const register = (index: number) => stored.at(index)!.values['grid/energy_import'] as number
    const lastStepWh = ((95 * 37) % 11) * 100 * (300 / 3600)
    // The meter shows whole watt-hours.
    expect(Math.abs(register(-1) - register(0) + lastStepWh - energyWh)).toBeLessThan(2)
  })

  it('exits with one line on an error', async () => {
    start('--serial', 'nonsense')
    const code = await new Promise((resolve) => child!.once('close', resolve))
    expect(code).toBe(1)
    expect(output.trim()).toBe('--serial XXXX-XXXX-XXXX-XXXX is needed')
  })
})
