import { type AddressInfo, createServer, type Socket } from 'node:net'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import { generate, type Packet, parser } from 'mqtt-packet'
import { expect, it, onTestFinished } from 'vitest'
import { createBrokerAddresses } from './broker-addresses.ts'
import type { IncomingMessage, LinkEndpoint } from './link-transport.ts'
import { createReadAhead } from './read-ahead.ts'
import { filterOf } from './slot-filters.ts'
import { openSlotSession } from './slot-session.ts'

/** A broker that accepts everybody, notes what it receives, and sends what the test wants. */
async function startBroker(answersPings: boolean) {
  const received: Packet[] = []
  let reader!: Socket
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    const incoming = parser({ protocolVersion: 4 })
    incoming.on('packet', (packet: Packet) => {
      // The other connection only speaks.
      if (packet.cmd === 'connect' && packet.clientId === 'slot') reader = socket
      if (reader === socket) received.push(packet)
      if (packet.cmd === 'connect')
        socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: true }))
      if (packet.cmd === 'subscribe')
        socket.write(generate({ cmd: 'suback', messageId: packet.messageId!, granted: [1] }))
      if (packet.cmd === 'unsubscribe')
        socket.write(generate({ cmd: 'unsuback', messageId: packet.messageId!, granted: [] }))
      if (packet.cmd === 'pingreq' && answersPings) socket.write(generate({ cmd: 'pingresp' }))
    })
    socket.on('data', (chunk: Buffer) => incoming.parse(chunk))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const publish = (
    messageId: number,
    {
      qos = 1,
      topic = 'ems/v1/AAAA/data',
      length = 1000,
    }: { qos?: 0 | 1; topic?: string; length?: number } = {},
  ) =>
    reader.write(
      generate({
        ...{ cmd: 'publish', qos, retain: false, dup: false, messageId, topic },
        payload: Buffer.alloc(length, messageId % 250),
      }),
    )
  return {
    cutOff: () => reader.destroy(),
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish,
    count: (cmd: Packet['cmd']) => received.filter((packet) => packet.cmd === cmd).length,
    topics: (cmd: 'subscribe' | 'unsubscribe') =>
      received.flatMap((packet) =>
        packet.cmd === 'subscribe' && cmd === packet.cmd
          ? packet.subscriptions.map(({ topic }) => topic)
          : packet.cmd === 'unsubscribe' && cmd === packet.cmd
            ? packet.unsubscriptions
            : [],
      ),
    acknowledged: () => received.flatMap((packet) => (packet.cmd === 'puback' ? [packet.messageId!] : [])),
  }
}

function openSession(
  url: string,
  receive: (message: IncomingMessage) => Promise<void>,
  refuse: LinkEndpoint['refuse'] = () => {},
) {
  const readAhead = createReadAhead()
  const failures: string[] = []
  const session = openSlotSession({
    addresses: createBrokerAddresses([url]),
    access: { username: null, password: null, tls: null },
    ...{ clientId: 'slot', slot: 0, serials: ['AAAA'], clock: { now: () => 0 }, log: { warn: () => {} } },
    endpoint: { receive, refuse },
    trouble: { note: ({ message }) => void failures.push(message), end: () => {} },
    ...{ readAhead, pingEveryMs: 10, isLeaving: false, hasFormerFilters: false },
    onLost: () => {},
    onSubscribed: () => {},
  })
  onTestFinished(() => session.close())
  return { session, readAhead, failures }
}

it('while the database takes nothing it holds no more than its window, stays connected, and acknowledges in order', async () => {
  const broker = await startBroker(true)
  const held: (() => void)[] = []
  let isSlow = true
  const { session, readAhead } = openSession(broker.url, () =>
    isSlow ? new Promise<void>((resolve) => held.push(resolve)) : Promise.resolve(),
  )
  await expect.poll(() => broker.count('subscribe')).toBe(1)
  const all = Array.from({ length: 20_000 }, (_, index) => index + 1)
  for (const id of all) broker.publish(id)
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(600)
  // Many times what a broker waits for; the answers are behind twenty megabytes that are not read.
  const before = broker.count('pingreq')
  await expect.poll(() => broker.count('pingreq'), { timeout: 20_000 }).toBeGreaterThan(before + 20)
  expect(session.isClosed).toBe(false)
  // What one read of the socket brought belongs to it.
  expect(held.length).toBeLessThan(600 + 70)
  expect(readAhead.bytes()).toBeLessThan(1.1e6)
  expect(broker.acknowledged()).toEqual([])
  isSlow = false
  for (const letGo of held.toReversed()) letGo()
  await expect.poll(() => broker.acknowledged().length, { timeout: 20_000 }).toBe(all.length)
  expect(broker.acknowledged()).toEqual(all)
  expect(readAhead.bytes()).toBe(0)
})

