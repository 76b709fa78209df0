import type { Duplex } from 'node:stream'
import { createPacketSizeGuard, type OversizedPacket } from './packet-size-guard.ts'

// Above this even skipping is not worth the connection.
const longestSkip = 32 * 1024 * 1024

// In one piece of a stream, which has 64 kB: no message of a controller is so short.
const mostAtOnce = 2000
// Bytes of subscriptions in such a piece: more than fifty of them need, however long their topics are.
const mostSubscribingAtOnce = 4096
// The cost of a byte of a subscription relative to other packets: 3 µs at most, where a message takes some 20. A
// controller that connects again must find room in its own share, or a whole fleet of them would wait for one another.
const costOfSubscribing = 0.25

interface Guard {
  /** The maximum length after the fixed header. */
  limit: number
  /** The same for the first packet, CONNECT. */
  firstLimit: number
  /** Whether the broker may take more bytes from this socket now. */
  mayRead(): boolean
  /** Records packets read, subscriptions by cost, and returns for how long (ms) reading must pause. */
  pace(packets: number): number
  /** Whether that many may proceed at once; else `go` is called at their turn, and returns whether they still can. */
  turn(packets: number, go: () => boolean): boolean
  isAuthenticated(): boolean
  onOversized(packet: OversizedPacket): void
}

/**
 * Stands between a socket and the broker, which pulls with `read()`. Holds bytes back while too many messages wait for
 * the database, more has arrived than the sender's limit allows, or others' turns come first; the kernel then slows the
 * sender. An oversized PUBLISH of a controller is skipped and acknowledged, because a store-and-forward client would
 * otherwise send it forever; anything else oversized ends the connection.
 */
export function guardSocket(socket: Duplex, guard: Guard): void {
  const filter = createPacketSizeGuard(guard.limit, guard.firstLimit)
  const read = socket.read.bind(socket)
  let isResting = false
  // What was read and waits for its turn; the broker reads it next.
  let isWaiting = false
  let due: Buffer | null = null
  function announce(): void {
    if (!socket.destroyed) socket.emit('readable')
  }
  // Node returns one piece of the input at a time, and a broker with part of a message asks for nothing more.
  function announceMore(): void {
    if (socket.readableLength > 0) setImmediate(announce)
  }
  function rest(milliseconds: number): void {
    isResting = true
    setTimeout(() => {
      isResting = false
      announce()
    }, milliseconds).unref()
  }
  socket.read = (size?: number) => {
    if (due) {
      const pass = due
      due = null
      announceMore()
      return pass
    }
    if (isResting || isWaiting || !guard.mayRead()) return null
    const chunk = read(size) as Buffer | null
    if (chunk === null) return null
    announceMore()
    const { pass, oversized, packets, subscribing, isBroken } = filter(chunk)
    const cost = packets + subscribing * costOfSubscribing
    const restMs = guard.pace(cost)
    if (restMs > 0) rest(restMs)
    if (packets > mostAtOnce || subscribing > mostSubscribingAtOnce) {
      socket.destroy()
      return null
    }
    for (const packet of oversized) {
      guard.onOversized(packet)
      const { publish } = packet
      if (!guard.isAuthenticated() || !publish || packet.length > longestSkip) {
        socket.destroy()
        return null
      }
      if (publish.qos > 0) socket.write(acknowledgement(publish.qos, publish.messageId!))
    }
    if (isBroken) socket.destroy()
    if (pass === null) return null
    const go = () => {
      if (socket.destroyed) return false
      isWaiting = false
      due = pass
      socket.emit('readable')
      return true
    }
    isWaiting = !guard.turn(cost, go)
    return isWaiting ? null : pass
  }
}

/** PUBACK for QoS 1, PUBREC for QoS 2. */
function acknowledgement(qos: number, messageId: number): Buffer {
  return Buffer.from([qos === 1 ? 0x40 : 0x50, 2, messageId >> 8, messageId & 255])
}
