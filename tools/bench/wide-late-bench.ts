import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createTestController,
  createTestLocation,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import { finishEnergy } from '../../apps/server/src/features/telemetry/finish-energy.ts'
import { maintainPartitions } from '../../apps/server/src/features/telemetry/partitions.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { type Figure, median } from './figure.ts'
import { connectRawMqtt } from './raw-mqtt-client.ts'

// One controller corrects the oldest and the newest of 120 days of readings in one message, repeatedly: how long
// another controller waits meanwhile for the acknowledgement of a reading.

const days = 120
const minute = 60_000
const wideMessages = 10
const pauseMs = 1500
const bystanderPauseMs = 20

export async function measureWideLate(databaseUrl: string | null): Promise<Figure[]> {
  const name = databaseUrl ? 'postgres' : 'embedded'
  const directory = mkdtempSync(join(tmpdir(), 'ohmstead-wide-bench-'))
  const postgres = databaseUrl ? await createPostgresDatabase(databaseUrl) : null
  const db = await openDb({ databaseUrl: postgres?.databaseUrl ?? null, dataDir: join(directory, 'data') })
  await migrate(db)
  const wide = await createTestController(db, await createTestLocation(db, 'Wide'))
  const other = await createTestController(db, await createTestLocation(db, 'Other'))
  const newest = Math.floor(Date.now() / minute) * minute - 10 * minute
  await fill(db, wide, newest)
  await db.close()
  const port = await findFreePort()
  const server = await startServerProcess({
    MQTT_PORT: String(port),
    DATA_DIR: join(directory, 'data'),
    ...(postgres && { DATABASE_URL: postgres.databaseUrl }),
  })
  try {
    const waits = await run(port, wide, other, newest)
    const sorted = waits.sort((a, b) => a - b)
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1]!
    return [
      {
        figure: `a message of two corrections ${days} days apart: another controller's acknowledgement meanwhile, p99, ${name}`,
        value: p99,
        unit: 'ms',
        limit: '≤ 250',
        peer: `median ${median(sorted).toFixed(1)} ms, longest ${sorted.at(-1)!.toFixed(0)} ms of ${sorted.length}; a sample a minute`,
        holds: p99 <= 250,
      },
    ]
  } finally {
    await server.stop()
    await postgres?.drop()
    rmSync(directory, { recursive: true, force: true })
  }
}

const registerAt = (minutes: number) => 1_000_000 + minutes * 5

async function fill(db: Db, { id, locationId }: TestController, newest: number): Promise<void> {
  await maintainPartitions(db, { now: newest, retentionDays: 400 })
  const count = days * 1440
  for (let first = 0; first < count; first += 1000) {
    const samples = Array.from({ length: Math.min(1000, count - first) }, (_, index) => {
      const minutes = first + index
      const values = {
        'grid/energy_import': registerAt(minutes),
        'grid/energy_export': 0,
        'pv/power': minutes % 3000,
        'bat/soc': minutes % 100,
      }
      return { ts: newest - (count - 1 - minutes) * minute, stepSeconds: null, values }
    })
    await storeReadings(db, [{ locationId: locationId!, controllerId: id, devices: {}, samples }])
  }
  await finishEnergy(db)
}

async function run(
  port: number,
  wide: TestController,
  other: TestController,
  newest: number,
): Promise<number[]> {
  let acknowledgedAt = () => {}
  const bystander = await connectRawMqtt({ port, ...other, onAck: () => acknowledgedAt() })
  const correcting = await connectRawMqtt({ port, ...wide, onAck: () => {} })
  const count = days * 1440
  const waits: number[] = []
  const end = performance.now() + wideMessages * pauseMs
  let sent = 0
  let nextWide = performance.now()
  while (performance.now() < end) {
    if (performance.now() >= nextWide) {
      // The second and the last but one, slightly higher every time.
      const samples = [1, count - 2].map((minutes) => ({
        ts: newest - (count - 1 - minutes) * minute,
        values: { 'grid/energy_import': registerAt(minutes) + ++sent / 100 },
      }))
      correcting.publish(`ems/v1/${wide.serial}/history`, JSON.stringify({ v: 1, samples }))
      nextWide += pauseMs
    }
    const begin = performance.now()
    await new Promise<void>((resolve) => {
      acknowledgedAt = resolve
      const values = { 'grid/power': 500, 'grid/energy_import': 1000 + begin / 100 }
      bystander.publish(
        `ems/v1/${other.serial}/data`,
        JSON.stringify({ v: 1, samples: [{ ts: Date.now(), values }] }),
      )
    })
    waits.push(performance.now() - begin)
    await new Promise((resolve) => setTimeout(resolve, bystanderPauseMs))
  }
  bystander.close()
  correcting.close()
  return waits
}
