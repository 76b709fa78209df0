import { createHash } from 'node:crypto'

// A request for a faster pace goes to every watched controller every few minutes and concerns nobody afterwards. It is not
// kept; that its id was made here for this controller can be told from the id itself.

/** A UUID (version 8) of a moment and a controller; `atMs` may not repeat for one controller. */
export function createRealtimeId(serial: string, atMs: number): string {
  const moment = Math.round(atMs).toString(16).padStart(12, '0')
  const proof = createHash('sha256').update(`realtime ${serial} ${moment}`).digest('hex')
  return `${moment.slice(0, 8)}-${moment.slice(8)}-8${proof.slice(0, 3)}-8${proof.slice(3, 6)}-${proof.slice(6, 18)}`
}

/** Whether a reply is to such a request. */
export function isRealtimeId(serial: string, id: string): boolean {
  const moment = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return createRealtimeId(serial, moment) === id.toLowerCase()
}
