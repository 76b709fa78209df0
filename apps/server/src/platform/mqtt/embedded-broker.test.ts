import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import mqtt, { type MqttClient } from 'mqtt'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestBroker as startBroker } from '../../testing/start-test-broker.ts'
import type { LinkTransport } from './link-transport.ts'
import { packetPace } from './packet-pace.ts'
import { mostUnknown } from './unknown-senders.ts'

const [mine, other] = ['7K3M-9QXD-H2TV-5RB8', '3D0Y-X3SM-5A6T-X9CM']
const topicOf = (serial: string, kind: string) => `ems/v1/${serial}/${kind}`

async function connectClient({ port }: LinkTransport, serial: string): Promise<MqttClient> {
  const client = await mqtt.connectAsync({
    ...{ host: '127.0.0.1', port: port!, username: serial, password: 'secret', reconnectPeriod: 0 },
  })
  client.on('error', () => {})
  onTestFinished(() => client.endAsync(true))
  return client
}

const nextMessage = (client: MqttClient) =>
  new Promise<[topic: string, payload: string]>((resolve) => {
    client.once('message', (topic, payload) => resolve([topic, String(payload)]))
  })

// What no library sends: raw bytes, from a client that reads as it pleases.

const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}
function packet(first: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length: number[] = []
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0))
  return Buffer.concat([Buffer.from([first, ...length]), body])
}
const connectBytes = (serial: string, will: string | null = null) =>
  packet(
    0x10,
    text('MQTT'),
    Buffer.from([4, will === null ? 0xc2 : 0xc6, 0, 0]),
    text(`raw-${Math.random()}`),
    ...(will === null ? [] : [text(topicOf(serial, 'status')), text(will)]),
    text(serial),
    text('secret'),
  )
const publishBytes = (topic: string, payload: Buffer, qos: 0 | 2, id = 1) =>
  packet(0x30 | (qos << 1), text(topic), Buffer.from(qos > 0 ? [id >> 8, id & 255] : []), payload)
const subscribeBytes = (topic: string) => packet(0x82, Buffer.from([0, 1]), text(topic), Buffer.from([0]))

