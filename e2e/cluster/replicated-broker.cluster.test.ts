import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectController,
  createTestController,
  createTestLocation,
  findRefusals,
  publish,
  type TestController,
  topicOf,
  until,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import {
  expectedResult,
  readLoadResults,
  runSender,
  type Sender,
} from '../../apps/server/src/features/link/load-test-kit.ts'
import { fillBroker } from '../../apps/server/src/features/operator/fill-broker.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { createRabbitApi, type RabbitApi } from '../../apps/server/src/platform/mqtt/rabbitmq-api.ts'
import { createRabbitCredentials } from '../../apps/server/src/platform/mqtt/rabbitmq-credentials.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { type RabbitCluster, startRabbitCluster } from '../../apps/server/src/testing/start-rabbit-cluster.ts'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { testSettings } from '../../apps/server/src/testing/test-settings.ts'
import { type Balancer, startBalancer } from './kit/start-balancer.ts'

// docs/runbooks/replicated-broker.md: three nodes of RabbitMQ with the configuration that we ship, and two processes.

const sending = 24
// As many queues as make leaders on every node; each of the usual 32 costs three nodes a log of its own at every start.
const slots = { first: 0, count: 8 }
/** The return code of CONNACK. */
const serverUnavailable = 3

let cluster: RabbitCluster
let balancer: Balancer
let db: Db
let dropDatabase: () => Promise<void>
let servers: ServerProcess[]
let serverSettings: Record<string, string>
let api: RabbitApi
let senders: Sender[]
let others: TestController[]

beforeAll(async () => {
  const starting = startRabbitCluster(3)
  const created = await createPostgresDatabase(process.env.TEST_DATABASE_URL!)
  dropDatabase = created.drop
  db = await openDb({ databaseUrl: created.databaseUrl, dataDir: null })
  await db.run(
    sql`insert into setting (key, value) values ('link.slots', ${JSON.stringify({ current: slots, next: null })}::jsonb)`,
  )
  const controllers: TestController[] = []
  for (let index = 0; index < sending + 4; index++)
    controllers.push(await createTestController(db, await createTestLocation(db, `Home ${index}`)))
  senders = controllers.slice(0, sending).map((controller) => ({ controller, confirmed: 0 }))
  others = controllers.slice(sending)
  cluster = await starting
  balancer = await startBalancer(cluster.nodes.map(({ mqttPort }) => mqttPort))
  const { username, password } = cluster
  const urls = cluster.nodes.map(({ apiUrl }) => apiUrl)
  api = createRabbitApi({ urls, username, password, tls: null })
  serverSettings = {
    DATABASE_URL: created.databaseUrl,
    MQTT_URL: cluster.nodes.map(({ mqttUrl }) => mqttUrl).join(','),
    MQTT_USERNAME: username,
    MQTT_PASSWORD: password,
    RABBITMQ_API_URL: urls.join(','),
  }
  servers = await startServers()
  // The broker keeps nothing for queues that are not there yet.
  await until(async () => {
    const routes = (await readList('/api/exchanges/%2F/amq.topic/bindings/source')) as {
      routing_key: string
    }[]
    const isRouted = ({ serial }: TestController) =>
      routes.some(({ routing_key: key }) => new RegExp(`^ems\\.v1\\.${serial}\\.(data|\\*|#)$`).test(key))
    return controllers.every(isRouted)
  })
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await balancer.close()
  await cluster.stop()
  await db.close()
  await dropDatabase()
})

const startServers = () =>
  Promise.all([startServerProcess(serverSettings), startServerProcess(serverSettings)])
const readList = async (path: string) => (await api('GET', path)).body as Record<string, unknown>[]
const accounts = () => createRabbitCredentials({ api, username: cluster.username })
/** A node that is busy with its start says "server unavailable" for a while, and a controller comes again. */
const onNode = (index: number, controller: TestController, options?: { clientId: string }) =>
  until(() =>
    connectController(cluster.nodes[index]!.mqttPort, controller, options).catch(
      (error: { code?: unknown }) => {
        if (error.code !== serverUnavailable) throw error
        return null
      },
    ),
  )

test('a new broker is filled by the processes; a controller has its own branch and its own client id', async () => {
  const [first, second] = [others[0]!, others[1]!]
  const client = await onNode(0, first)
  const spy = await onNode(1, second)
  const heard: string[] = []
  spy.on('message', (topic) => heard.push(topic))
  const isClosed = new Promise<void>((resolve) => spy.once('close', () => resolve()))
  spy.subscribe(topicOf(first, 'data'))
  await isClosed
  const writer = await onNode(1, second)
  const isWriterClosed = new Promise<void>((resolve) => writer.once('close', () => resolve()))
  writer.publish(topicOf(first, 'data'), '{"v":1,"samples":[{"values":{"grid/power":666}}]}', { qos: 1 })
  await isWriterClosed
  const impostor = await onNode(1, second, { clientId: first.serial.slice(0, -1) })
  const isImpostorClosed = new Promise<void>((resolve) => impostor.once('close', () => resolve()))
  impostor.subscribe(topicOf(second, 'cmd'), { qos: 1 })
  await isImpostorClosed
  await publish(client, first, 'data', { v: 1, samples: [{ values: { 'grid/power': 1 } }] })
  const results = await until(async () => {
    const found = await readLoadResults(db, [first])
    return found.size > 0 && found
  })
  expect(results.get(first.id)).toMatchObject({ samples: 1, powerSum: 1 })
  expect(heard).toEqual([])
  await client.endAsync(true)
})

