import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { measureCopy } from './copy-peer.ts'
import type { Figure } from './figure.ts'
import { connectRawMqtt, type RawMqttClient } from './raw-mqtt-client.ts'

// The embedded broker with 1,000 controllers at once: its throughput, its resources, and the effect of ten times more
// load than it can store. The server is a separate process; the load comes from this one, on the same cores.

const connections = 1000
const samplesPerMessage = 5
const keys = [
  'grid/power',
  'grid/energy_import',
  'grid/energy_export',
  'pv/power',
  'pv/energy_production',
  'bat/power',
  'bat/soc',
  'ev/power',
]
const readingsPerMessage = samplesPerMessage * keys.length
const warmUpSeconds = 5
const measuredSeconds = 20
const overloadSeconds = 20
// Besides one message in flight per connection, which keeps the database busy, ten times as much.
const usualWindow = 1
const overloadWindow = 10
const minute = 60_000
const copyRounds = 5

interface Load {
  clients: RawMqttClient[]
  acknowledged(): number
  /** Keeps this many messages in flight on every connection, for this many seconds. */
  run(window: number, seconds: number, onSecond?: () => void): Promise<void>
  drain(): Promise<boolean>
}

export async function measureLink(databaseUrl: string | null): Promise<Figure[]> {
  const name = databaseUrl ? 'postgres' : 'embedded'
  const directory = mkdtempSync(join(tmpdir(), 'ohmstead-link-bench-'))
  const postgres = databaseUrl ? await createPostgresDatabase(databaseUrl) : null
  const openPlace = () =>
    openDb({ databaseUrl: postgres?.databaseUrl ?? null, dataDir: join(directory, 'data') })
  const db = await openPlace()
  await migrate(db)
  const controllers = await db.transaction(async (tx) => {
    const made: TestController[] = []
    for (let index = 0; index < connections; index++) {
      made.push(await createTestController(tx, await createTestLocation(tx, `Home ${index}`)))
    }
    return made
  })
  await db.close()
  const copyPlace = postgres ? { databaseUrl: postgres.databaseUrl } : { directory: join(directory, 'peer') }
  const copy = () => measureCopy(copyPlace, copyBatches(), copyRounds * connections * readingsPerMessage)
  // Before and after, since other work on the machine varies.
  const copiedBefore = await copy()
  const port = await findFreePort()
  const settings = {
    MQTT_PORT: String(port),
    DATA_DIR: join(directory, 'data'),
    ...(postgres && { DATABASE_URL: postgres.databaseUrl }),
  }
  const server: ServerProcess = await startServerProcess(settings)
  let isStopped = false
  try {
    const load = await startLoad(controllers, port)
    const idleMegabytes = memoryOf(server.pid)
    await load.run(usualWindow, warmUpSeconds)
    const before = load.acknowledged()
    const begin = performance.now()
    await load.run(usualWindow, measuredSeconds)
    const perSecond =
      ((load.acknowledged() - before) * readingsPerMessage * 1000) / (performance.now() - begin)
    let most = 0
    await load.run(overloadWindow, overloadSeconds, () => {
      most = Math.max(most, memoryOf(server.pid))
    })
    const isDrained = await load.drain()
    const acknowledged = load.acknowledged()
    for (const client of load.clients) client.close()
    await server.stop()
    isStopped = true
    const after = await openPlace()
    const stored = (await after.row<{ count: number }>(
      sql`select count(*)::int as count from sample where location_id > 0`,
    ))!.count
    await after.close()
    const copied = (copiedBefore + (await copy())) / 2
    const least = databaseUrl ? 0.75 : 0.6
    const isComplete = isDrained && stored === acknowledged * samplesPerMessage
    return [
      {
        figure: `acknowledged readings per second, QoS 1, 1,000 connections, ${name}`,
        value: Math.round(perSecond),
        unit: '1/s',
        limit: `≥ ${least} × peer`,
        peer: `COPY ${Math.round(copied)}/s (ratio ${(perSecond / copied).toFixed(2)})`,
        holds: perSecond >= least * copied,
      },
      {
        figure: `server memory with 1,000 connected controllers, ${name}`,
        value: idleMegabytes,
        unit: 'MB',
        limit: databaseUrl ? '≤ 500' : 'reported',
        peer: '–',
        holds: !databaseUrl || idleMegabytes <= 500,
      },
      {
        figure: `server memory under ten times the load it stores, ${name}`,
        value: most,
        unit: 'MB',
        limit: databaseUrl
          ? '≤ 1000, all acknowledged readings stored'
          : 'bounded, all acknowledged readings stored',
        peer: `${stored} samples stored, ${acknowledged * samplesPerMessage} acknowledged; afterwards ${isDrained ? 'nothing' : 'messages'} left waiting`,
        holds: isComplete && (!databaseUrl || most <= 1000),
      },
    ]
  } finally {
    if (!isStopped) await server.kill()
    await postgres?.drop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function startLoad(controllers: readonly TestController[], port: number): Promise<Load> {
  const start = Date.now() - 300 * 24 * 60 * minute
  const sent = new Array<number>(controllers.length).fill(0)
  let acknowledged = 0
  let window = 0
  const clients: RawMqttClient[] = []
  const fill = (index: number) => {
    const client = clients[index]
    while (client && client.inFlight() < window) {
      const first = sent[index]! * samplesPerMessage
      sent[index]!++
      client.publish(`ems/v1/${controllers[index]!.serial}/data`, messageAt(start, first, index))
    }
  }
  for (const [index, { serial, password }] of controllers.entries()) {
    const onAck = () => {
      acknowledged++
      fill(index)
    }
    clients.push(await connectRawMqtt({ port, serial, password, onAck }))
  }
  const inFlight = () => clients.reduce((sum, client) => sum + client.inFlight(), 0)
  return {
    clients,
    acknowledged: () => acknowledged,
    run: async (messages, seconds, onSecond) => {
      window = messages
      for (let index = 0; index < clients.length; index++) fill(index)
      for (let second = 0; second < seconds; second++) {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        onSecond?.()
      }
      window = 0
    },
    drain: async () => {
      const end = performance.now() + 60_000
      while (inFlight() > 0 && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 50))
      return inFlight() === 0
    },
  }
}

function readingOf(key: string, minutes: number, index: number): number {
  if (key.includes('energy')) return 100_000 + minutes * (7 + key.length) + index
  if (key.endsWith('soc')) return (minutes + index) % 100
  return (minutes * 37 + index * 101 + key.length) % 3000
}

export function messageAt(start: number, first: number, index: number): string {
  let samples = ''
  for (let step = 0; step < samplesPerMessage; step++) {
    const minutes = first + step
    let values = ''
    for (const key of keys) values += `${values ? ',' : ''}"${key}":${readingOf(key, minutes, index)}`
    samples += `${samples ? ',' : ''}{"ts":${start + minutes * minute},"values":{${values}}}`
  }
  return `{"v":1,"seq":${first},"samples":[${samples}]}`
}

/** Some messages of every connection as narrow rows, 128 messages a batch. */
function copyBatches(): string[] {
  const batches: string[] = []
  for (let round = 0; round < copyRounds; round++) {
    for (let start = 0; start < connections; start += 128) {
      const end = Math.min(connections, start + 128)
      batches.push(
        Array.from({ length: end - start }, (_, index) => narrowLines(start + index, round)).join(''),
      )
    }
  }
  return batches
}

function narrowLines(index: number, round: number): string {
  let lines = ''
  for (let step = 0; step < samplesPerMessage; step++) {
    const minutes = round * samplesPerMessage + step
    const time = new Date(Date.UTC(2026, 0, 1) + minutes * minute).toISOString()
    for (const [position, key] of keys.entries()) {
      lines += `${index}\t${position}\t${time}\t${readingOf(key, minutes, index)}\n`
    }
  }
  return lines
}

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

if (import.meta.main) {
  for (const url of [null, process.env.TEST_DATABASE_URL]) {
    if (url !== undefined) console.table(await measureLink(url))
  }
}
