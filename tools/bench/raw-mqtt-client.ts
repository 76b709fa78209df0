import { connect, type Socket } from 'node:net'

/** A QoS 1 publisher with little overhead, so that the figures are the broker's. */
export interface RawMqttClient {
  publish(topic: string, payload: string): void
  /** Messages sent and not acknowledged yet. */
  inFlight(): number
  close(): void
}

export async function connectRawMqtt(options: {
  port: number
  serial: string
  password: string
  onAck(): void
}): Promise<RawMqttClient> {
  const socket: Socket = connect(options.port, '127.0.0.1')
  socket.setNoDelay(true)
  let sent = 0
  let acknowledged = 0
  let messageId = 0
  let rest: Buffer = Buffer.alloc(0)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('data', (chunk: Buffer) => {
      const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let position = 0
      // CONNACK and PUBACK, four bytes each, are the only replies.
      for (; position + 4 <= data.length; position += 4) {
        const type = data[position]! >> 4
        if (type === 2)
          data[position + 3] === 0 ? resolve() : reject(new Error('the broker refused the session'))
        if (type !== 4) continue
        acknowledged++
        options.onAck()
      }
      rest = data.subarray(position)
    })
    socket.write(connectPacket(options.serial, options.password))
  })
  socket.on('error', () => {})
  return {
    publish(topic, payload) {
      sent++
      messageId = (messageId % 65_535) + 1
      socket.write(publishPacket(topic, payload, messageId))
    },
    inFlight: () => sent - acknowledged,
    close: () => socket.destroy(),
  }
}

function connectPacket(serial: string, password: string): Buffer {
  // Clean session, user name and password; no keep-alive, since the client does nothing by itself.
  const head = Buffer.from([0, 4, 77, 81, 84, 84, 4, 0b1100_0010, 0, 0])
  return packet(0x10, Buffer.concat([head, text(serial), text(serial), text(password)]))
}

function publishPacket(topic: string, payload: string, messageId: number): Buffer {
  const id = Buffer.from([messageId >> 8, messageId & 255])
  return packet(0x32, Buffer.concat([text(topic), id, Buffer.from(payload)]))
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
