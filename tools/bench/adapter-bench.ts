import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adapters } from '@ohmstead/adapters/all-adapters'
import pino from 'pino'
import type { Link } from '../../apps/server/src/features/link/link.ts'
import {
  createTestController,
  createTestLocation,
  noFinisher,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import { startLink } from '../../apps/server/src/features/link/start-link.ts'
import { maintainPartitions } from '../../apps/server/src/features/telemetry/partitions.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { createMetrics } from '../../apps/server/src/platform/prometheus-metrics.ts'
import { readSettings } from '../../apps/server/src/settings.ts'
import { foreignMessages } from './adapter-messages.ts'
import { type Figure, median } from './figure.ts'

// What foreign messages cost beside our own: the same controllers and database, one kind after the other, from the arrival
// of a message until it is stored. Without a network, which is the same for all.

const controllerCount = 200
const inFlight = 2
// Of each controller, and then for as long again as it takes to bring energy in line with the devices that were described:
// a controller does both once.
const warmUpMessages = 6
const settleMs = 6000
const measuredMs = 5000

export async function measureAdapters(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'ohmstead-adapter-bench-'))
  const db = await openDb({ databaseUrl: null, dataDir: join(directory, 'data') })
  await migrate(db)
  await maintainPartitions(db, { now: Date.now(), retentionDays: 400 })
  const link = await startLink({
    db,
    clock: Date,
    log: pino({ level: 'silent' }),
    settings: readSettings({ MQTT_PORT: '0' }),
    metrics: createMetrics(),
    finisher: noFinisher,
  })
  try {
    const own = [await measureKind(db, link, 'ems')]
    const rates = new Map<string, number>()
    for (const { kind } of adapters) rates.set(kind, await measureKind(db, link, kind))
    own.push(await measureKind(db, link, 'ems'))
    const peer = median(own)
    return [...rates].map(([kind, rate]) => ({
      figure: `messages of ${kind} stored per second, 200 controllers, embedded`,
      value: Math.round(rate),
      unit: '1/s',
      limit: '≥ 0.5 × peer',
      peer: `EMS Link ${Math.round(peer)}/s (ratio ${(rate / peer).toFixed(2)})`,
      holds: rate >= 0.5 * peer,
    }))
  } finally {
    await link.close()
    await db.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measureKind(db: Db, link: Link, kind: string): Promise<number> {
  const build = foreignMessages[kind]
  if (!build) throw new Error(`adapter-messages.ts has no message of ${kind}`)
  const controllers = await db.transaction(async (tx) => {
    const made: TestController[] = []
    for (let index = 0; index < controllerCount; index++)
      made.push(await createTestController(tx, await createTestLocation(tx, `${kind} ${index}`)))
    if (build.mapping) {
      const ids = made.map(({ id }) => id)
      await tx.run(
        sql`update controller set mapping = ${JSON.stringify(build.mapping)}::jsonb where id = any(${ids}::int[])`,
      )
    }
    return made
  })
  const warm = new Map<string, number>()
  let handled = 0
  let refused = 0
  let isOver = false
  async function send({ serial }: TestController, offset: number): Promise<void> {
    for (let turn = offset; !isOver; turn += inFlight) {
      const now = Date.now()
      const { topic, text } = build!.message(turn, now)
      const outcome = await link.handle({
        ...{ serial, topic: `ems/v1/${serial}/${topic}`, payload: Buffer.from(text), arrivedAt: now },
        ...{ isRetained: false, isWill: false, wantsAck: false, isAbandoned: () => false },
      })
      handled++
      warm.set(serial, (warm.get(serial) ?? 0) + 1)
      if (outcome.state !== 'stored' || outcome.storedSamples === 0) refused++
    }
  }
  const senders = controllers.flatMap((controller) =>
    Array.from({ length: inFlight }, (_, offset) => send(controller, offset)),
  )
  const isWarm = () => controllers.every(({ serial }) => (warm.get(serial) ?? 0) >= warmUpMessages)
  while (!isWarm()) await pause(50)
  await pause(settleMs)
  if (refused === handled) throw new Error(`no message of ${kind} stored anything`)
  const before = { handled, at: performance.now() }
  await pause(measuredMs)
  const rate = ((handled - before.handled) * 1000) / (performance.now() - before.at)
  isOver = true
  await Promise.all(senders)
  if (refused > handled / 10) throw new Error(`${refused} of ${handled} messages of ${kind} stored nothing`)
  return rate
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