async function openSocket({ port }: LinkTransport): Promise<Socket> {
  const socket = connect(port!, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function openSession(broker: LinkTransport, serial: string): Promise<Socket> {
  const socket = await openSocket(broker)
  socket.write(connectBytes(serial))
  await once(socket, 'data')
  return socket
}

/** Until the server has nothing more to do with it: each turn of the event loop would read what has arrived. */
async function settle(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count()
    for (let turn = 0; turn < 2000; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

// Far less than the minute after which the library drops a reader.
test('sessions that do not read block nobody', { timeout: 30_000 }, async () => {
  let received = 0
  const receive = async () => void received++
  const broker = await startBroker({ receive })
  for (let index = 0; index < 3; index++) {
    const reader = await openSession(broker, mine)
    reader.write(subscribeBytes(topicOf(mine, '#')))
    await once(reader, 'data')
    reader.pause()
  }
  const [first, second] = [await openSession(broker, mine), await openSession(broker, mine)]
  const long = publishBytes(topicOf(mine, 'event'), Buffer.alloc(200_000), 0)
  for (let index = 0; index < 100; index++) first.write(long)
  await settle(() => received)
  const short = publishBytes(topicOf(mine, 'event'), Buffer.from('x'), 0)
  second.write(Buffer.concat(Array.from({ length: 4000 }, () => short)))
  await settle(() => received)

  const client = await connectClient(broker, other)
  const sending = Array.from({ length: 3000 }, () =>
    client.publishAsync(topicOf(other, 'history'), '{}', { qos: 1 }),
  )
  await Promise.all(sending)
})

test('an observer sees what another session of the controller sends', async () => {
  const broker = await startBroker()
  const [looking, sending] = [await connectClient(broker, mine), await connectClient(broker, mine)]
  await looking.subscribeAsync(topicOf(mine, '#'))
  const seen = nextMessage(looking)
  await sending.publishAsync(topicOf(mine, 'data'), '{"v":1}', { qos: 1 })
  expect(await seen).toEqual([topicOf(mine, 'data'), '{"v":1}'])
})

test('a QoS 2 message is not kept until its sender completes it', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const measure = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const broker = await startBroker()
  const socket = await openSession(broker, mine)
  const before = measure()
  let answered = 0
  socket.on('data', (chunk: Buffer) => {
    // Four bytes each.
    answered += chunk.length / 4
  })
  const payload = Buffer.alloc(200_000)
  for (let id = 1; id <= 200; id++)
    socket.write(publishBytes(topicOf(mine, id % 2 ? 'event' : 'nonsense'), payload, 2, id))
  await vi.waitUntil(() => answered === 200, { timeout: 20_000 })
  await expect.poll(() => measure() - before).toBeLessThan(20_000_000)
})

test('a session may subscribe to fifty topics, and to one of them again', async () => {
  const refuse = vi.fn()
  const broker = await startBroker({ refuse })
  const client = await connectClient(broker, mine)
  const ask = async (topics: string[]) => {
    const granted = await client.subscribeAsync(topics).catch(() => [])
    return granted.filter(({ qos }) => qos < 128).length
  }
  const topics = Array.from({ length: 50 }, (_, index) => topicOf(mine, `ext/${index}`))
  expect(await ask(topics)).toBe(50)
  expect(await ask([topicOf(mine, 'cmd')])).toBe(0)
  expect(await ask([topics[7]!])).toBe(1)
  expect(refuse).not.toHaveBeenCalled()
  expect(await ask([topicOf(other, 'cmd')])).toBe(0)
  expect(refuse.mock.calls.map(([serial, reason]) => [serial, reason])).toEqual([[mine, 'foreign_topic']])
})

// Less than the ten seconds that everybody has to authenticate.
test('nothing long is read before authentication', { timeout: 8_000 }, async () => {
  const broker = await startBroker()
  const patient = await openSocket(broker)
  patient.write(connectBytes(mine, 'x'.repeat(10_000)))
  await once(patient, 'data')
  for (const bytes of [connectBytes(mine, 'x'.repeat(20_000)), publishBytes('a', Buffer.alloc(20_000), 0)]) {
    const socket = await openSocket(broker)
    socket.write(bytes.subarray(0, 100))
    socket.resume()
    await once(socket, 'close')
  }
})

const shortMessages = (count: number) => {
  const one = publishBytes(topicOf(mine, 'event'), Buffer.from('x'), 0)
  return Buffer.concat(Array.from({ length: count }, () => one))
}

test('endless senders are throttled, across all their sessions', async () => {
  let received = 0
  const broker = await startBroker({ receive: async () => void received++ })
  for (const socket of [await openSession(broker, mine), await openSession(broker, mine)]) {
    socket.write(shortMessages(40_000))
    await settle(() => received)
  }
  expect(received).toBeLessThan(40_000)
  const client = await connectClient(broker, other)
  await client.publishAsync(topicOf(other, 'data'), '{}', { qos: 1 })
})

test('many endless senders together block nobody else', { timeout: 60_000 }, async () => {
  let received = 0
  const serials = Array.from({ length: 20 }, (_, index) => `AAAA-AAAA-AAAA-${1000 + index}`)
  const broker = await startBroker({ receive: async ({ serial }) => void (serial !== mine && received++) })
  const quiet = await connectClient(broker, mine)
  const flood = Buffer.concat(
    Array.from({ length: 1600 }, () => publishBytes(topicOf(serials[0]!, 'data'), Buffer.from('xx'), 0)),
  )
  for (const serial of serials) {
    const socket = await openSession(broker, serial)
    socket.write(Buffer.from(flood.toString('latin1').replaceAll(serials[0]!, serial), 'latin1'))
  }
  await vi.waitUntil(() => received > 0)
  for (let index = 0; index < 10; index++) await quiet.publishAsync(topicOf(mine, 'data'), '{}', { qos: 1 })
  expect(received).toBeLessThan(serials.length * 800)
  await vi.waitUntil(() => received === serials.length * 1600, { timeout: 50_000 })
})

/** Time that advances only on demand, only for the broker. */
function stopTime(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return (milliseconds) => void vi.advanceTimersByTime(milliseconds)
}

test('a controller is read no faster than its own limit while the shared one has room', async () => {
  let received = 0
  const broker = await startBroker({ receive: async () => void received++ })
  const socket = await openSession(broker, mine)
  const pass = stopTime()
  socket.write(shortMessages(40_000))
  for (let tenths = 0; tenths < 20; tenths++) {
    pass(100)
    await settle(() => received)
  }
  const allowed = packetPace.most + 2 * packetPace.perSecond
  // One read returns one piece of a stream.
  expect(received).toBeGreaterThan(allowed - 2000)
  expect(received).toBeLessThan(allowed + 2000)
})

test('a few packets sent with CONNECT are handled at once; only many wait their turn', async () => {
  let received = 0
  const broker = await startBroker({ receive: async () => void received++ })
  const strangers = await Promise.all(Array.from({ length: 10 }, () => openSocket(broker)))
  const [first, second, ...others] = strangers
  const pass = stopTime()
  const speak = async (socket: Socket, count: number) => {
    socket.write(Buffer.concat([connectBytes(mine), shortMessages(count)]))
    await settle(() => received)
  }
  await speak(first!, 200)
  expect(received).toBe(200)
  await speak(second!, 200)
  // Strangers share less than controllers, whose turn would have come by now.
  pass(100)
  await settle(() => received)
  expect(received).toBe(200)
  for (const socket of others) {
    await speak(socket, 19)
    socket.destroy()
  }
  // More together than one controller may send without waiting.
  expect(received).toBe(200 + 8 * 19)
  pass(1000)
  await settle(() => received)
  expect(received).toBe(2 * 200 + 8 * 19)
})

test('a fleet that comes back subscribes at once, each within its own share', async () => {
  const broker = await startBroker()
  const serials = Array.from({ length: 20 }, (_, index) => `AAAA-AAAA-AAAA-${1000 + index}`)
  const sockets = await Promise.all(serials.map((serial) => openSession(broker, serial)))
  let answered = 0
  for (const socket of sockets) socket.on('data', () => void answered++)
  stopTime()
  for (const [index, socket] of sockets.entries()) {
    const filters = ['ack', 'cmd', 'plan', 'realtime', 'access'].map((kind) => topicOf(serials[index]!, kind))
    const asked = filters.map((filter) => Buffer.concat([text(filter), Buffer.from([1])]))
    socket.write(packet(0x82, Buffer.from([0, 1]), ...asked))
    await settle(() => answered)
  }
  expect(answered).toBe(serials.length)
})

test('messages of the cloud reach the sessions that subscribed', async () => {
  const broker = await startBroker()
  const [asking, other] = [await connectClient(broker, mine), await connectClient(broker, mine)]
  await asking.subscribeAsync(topicOf(mine, 'cmd'))
  await other.subscribeAsync(topicOf(mine, 'ack'))
  const [asked, first] = [nextMessage(asking), nextMessage(other)]
  broker.publish(mine, 'cmd', '{"op":"refresh"}')
  broker.publish(mine, 'ack', '{"seq":1}')
  expect(await asked).toEqual([topicOf(mine, 'cmd'), '{"op":"refresh"}'])
  expect(await first).toEqual([topicOf(mine, 'ack'), '{"seq":1}'])
})

test('a throttled sender is read again a little later', async () => {
  let received = 0
  const broker = await startBroker({ receive: async () => void received++ })
  const socket = await openSession(broker, mine)
  const count = packetPace.most + packetPace.perSecond
  socket.write(shortMessages(count))
  await vi.waitUntil(() => received === count, { timeout: 20_000 })
})

test('a stream of subscriptions ends its connection, while fifty at once are accepted', async () => {
  const broker = await startBroker()
  const socket = await openSession(broker, mine)
  const one = subscribeBytes(topicOf(mine, 'cmd'))
  let answered = 0
  socket.on('data', (bytes: Buffer) => {
    answered += bytes.length / 5
  })
  socket.write(Buffer.concat(Array.from({ length: 50 }, () => one)))
  await vi.waitUntil(() => answered === 50, { timeout: 10_000 })
  socket.write(Buffer.concat(Array.from({ length: 1000 }, () => one)))
  await once(socket, 'close')
  const other = await openSession(broker, mine)
  other.write(
    packet(
      0x82,
      Buffer.from([0, 1]),
      ...Array.from({ length: 1000 }, () => Buffer.concat([text(topicOf(mine, 'cmd')), Buffer.from([0])])),
    ),
  )
  await once(other, 'close')
})

test('a stream of only the shortest packets ends its connection', async () => {
  const broker = await startBroker()
  const socket = await openSession(broker, mine)
  socket.resume()
  socket.write(Buffer.alloc(60_000, Buffer.from([0xc0, 0])))
  await once(socket, 'close')
})

/** Whether the broker accepts this connection: it answers, or closes it at once. */
async function isLetIn(broker: LinkTransport): Promise<boolean> {
  const socket = await openSocket(broker)
  socket.write(connectBytes(other))
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
}

test('one network has a bounded number of unauthenticated connections', async () => {
  const broker = await startBroker({}, { isProxy: () => false })
  // Authenticated connections do not count: any number of sessions would be accepted one after the other.
  for (let index = 0; index < 5; index++) await openSession(broker, mine)
  const silent: Socket[] = []
  for (let index = 0; index < mostUnknown; index++) silent.push(await openSocket(broker))
  expect(await isLetIn(broker)).toBe(false)
  silent[0]!.write(connectBytes(mine))
  await once(silent[0]!, 'data')
  expect(await isLetIn(broker)).toBe(true)
  await openSocket(broker)
  expect(await isLetIn(broker)).toBe(false)
  silent[1]!.destroy()
  await expect.poll(() => isLetIn(broker)).toBe(true)
})

test('connections through a proxy are not counted', async () => {
  const broker = await startBroker()
  for (let index = 0; index < mostUnknown; index++) await openSocket(broker)
  expect(await isLetIn(broker)).toBe(true)
})

test('a long message is read completely after its turn, whoever sent too much before', async () => {
  const heard: number[] = []
  const broker = await startBroker({ receive: async ({ payload }) => void heard.push(payload.length) })
  const socket = await openSession(broker, mine)
  const long = publishBytes(topicOf(mine, 'event'), Buffer.alloc(200_000), 0)
  socket.write(Buffer.concat([shortMessages(3000), long]))
  await vi.waitUntil(() => heard.length === 3001, { timeout: 20_000 })
  expect(heard.at(-1)).toBe(200_000)
})

test.each([
  ['a long message', 200_000, [200_000, 1]],
  ['what is too long to be read', 300_000, [1]],
])('survives %s that arrives piecemeal while another is being stored', async (_, length, expected) => {
  const heard: number[] = []
  const stored = Promise.withResolvers<void>()
  const receive = async ({ payload }: { payload: Buffer }) => {
    heard.push(payload.length)
    await stored.promise
  }
  const broker = await startBroker({ receive })
  const socket = await openSession(broker, mine)
  const long = (size: number) => publishBytes(topicOf(mine, 'event'), Buffer.alloc(size), 0)
  // More than one session may have waiting.
  socket.write(long(100_000))
  await vi.waitUntil(() => heard.length === 1)
  const rest = Buffer.concat([long(length), shortMessages(1)])
  const bits = [0, 10_000, 20_000, 30_000, rest.length]
  for (const [index, from] of bits.slice(0, -1).entries()) {
    socket.write(rest.subarray(from, bits[index + 1]))
    await settle(() => socket.writableLength)
  }
  stored.resolve()
  await vi.waitUntil(() => heard.length === 1 + expected.length, { timeout: 20_000 })
  expect(heard.slice(1)).toEqual(expected)
})
