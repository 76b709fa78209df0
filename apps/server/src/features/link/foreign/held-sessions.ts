import type { Adapter, AdapterSession, Outgoing } from '@ohmstead/adapters/adapter'
import { findOpenCharging } from '../../charging/charging-queries.ts'
import { oldestAcceptedTs } from '../../telemetry/partitions.ts'
import type { LinkContext } from '../link-context.ts'
import { findStoredState } from './foreign-queries.ts'

/** A conversation with one foreign device or hub of a controller. */
export interface HeldSession {
  adapter: Adapter
  session: AdapterSession
  info: Record<string, unknown>
  locationId: number | null
  /** How it is answered: a frame of its WebSocket, or a topic. */
  send(outgoing: readonly Outgoing[]): void
  usedAt: number
}

/** Who speaks, and in what. */
export interface Speaker {
  adapter: Adapter
  subProtocol: string | null
  send: HeldSession['send']
}

// What a device last said is worthless after an hour; whoever comes back begins anew.
const idleMs = 3_600_000
const sweepMs = 600_000

/**
 * The sessions of adapters in this process, by controller and by how they reach us. A change of the controller's row ends
 * them: the next message begins with what is stored then.
 */
export function createHeldSessions(context: Pick<LinkContext, 'db' | 'clock' | 'settings'>) {
  const held = new Map<string, Map<string, Promise<HeldSession | null>>>()

  let sweptAt = context.clock.now()

  /** Of devices that went away; whoever comes pays for it now and then. */
  async function closeIdle(now: number): Promise<void> {
    sweptAt = now
    for (const [serial, own] of held) {
      for (const [entrance, opened] of own) {
        const session = await opened.catch(() => null)
        if (session && session.usedAt < now - idleMs && own.get(entrance) === opened) own.delete(entrance)
      }
      if (own.size === 0 && held.get(serial) === own) held.delete(serial)
    }
  }

  async function open(serial: string, speaker: Speaker): Promise<HeldSession | null> {
    const { adapter, subProtocol, send } = speaker
    const state = await findStoredState(context.db, serial)
    if (!state) return null
    const { info, locationId, ...known } = state
    const now = context.clock.now()
    const keptMs = now - oldestAcceptedTs(now, context.settings.rawRetentionDays)
    const charging = await findOpenCharging(context.db, serial)
    const session = adapter.openSession({ serial, subProtocol, charging, keptMs, ...known })
    return { adapter, session, info, locationId, send, usedAt: now }
  }

  return {
    /** The session of this entrance, opened if there is none; messages that wait for it keep their order. */
    get(serial: string, entrance: string, speaker: Speaker) {
      const now = context.clock.now()
      if (now - sweptAt >= sweepMs) void closeIdle(now)
      const own = held.get(serial) ?? new Map<string, Promise<HeldSession | null>>()
      held.set(serial, own)
      const known = own.get(entrance)
      if (known) return known
      const opened = open(serial, speaker)
      own.set(entrance, opened)
      // Neither a failure nor an unknown controller is remembered.
      const drop = () => void (own.get(entrance) === opened && own.delete(entrance))
      opened.then((session) => session ?? drop(), drop)
      return opened
    },
    async of(serial: string): Promise<HeldSession[]> {
      const found = await Promise.all([...(held.get(serial)?.values() ?? [])])
      return found.filter((session) => session !== null)
    },
    /** All of this process, with their controllers. */
    async all(): Promise<{ serial: string; held: HeldSession }[]> {
      const found = [...held].flatMap(([serial, own]) =>
        [...own.values()].map(async (opened) => {
          const session = await opened.catch(() => null)
          return session ? [{ serial, held: session }] : []
        }),
      )
      return (await Promise.all(found)).flat()
    },
    close(serial: string, entrance: string): void {
      held.get(serial)?.delete(entrance)
    },
    forget(serial: string): void {
      held.delete(serial)
    },
  }
}
