/** A packet larger than the limit, as far as its start shows. */
export interface OversizedPacket {
  /** Bytes after the fixed header. */
  length: number
  /** Of a PUBLISH; null for anything else, or if its head is unreadable. */
  publish: { topic: string; qos: number; messageId: number | null } | null
}

export interface GuardResult {
  /** What the broker may see; null if nothing is left. */
  pass: Buffer | null
  /** Oversized packets that started in this chunk; their bytes are removed from `pass`, now and later. */
  oversized: OversizedPacket[]
  /** How many packets started in this chunk. */
  packets: number
  /** Bytes of those that subscribe or unsubscribe, each of whose topics is work for the library. */
  subscribing: number
  /** Not the framing of MQTT: nothing after it can be parsed. */
  isBroken: boolean
}

// Longest head of a PUBLISH that is parsed: two lengths and a topic; no longer topic exists.
const longestHead = 300
const publishType = 3
const subscribingTypes = [8, 10]

/**
 * Watches the fixed headers of one connection, since the broker library takes packets of any size into memory.
 * Packets up to `limit` bytes pass unchanged and uncopied; larger ones are skipped as they stream by. The first packet
 * comes from an unauthenticated client, and may have its own limit.
 */
export function createPacketSizeGuard(limit: number, firstLimit = limit): (chunk: Buffer) => GuardResult {
  let carry: Buffer | null = null // an incomplete fixed header, or the head of an oversized packet
  let remaining = 0 // bytes of the current packet still to come
  let isSkipping = false
  let isFirst = true

  return (chunk) => {
    const data: Buffer = carry ? Buffer.concat([carry, chunk]) : chunk
    carry = null
    const pieces: Buffer[] = []
    const oversized: OversizedPacket[] = []
    let packets = 0
    let subscribing = 0
    let position = 0
    let passFrom = 0
    while (position < data.length) {
      if (remaining > 0) {
        const step = Math.min(remaining, data.length - position)
        remaining -= step
        position += step
        if (isSkipping) passFrom = position
        continue
      }
      isSkipping = false
      const header = readFixedHeader(data, position)
      if (header === 'broken') return { pass: null, oversized, packets, subscribing, isBroken: true }
      const isTooLong = header !== 'incomplete' && header.length > (isFirst ? firstLimit : limit)
      const head = isTooLong ? readPublishHead(data, position, header.bytes) : null
      if (header === 'incomplete' || head === 'incomplete') {
        carry = Buffer.from(data.subarray(position))
        if (position > passFrom) pieces.push(data.subarray(passFrom, position))
        passFrom = data.length
        break
      }
      if (isTooLong) {
        if (position > passFrom) pieces.push(data.subarray(passFrom, position))
        oversized.push({ length: header.length, publish: head })
        isSkipping = true
        passFrom = position + header.bytes
      }
      isFirst = false
      packets++
      if (subscribingTypes.includes(data[position]! >> 4)) subscribing += header.length
      remaining = header.length
      position += header.bytes
    }
    if (passFrom < data.length && !isSkipping) pieces.push(data.subarray(passFrom))
    const pass = pieces.length > 1 ? Buffer.concat(pieces) : (pieces[0] ?? null)
    return { pass, oversized, packets, subscribing, isBroken: false }
  }
}

function readFixedHeader(
  data: Buffer,
  position: number,
): { length: number; bytes: number } | 'incomplete' | 'broken' {
  let length = 0
  for (let index = 0; index < 4; index++) {
    const byte = data[position + 1 + index]
    if (byte === undefined) return 'incomplete'
    length += (byte & 127) * 128 ** index
    if (byte < 128) return { length, bytes: 2 + index }
  }
  return 'broken'
}

function readPublishHead(
  data: Buffer,
  position: number,
  headerBytes: number,
): OversizedPacket['publish'] | 'incomplete' {
  const first = data[position]!
  if (first >> 4 !== publishType) return null
  const qos = (first >> 1) & 3
  const start = position + headerBytes
  if (start + 2 > data.length) return 'incomplete'
  const topicLength = data.readUInt16BE(start)
  if (topicLength > longestHead) return null
  const end = start + 2 + topicLength
  if (end + (qos > 0 ? 2 : 0) > data.length) return 'incomplete'
  const topic = data.toString('utf8', start + 2, end)
  return { topic, qos, messageId: qos > 0 ? data.readUInt16BE(end) : null }
}
