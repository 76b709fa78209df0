import { connect, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'

/** An MQTT client with little overhead, so that the figures are the broker's. */
export interface RawMqttClient {
  publish(topic: string, payload: string, retain?: boolean): void
  /** Resolves when the broker has confirmed. */
  subscribe(filters: readonly string[], qos: 0 | 1): Promise<void>
  /** Messages sent and not acknowledged yet. */
  inFlight(): number
  close(): void
}

export async function connectRawMqtt(options: {
  port: number
  serial: string
  password: string
  /** The serial, unless somebody speaks for it. */
  username?: string
  /** Of the certificate of a broker that speaks TLS there. */
  secureContext?: SecureContext
  /** Whether the broker keeps its messages while it is away. */
  isPersistent?: boolean
  /** A message of ours was acknowledged. */
  onAck?(): void
  /** Acknowledged afterwards, all of one piece of the stream together. */
  onMessage?(topic: string, payload: Buffer): void
}): Promise<RawMqttClient> {
  const { port, secureContext } = options
  const socket: Socket =
    secureContext === undefined
      ? connect(port, '127.0.0.1')
      : connectTls({ port, secureContext, host: 'localhost' })
  socket.setNoDelay(true)
  let sent = 0
  let acknowledged = 0
  let messageId = 0
  let rest: Buffer = Buffer.alloc(0)
  let whenSubscribed = () => {}
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the broker has closed the connection')))
    socket.on('data', (chunk: Buffer) => {
      const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const received: number[] = []
      let position = 0
      for (;;) {
        const body = findBody(data, position)
        if (!body) break
        const type = data[position]! >> 4
        if (type === 2)
          data[body.start + 1] === 0
            ? resolve()
            : reject(new Error(`the broker refused the session (${data[body.start + 1]})`))
        else if (type === 4) {
          acknowledged++
          options.onAck?.()
        } else if (type === 9) whenSubscribed()
        else if (type === 3) {
          const topicEnd = body.start + 2 + data.readUInt16BE(body.start)
          const hasId = (data[position]! & 6) > 0
          if (hasId) received.push(data.readUInt16BE(topicEnd))
          const topic = data.toString('latin1', body.start + 2, topicEnd)
          options.onMessage?.(topic, data.subarray(topicEnd + (hasId ? 2 : 0), body.end))
        }
        position = body.end
      }
      rest = data.subarray(position)
      if (received.length > 0)
        socket.write(Buffer.from(received.flatMap((id) => [0x40, 2, id >> 8, id & 255])))
    })
    socket.write(connectPacket(options))
  })
  socket.on('error', () => {})
  return {
    publish(topic, payload, retain = false) {
      sent++
      messageId = (messageId % 65_535) + 1
      socket.write(publishPacket(topic, payload, messageId, retain))
    },
    subscribe: (filters, qos) =>
      new Promise((resolve) => {
        let open = filters.length
        whenSubscribed = () => {
          if (--open === 0) resolve()
        }
        const packets = filters.map((filter) =>
          packet(0x82, Buffer.concat([Buffer.from([0, 1]), text(filter), Buffer.from([qos])])),
        )
        socket.write(Buffer.concat(packets))
      }),
    inFlight: () => sent - acknowledged,
    close: () => socket.destroy(),
  }
}

function findBody(data: Buffer, position: number): { start: number; end: number } | null {
  let length = 0
  for (let index = 1; index < 5; index++) {
    const byte = data[position + index]
    if (byte === undefined) return null
    length += (byte & 127) << (7 * (index - 1))
    if (byte > 127) continue
    const start = position + index + 1
    return start + length <= data.length ? { start, end: start + length } : null
  }
  return null
}

function connectPacket(options: Parameters<typeof connectRawMqtt>[0]): Buffer {
  const { serial, username = serial, password, isPersistent } = options
  // User name and password; no keep-alive, since the client does nothing by itself.
  const head = Buffer.from([0, 4, 77, 81, 84, 84, 4, isPersistent ? 0b1100_0000 : 0b1100_0010, 0, 0])
  return packet(0x10, Buffer.concat([head, text(serial), text(username), text(password)]))
}

function publishPacket(topic: string, payload: string, messageId: number, retain: boolean): Buffer {
  const id = Buffer.from([messageId >> 8, messageId & 255])
  return packet(retain ? 0x33 : 0x32, Buffer.concat([text(topic), id, Buffer.from(payload)]))
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

function packet(first: number, body: Buffer): Buffer {
  const length: number[] = []
  for (let left = body.length; length.length === 0 || left > 0; left >>= 7)
    length.push((left & 127) | (left > 127 ? 128 : 0))
  return Buffer.concat([Buffer.from([first, ...length]), body])
}