test('revocation ends the session on another node, and a message beyond the limit is acknowledged and refused', async () => {
  const [revoked, large] = [others[2]!, others[3]!]
  const client = await onNode(2, revoked)
  const isClosed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await accounts().set(revoked.serial, null)
  await isClosed
  await expect(onNode(0, revoked)).rejects.toThrow()
  const sender = await onNode(2, large)
  await sender.publishAsync(topicOf(large, 'data'), Buffer.alloc(300_000, ' '), { qos: 1 })
  await until(async () => (await findRefusals(db, large)).oversized === 1)
  await sender.endAsync(true)
})

test('a broker that forgot its accounts is filled again, and controllers return with their old passwords', async () => {
  const users = senders.map(({ controller }) => controller.serial)
  await api('POST', '/api/users/bulk-delete', { users })
  const { controller } = senders[0]!
  await expect(onNode(0, controller)).rejects.toThrow()
  const { username, password } = cluster
  const rabbitApi = { urls: cluster.nodes.map(({ apiUrl }) => apiUrl), username, password }
  const progress: number[] = []
  const fill = () =>
    fillBroker(
      { db, settings: testSettings({ rabbitApi }) },
      { file: null, onProgress: (done) => progress.push(done) },
    )
  // One of the others was locked out at the broker alone.
  expect(await fill()).toEqual([
    `RabbitMQ: ${users.length + 1} controllers added, 0 passwords replaced, 0 revoked ones removed.`,
  ])
  expect(progress).toEqual([users.length + 1])
  expect((await fill())[0]).toContain(' 0 controllers added, 0 passwords')
  await (await onNode(1, controller)).endAsync(true)
})

test('the leader killed under load, then all three and both processes: nothing acknowledged is lost', async () => {
  const startTs = Date.now() - 24 * 3_600_000
  // Nobody is done before the last blow, however uneven the senders are.
  const count = Number.POSITIVE_INFINITY
  let isOver = false
  const finished = Promise.all(
    senders.map((sender) =>
      runSender(sender, {
        ...{ port: balancer.port, count, startTs, confirmation: 'puback' },
        isOver: () => isOver,
      }),
    ),
  )
  finished.catch(() => {})
  const confirmed = () => senders.reduce((sum, sender) => sum + sender.confirmed, 0)
  await until(() => confirmed() > 150)

  const queues = (await readList('/api/queues?columns=name,type,leader')) as unknown as {
    name: string
    type: string
    leader?: string
  }[]
  // Those of the slots; clean sessions have queues of their own, for messages that nobody keeps.
  const kept = queues.filter(({ name }) => /^mqtt-subscription-ohmstead-\w+-\d+qos1$/.test(name))
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter(({ type }) => type !== 'quorum')).toEqual([])
  const leads = (name: string) => kept.filter(({ leader }) => leader === name).length
  const leader = cluster.nodes.toSorted((a, b) => leads(b.name) - leads(a.name))[0]!
  expect(leads(leader.name)).toBeGreaterThan(0)
  await leader.kill()
  const atLoss = senders.map((sender) => sender.confirmed)
  // It stays dead: the other two go on for everybody.
  await until(
    () => confirmed() > 400 && senders.every((sender, index) => sender.confirmed > atLoss[index]! + 1),
  )

  // From here on only the broker has what it acknowledges.
  await Promise.all(servers.map((server) => server.kill()))
  const atKill = confirmed()
  await until(() => confirmed() > atKill + 100)
  await Promise.all(cluster.nodes.map((node) => node.kill()))
  for (const node of cluster.nodes) node.start()
  const starting = startServers()
  await cluster.waitUntilReady()
  servers = await starting
  isOver = true
  await finished

  const controllers = senders.map(({ controller }) => controller)
  const expected = senders.map(({ controller, confirmed }) => expectedResult(controller.id, confirmed))
  const read = async () => {
    const results = await readLoadResults(db, controllers)
    return controllers.map(({ id }) => results.get(id))
  }
  await until(async () =>
    (await read()).every((result, index) => {
      const { samples, energy } = expected[index]!
      return result?.samples === samples && result.energy >= energy
    }),
  )
  expect(await read()).toEqual(expected)
})
