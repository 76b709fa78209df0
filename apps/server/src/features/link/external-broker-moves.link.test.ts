import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { describeSlots, resizeSlots } from '../../platform/mqtt/slot-plan.ts'
import { startMosquitto, type TestMosquitto } from '../../testing/start-mosquitto.ts'
import { startTcpGate } from '../../testing/tcp-gate.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { maintainPartitions } from '../telemetry/partitions.ts'
import type { Link } from './link.ts'
import {
  createTestController,
  createTestLocation,
  noFinisher,
  type TestController,
  until,
} from './link-test-kit.ts'
import { readLoadResults, runSender, type Sender } from './load-test-kit.ts'
import { hashMqttPassword } from './mqtt-password.ts'
import { startLink } from './start-link.ts'

let db: Db
let closeDb: () => Promise<void>
let mosquitto: TestMosquitto

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  closeDb = opened.close
  await maintainPartitions(db, { now: Date.now(), retentionDays: 400 })
  mosquitto = await startMosquitto()
})
afterAll(async () => {
  await mosquitto.stop()
  await closeDb()
})

async function openLink(mqttUrls: string[], metrics = new Registry()): Promise<Link> {
  const { username: mqttUsername, password: mqttPassword } = mosquitto
  const link = await startLink({
    db,
    clock: { now: () => Date.now() },
    log: pino({ level: 'silent' }),
    settings: testSettings({ mqttUrls, mqttUsername, mqttPassword }),
    metrics,
    finisher: noFinisher,
  })
  onTestFinished(() => link.close())
  return link
}

async function addController(link: Link): Promise<TestController> {
  const controller = await createTestController(db, await createTestLocation(db))
  await until(() =>
    link
      .setBrokerPassword(controller.serial, {
        plain: controller.password,
        hashes: hashMqttPassword(controller.password),
      })
      .then(
        () => true,
        () => false,
      ),
  )
  await link.announceCredentials(controller.serial)
  return controller
}

/** Controllers that send one message after the other, each until it is stored, while something happens. */
function startSenders(controllers: readonly TestController[]) {
  let isOver = false
  const startTs = Date.now() - 3_600_000
  const senders: Sender[] = controllers.map((controller) => ({ controller, confirmed: 0 }))
  const options = { port: mosquitto.port, startTs, confirmation: 'ack' as const, isOver: () => isOver }
  const finished = Promise.all(senders.map((sender) => runSender(sender, { ...options, count: 100_000 })))
  const confirmed = () => senders.map((sender) => sender.confirmed)
  return {
    /** Every sender has got this many further messages through. */
    progress: async (count: number) => {
      const before = confirmed()
      await until(() => confirmed().every((own, index) => own >= before[index]! + count))
    },
    finish: async () => {
      isOver = true
      await finished
      const results = await readLoadResults(db, controllers)
      return senders.map(({ controller, confirmed: sent }) => ({
        sent,
        stored: results.get(controller.id)?.samples,
      }))
    },
  }
}

const expectAllStored = (results: { sent: number; stored: number | undefined }[]) =>
  expect(results.map(({ stored }) => stored)).toEqual(results.map(({ sent }) => sent))

it('another number of slots takes over under load, and again, without a lost message or a second reader', async () => {
  const links = [await openLink([mosquitto.url]), await openLink([mosquitto.url])]
  const controllers: TestController[] = []
  for (let index = 0; index < 12; index++) controllers.push(await addController(links[0]!))
  const senders = startSenders(controllers)
  await senders.progress(3)
  for (const count of [48, 5]) {
    expect(await resizeSlots(db, count)).toBe('begun')
    await until(async () => (await describeSlots(db)).plan.current.count === count)
    await senders.progress(5)
  }
  // A controller that is added afterwards is heard, too.
  const late = startSenders([await addController(links[1]!)])
  await late.progress(3)
  expectAllStored([...(await senders.finish()), ...(await late.finish())])
  expect(await describeSlots(db)).toEqual({
    plan: { current: { first: 80, count: 5 }, next: null },
    ...{ prepared: 0, left: 5, processes: 2 },
  })
})

async function openGate() {
  const gate = await startTcpGate({ host: '127.0.0.1', port: mosquitto.port })
  onTestFinished(() => gate.close())
  return gate
}

it('of several addresses the others are used when the one in use goes away, and it again when they do', async () => {
  const gates = [await openGate(), await openGate()]
  const metrics = new Registry()
  const link = await openLink(
    gates.map(({ port }) => `mqtt://127.0.0.1:${port}`),
    metrics,
  )
  const findLost = async () => {
    const text = await metrics.getSingleMetricAsString('ohmstead_broker_node_reachable')
    return [...text.matchAll(/node="([^"]+)"} 0$/gm)].map(([, node]) => node)
  }
  const controllers = [await addController(link), await addController(link), await addController(link)]
  const senders = startSenders(controllers)
  await senders.progress(3)
  for (const [gone, back] of [
    [0, null],
    [1, 0],
  ] as const) {
    if (back !== null) gates[back]!.open()
    gates[gone]!.shut()
    await senders.progress(3)
    await expect.poll(findLost).toEqual([`127.0.0.1:${gates[gone]!.port}`])
    // Credentials go by the other connection, which has moved, too.
    const late = startSenders([await addController(link)])
    await late.progress(2)
    expectAllStored(await late.finish())
  }
  expectAllStored(await senders.finish())
})
