import type { WebSocket } from 'ws'
import { AppError } from '../../../platform/app-error.ts'
import { createPacketPace } from '../../../platform/mqtt/packet-pace.ts'
import type { Link } from '../link.ts'

/** More than the devices of a large site, and a small part of all that one process has. */
const mostSockets = 100

/** How many WebSockets each controller has, and how fast it may send through all of them. */
export function createSocketShares(link: Pick<Link, 'refuse'>) {
  const counts = new Map<string, number>()
  return {
    /** The same as of a session over MQTT: whoever sends more is read more slowly. */
    pace: createPacketPace(),
    /** The serial, unless it has enough of them. */
    admit(serial: string): string {
      if ((counts.get(serial) ?? 0) < mostSockets) return serial
      link.refuse(serial, 'too_fast', `more than ${mostSockets} WebSockets at a time`)
      throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
    },
    add(serial: string, socket: WebSocket): void {
      counts.set(serial, (counts.get(serial) ?? 0) + 1)
      socket.once('close', () => {
        const left = counts.get(serial)! - 1
        if (left > 0) counts.set(serial, left)
        else counts.delete(serial)
      })
    },
  }
}
export type SocketShares = ReturnType<typeof createSocketShares>
