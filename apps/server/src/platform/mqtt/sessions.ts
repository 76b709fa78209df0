import type { Duplex } from 'node:stream'
import type { Client, PublishPacket } from 'aedes'

// How many bytes may wait for the database: of one socket, and of all together before each must wait for its own.
const heldPerSocket = 64 * 1024
const heldAltogether = 64 * 1024 * 1024
// The overhead of a message besides its bytes.
const heldPerMessage = 512

export interface Session {
  readonly client: Client
  readonly serial: string
  /** The will as the client announced it; the broker publishes this very object. */
  readonly will: PublishPacket | null
  readonly isAuthenticated: boolean
  readonly isClosed: boolean
  /** Counts a message of this length as waiting until the returned function is called. */
  hold(length: number): () => void
}

/** The sessions of the embedded broker, by client, by socket and by serial, with the bytes they wait with. */
export function createSessions() {
  const byClient = new WeakMap<Client, MutableSession>()
  const bySocket = new WeakMap<object, MutableSession>()
  const bySerial = new Map<string, Set<MutableSession>>()
  let heldBytes = 0

  return {
    prepare(client: Client, { serial, will }: { serial: string; will: object | null }): void {
      const session: MutableSession = {
        client,
        serial,
        will: will as PublishPacket | null,
        isAuthenticated: false,
        isClosed: false,
        heldBytes: 0,
        hold: (length) => {
          const bytes = length + heldPerMessage
          session.heldBytes += bytes
          heldBytes += bytes
          return () => {
            session.heldBytes -= bytes
            heldBytes -= bytes
          }
        },
      }
      byClient.set(client, session)
      bySocket.set(client.conn, session)
      client.conn.once('close', () => {
        session.isClosed = true
      })
    },
    markAuthenticated(client: Client): void {
      const session = byClient.get(client)
      if (session) session.isAuthenticated = true
    },
    /** The client has been admitted, after an older session with the same id has ended. */
    add(client: Client): void {
      const session = byClient.get(client)
      if (!session) return
      const set = bySerial.get(session.serial) ?? new Set()
      bySerial.set(session.serial, set.add(session))
    },
    remove(client: Client): Session | null {
      const session = byClient.get(client)
      if (!session) return null
      session.isClosed = true
      const set = bySerial.get(session.serial)
      set?.delete(session)
      if (set?.size === 0) bySerial.delete(session.serial)
      return session
    },
    find: (client: Client): Session | undefined => byClient.get(client),
    findBySocket: (socket: Duplex): Session | undefined => bySocket.get(socket),
    of: (serial: string): Iterable<Session> => [...(bySerial.get(serial) ?? [])],
    count: (serial: string): number => bySerial.get(serial)?.size ?? 0,
    /** A socket that holds nothing may always be read, so every released message lets reading continue. */
    mayRead(socket: Duplex): boolean {
      const held = bySocket.get(socket)?.heldBytes ?? 0
      return held === 0 || (held < heldPerSocket && heldBytes < heldAltogether)
    },
  }
}

type MutableSession = { -readonly [Key in keyof Session]: Session[Key] } & { heldBytes: number }
