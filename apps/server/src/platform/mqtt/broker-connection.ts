import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'
import { type BrokerAccess, openBrokerStream } from './broker-stream.ts'

export interface BrokerConnection {
  readonly isClosed: boolean
  /** Resolves when the broker has confirmed; rejects when it refuses a filter or the connection ends. */
  subscribe(filters: readonly string[]): Promise<void>
  unsubscribe(filters: readonly string[]): Promise<void>
  /** Written at once, in this order. */
  write(bytes: Buffer): void
  /** While false nothing more is read; what the broker sends waits there. */
  setReading(mayRead: boolean): void
  /** Says goodbye after what was written; resolves when the connection is gone. */
  close(): Promise<void>
}

const keepAliveSeconds = 30
const usualPingEveryMs = 10_000
// So many pings without one byte from the broker, and the connection is dead.
const mostUnheardPings = 4
const patienceMs = 10_000
const goodbyeMs = 1000
const filtersPerPacket = 200
const pingRequest = generate({ cmd: 'pingreq' })

/**
 * A session of MQTT 3.1.1 for reading much: messages come as they arrive, and the caller acknowledges them in one buffer when
 * they are stored. Pings are sent whether or not it reads, and their answers may wait behind messages for as long as it does not:
 * mqtt.js takes message after message and gives up a connection whose answer to a ping is behind those that it holds.
 */
export function openBrokerConnection(options: {
  address: string
  access: BrokerAccess
  clientId: string
  /** Whether the broker forgets what it has of this client, now and at the end. */
  clean: boolean
  pingEveryMs?: number
  onConnected(isKnown: boolean): void
  onMessage(packet: IPublishPacket): void
  /** Once, also when it never connected; null after `close`. */
  onClosed(error: Error | null): void
}): BrokerConnection {
  const { username, password, tls } = options.access
  const stream = openBrokerStream(options.address, tls)
  const incoming = parser({ protocolVersion: 4 })
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>()
  let lastId = 0
  let isClosed = false
  let isClosing = false
  let isReading = true
  let unheardPings = 0
  let failure: Error | null = null

  const fail = (error: Error) => {
    failure ??= error
    stream.destroy()
  }
  const patience = setTimeout(() => fail(new Error('the broker does not answer')), patienceMs)
  const pings = setInterval(() => {
    if (unheardPings >= mostUnheardPings) return fail(new Error('the broker has fallen silent'))
    if (isReading) unheardPings++
    stream.write(pingRequest)
  }, options.pingEveryMs ?? usualPingEveryMs)

  const connect = () =>
    stream.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId: options.clientId,
        clean: options.clean,
        keepalive: keepAliveSeconds,
        ...(username !== null && { username }),
        ...(password !== null && { password: Buffer.from(password) }),
      }),
    )
  // Written before the connection is there, it waits in the stream.
  connect()
  stream.on('data', (chunk: Buffer) => {
    unheardPings = 0
    incoming.parse(chunk)
  })
  stream.on('error', (error) => {
    failure ??= error
  })
  stream.on('close', () => {
    isClosed = true
    clearTimeout(patience)
    clearInterval(pings)
    for (const { reject } of waiting.values()) reject(failure ?? new Error('the connection has ended'))
    waiting.clear()
    options.onClosed(isClosing ? null : (failure ?? new Error('the broker has ended the session')))
  })
  incoming.on('error', fail)
  incoming.on('packet', (packet: Packet) => {
    switch (packet.cmd) {
      case 'publish':
        return options.onMessage(packet)
      case 'connack':
        clearTimeout(patience)
        if (packet.returnCode !== 0)
          return fail(new Error(`the broker refuses the session (${packet.returnCode})`))
        return options.onConnected(packet.sessionPresent)
      case 'suback': {
        const isRefused = packet.granted.some((code) => code === 128)
        return settle(packet.messageId!, isRefused ? new Error('the broker refuses a subscription') : null)
      }
      case 'unsuback':
        return settle(packet.messageId!, null)
    }
  })

  function settle(messageId: number, error: Error | null): void {
    const entry = waiting.get(messageId)
    waiting.delete(messageId)
    if (error) entry?.reject(error)
    else entry?.resolve()
  }

  function ask(buildPacket: (messageId: number) => Packet): Promise<void> {
    if (isClosed) return Promise.reject(new Error('the connection has ended'))
    lastId = (lastId % 65_535) + 1
    const messageId = lastId
    return new Promise((resolve, reject) => {
      waiting.set(messageId, { resolve, reject })
      stream.write(generate(buildPacket(messageId)))
    })
  }
  const inPackets = async (
    filters: readonly string[],
    build: (part: string[], messageId: number) => Packet,
  ) => {
    const asked: Promise<void>[] = []
    for (let start = 0; start < filters.length; start += filtersPerPacket) {
      const part = filters.slice(start, start + filtersPerPacket)
      asked.push(ask((messageId) => build(part, messageId)))
    }
    await Promise.all(asked)
  }

  return {
    get isClosed() {
      return isClosed
    },
    subscribe: (filters) =>
      inPackets(filters, (part, messageId) => ({
        cmd: 'subscribe',
        messageId,
        subscriptions: part.map((topic) => ({ topic, qos: 1 })),
      })),
    unsubscribe: (filters) =>
      inPackets(filters, (unsubscriptions, messageId) => ({
        cmd: 'unsubscribe',
        messageId,
        unsubscriptions,
      })),
    write: (bytes) => {
      if (!isClosed && !isClosing) stream.write(bytes)
    },
    setReading: (mayRead) => {
      if (mayRead === isReading) return
      isReading = mayRead
      unheardPings = 0
      if (mayRead) stream.resume()
      else stream.pause()
    },
    close: () =>
      new Promise((resolve) => {
        if (isClosed) return resolve()
        isClosing = true
        const impatience = setTimeout(() => stream.destroy(), goodbyeMs)
        stream.once('close', () => {
          clearTimeout(impatience)
          resolve()
        })
        // Unread messages would keep the end of the stream from being noticed.
        stream.removeAllListeners('data')
        stream.resume()
        stream.end(generate({ cmd: 'disconnect' }), () => stream.destroy())
      }),
  }
}