it('gives up a broker that has fallen silent', async () => {
  const broker = await startBroker(false)
  const { session, failures } = openSession(broker.url, async () => {})
  await expect.poll(() => session.isClosed).toBe(true)
  expect(failures).toEqual(['the broker has fallen silent'])
})

it('what the broker will deliver again is abandoned when the session ends, and what it will not is stored', async () => {
  const broker = await startBroker(true)
  const messages: IncomingMessage[] = []
  const { session } = openSession(broker.url, (message) => {
    messages.push(message)
    return new Promise<void>(() => {})
  })
  await expect.poll(() => broker.count('subscribe')).toBe(1)
  broker.publish(1)
  broker.publish(2, { qos: 0 })
  await expect.poll(() => messages.length).toBe(2)
  expect(messages.map((message) => message.isAbandoned())).toEqual([false, false])
  broker.cutOff()
  await expect.poll(() => session.isClosed).toBe(true)
  expect(messages.map((message) => message.isAbandoned())).toEqual([true, false])
})

it("the cloud's own messages that come back are acknowledged and go no further", async () => {
  const broker = await startBroker(true)
  const topics: string[] = []
  openSession(broker.url, async ({ topic }) => void topics.push(topic))
  await expect.poll(() => broker.count('subscribe')).toBe(1)
  // What ends like one of them may be a controller's own.
  const all = ['ems/v1/AAAA/plan', 'ems/v1/AAAA/ext/plan', 'ems/v1/AAAA/data']
  for (const [index, topic] of all.entries()) broker.publish(index + 1, { topic })
  await expect.poll(() => broker.acknowledged()).toEqual([1, 2, 3])
  expect(topics).toEqual(all.slice(1))
})

it('a message beyond the limit is refused and acknowledged, so that those after it are, too', async () => {
  const broker = await startBroker(true)
  const lengths: number[] = []
  const refused: unknown[] = []
  openSession(
    broker.url,
    async ({ payload }) => void lengths.push(payload.length),
    (...reason) => void refused.push(reason),
  )
  await expect.poll(() => broker.count('subscribe')).toBe(1)
  const { maximumBytes } = linkLimits
  for (const [index, length] of [maximumBytes, maximumBytes + 1, 10].entries())
    broker.publish(index + 1, { length })
  await expect.poll(() => broker.acknowledged()).toEqual([1, 2, 3])
  expect(lengths).toEqual([maximumBytes, 10])
  expect(refused).toEqual([['AAAA', 'oversized', `${maximumBytes + 1} bytes`]])
})

it('subscribes only to controllers that are new, and leaves only those that are gone', async () => {
  const broker = await startBroker(true)
  const { session } = openSession(broker.url, async () => {})
  await expect.poll(() => broker.count('subscribe')).toBe(1)
  await session.setSerials(['AAAA', 'BBBB'])
  await session.setSerials(['AAAA', 'BBBB'])
  await session.setSerials(['BBBB'])
  expect(broker.topics('subscribe')).toEqual(['AAAA', 'BBBB'].map(filterOf))
  expect(broker.topics('unsubscribe')).toEqual([filterOf('AAAA')])
})

it('a slot is not taken for emptied if its session ends before', async () => {
  const broker = await startBroker(true)
  const { session } = openSession(broker.url, async () => {})
  await expect.poll(() => broker.count('subscribe')).toBe(1)
  const drained = session.drain()
  // Everything is answered but the marker, which has not come back.
  await expect.poll(() => broker.count('publish')).toBe(1)
  broker.cutOff()
  await expect(drained).rejects.toThrow()
  const other = openSession(broker.url, async () => {}).session
  await other.close()
  await expect(other.drain()).rejects.toThrow('the session was closed')
})
