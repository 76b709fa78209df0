import pino from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { openDb } from '../../platform/db/open-db.ts'
import { startTcpGate } from '../../testing/tcp-gate.ts'
import { createPostgresDatabase, openTestDb } from '../../testing/test-db.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { maintainPartitions } from '../telemetry/partitions.ts'
import {
  connectController,
  createTestController,
  createTestLocation,
  findStored,
  noFinisher,
  publish,
  until,
} from './link-test-kit.ts'
import { startLink } from './start-link.ts'

const clock = { now: () => Date.now() }

async function startTestLink(db: Db) {
  const registry = new Registry()
  const link = await startLink({
    db,
    clock,
    log: pino({ level: 'silent' }),
    settings: testSettings(),
    metrics: registry,
    finisher: noFinisher,
  })
  onTestFinished(link.close)
  const waiting = async () => {
    const metric = await registry.getSingleMetric('ohmstead_link_waiting_messages')!.get()
    return metric.values.reduce((sum, { value }) => sum + value, 0)
  }
  return { link, waiting }
}

/** A database whose transactions wait until released: overload without the load. */
function makeStallable(db: Db): { db: Db; stall(): void; letGo(): void } {
  let gate = Promise.resolve()
  let open = () => {}
  const wrap = (inner: Db): Db => ({
    ...inner,
    at: (priority) => wrap(inner.at(priority)),
    transaction: async (work, options) => {
      await gate
      return inner.transaction(work, options)
    },
  })
  return {
    db: wrap(db),
    stall: () => {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    letGo: () => open(),
  }
}

describe('more than the database can take', () => {
  it('waits in the senders, not in memory, and loses nothing', async () => {
    const opened = await openTestDb()
    const { db, stall, letGo } = makeStallable(opened.db)
    await maintainPartitions(opened.db, { now: clock.now(), retentionDays: 400 })
    const { link, waiting } = await startTestLink(db)
    onTestFinished(opened.close)
    const controller = await createTestController(opened.db, await createTestLocation(opened.db))
    const client = await connectController(link.mqttPort!, controller)
    await publish(client, controller, 'data', {
      samples: [{ ts: clock.now() - 10_000_000, values: { 'grid/power': 0 } }],
    })
    stall()
    onTestFinished(letGo)
    const start = clock.now() - 3_600_000
    const text = 'x'.repeat(60)
    const texts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`grid/text${index}`, text]))
    let settled = 0
    const sending = Array.from({ length: 600 }, (_, index) =>
      publish(client, controller, 'data', {
        samples: [{ ts: start + index, values: { 'grid/power': index, ...texts } }],
      }).then(() => {
        settled++
      }),
    )
    // 600 messages of 1.7 kB: about one megabyte, of which one socket may hold 64 kB plus the rest of one read.
    await until(async () => (await waiting()) > 20)
    await until(async () => {
      const before = await waiting()
      // Each turn of the event loop would read what has arrived.
      for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve))
      return (await waiting()) === before
    })
    expect(await waiting()).toBeLessThan(200)
    expect(settled).toBe(0)
    letGo()
    await Promise.all(sending)
    expect(await findStored(opened.db, controller)).toHaveLength(601)
    await client.endAsync()
  })

  it('forgets the messages of a sender that disconnected, because it will send them again', async () => {
    const opened = await openTestDb()
    const { db, stall, letGo } = makeStallable(opened.db)
    await maintainPartitions(opened.db, { now: clock.now(), retentionDays: 400 })
    const { link, waiting } = await startTestLink(db)
    onTestFinished(opened.close)
    const controller = await createTestController(opened.db, await createTestLocation(opened.db))
    const client = await connectController(link.mqttPort!, controller)
    await publish(client, controller, 'data', { samples: [] })
    stall()
    onTestFinished(letGo)
    const start = clock.now() - 1000
    const send = (index: number) =>
      publish(client, controller, 'data', {
        samples: [{ ts: start + index, values: { 'grid/power': index } }],
      }).catch(() => {})
    void send(0)
    await until(async () => (await waiting()) === 1)
    for (let index = 1; index <= 10; index++) void send(index)
    await until(async () => (await waiting()) === 11)
    await client.endAsync(true)
    letGo()
    await until(async () => (await waiting()) === 0)
    // The one that the database had begun, and none of those behind it.
    expect((await findStored(opened.db, controller)).map((row) => row.ts)).toEqual([start])
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('a temporarily unavailable database', () => {
  it('delays the acknowledgement, and everything is stored once it is back', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL!)
    const direct = await openDb({ databaseUrl, dataDir: null })
    await maintainPartitions(direct, { now: clock.now(), retentionDays: 400 })
    const { hostname, port } = new URL(databaseUrl)
    const gate = await startTcpGate({ host: hostname, port: Number(port) || 5432 })
    const gated = new URL(databaseUrl)
    gated.host = `127.0.0.1:${gate.port}`
    const db = await openDb({ databaseUrl: gated.toString(), dataDir: null })
    const { link } = await startTestLink(db)
    onTestFinished(async () => {
      await db.close()
      await gate.close()
      await direct.close()
      await drop()
    })
    const controller = await createTestController(direct, await createTestLocation(direct))
    const client = await connectController(link.mqttPort!, controller)
    await publish(client, controller, 'data', { samples: [{ values: { 'grid/power': 0 } }] })
    gate.shut()
    let isAcknowledged = false
    const sending = publish(client, controller, 'data', { samples: [{ values: { 'grid/power': 1 } }] }).then(
      () => {
        isAcknowledged = true
      },
    )
    await expect(connectController(link.mqttPort!, controller, { clientId: 'second' })).rejects.toThrow(
      'Server unavailable',
    )
    expect(isAcknowledged).toBe(false)
    expect(await findStored(direct, controller)).toHaveLength(1)
    gate.open()
    await sending
    expect((await findStored(direct, controller)).map((row) => row.values)).toEqual([
      { 'grid/power': 0 },
      { 'grid/power': 1 },
    ])
    await client.endAsync()
  })
})
