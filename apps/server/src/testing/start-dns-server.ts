import { createSocket, type RemoteInfo } from 'node:dgram'
import type { AddressInfo } from 'node:net'

export interface TestDnsServer {
  /** `127.0.0.1:port`, as the setting requires. */
  address: string
  /** TXT records by name; `null` makes the server fail. */
  records: Map<string, string[] | null>
  stop(): Promise<void>
}

/** A name server on loopback that only knows TXT records. */
export async function startDnsServer(): Promise<TestDnsServer> {
  const records = new Map<string, string[] | null>()
  const socket = createSocket('udp4')
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, end } = readName(query)
    const texts = records.get(name)
    const codes = { found: 0, failed: 2, unknown: 3 }
    const code = texts === undefined ? codes.unknown : texts === null ? codes.failed : codes.found
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(texts?.length ?? 0, 6)
    header.writeUInt32BE(0, 8)
    const question = query.subarray(12, end + 4)
    socket.send(Buffer.concat([header, question, ...(texts ?? []).map(writeTxt)]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    records,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  while (query[at]! > 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += query[at]! + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** The name of the question, type TXT, class IN, a minute to live, and the text in pieces of at most 255 bytes. */
function writeTxt(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(
    pieces.flatMap((piece) => [Buffer.from([piece.length]), Buffer.from(piece, 'latin1')]),
  )
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
