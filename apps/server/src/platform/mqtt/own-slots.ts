import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import type { BrokerAddresses } from './broker-addresses.ts'
import type { BrokerAccess } from './broker-stream.ts'
import type { BrokerTrouble } from './broker-trouble.ts'
import { leaseSlots, markFormerFiltersGone, markReady, removeSlot } from './link-slots.ts'
import type { LinkEndpoint } from './link-transport.ts'
import { forgetSlot, prepareSlot } from './prepare-slot.ts'
import { createReadAhead } from './read-ahead.ts'
import { type SlotPlan, slotOf, usualSlots } from './slot-plan.ts'
import { openSlotSession, type SlotSession } from './slot-session.ts'

const recheckEveryMs = 60_000

/** The slots that this process has leased, and their sessions; also while another set of slots takes their place. */
export function createOwnSlots(options: {
  db: Db
  access: BrokerAccess
  addresses: BrokerAddresses
  prefix: string
  processId: string
  endpoint: LinkEndpoint
  clock: { now(): number }
  log: Logger
  trouble: BrokerTrouble
  /** Some session has ended, which may be opened again. */
  onLost(): void
}) {
  const { db, access, addresses, prefix, processId, endpoint, clock, log, trouble } = options
  const readAhead = createReadAhead()
  const sessions = new Map<number, SlotSession>()
  /** Of the next set: for which controllers each is prepared. */
  const prepared = new Map<number, string>()
  const leaving = new Set<number>()
  let plan: SlotPlan = { current: usualSlots, next: null, phase: 'steady' }
  let owned = new Set<number>()
  let currentSerials = new Map<number, string[]>()
  let nextSerials = new Map<number, string[]>()
  let recheckedAt = Number.NEGATIVE_INFINITY

  const clientIdOf = (slot: number) => `${prefix}-${slot}`
  const setOf = (slot: number) => (plan.next && slot >= plan.next.first ? plan.next : plan.current)
  const accessTo = (slot: number) => ({ addresses, access, clientId: clientIdOf(slot), slot })

  async function findSerials(): Promise<void> {
    const serials = await endpoint.findSerials()
    const { current, next } = plan
    currentSerials = Map.groupBy(serials, (serial) => slotOf(serial, current))
    nextSerials = next ? Map.groupBy(serials, (serial) => slotOf(serial, next)) : new Map()
    recheckedAt = Date.now()
    await Promise.all(
      [...sessions].map(([slot, session]) => session.setSerials(currentSerials.get(slot) ?? [])),
    )
    await prepareNext()
  }

  async function renew(): Promise<void> {
    const before = plan
    const { plan: now, own } = await leaseSlots(db, processId)
    plan = now
    owned = new Set(own.map(({ slot }) => slot))
    const hasMoved = before.current.first !== plan.current.first || before.next?.first !== plan.next?.first
    for (const [slot, session] of sessions) {
      if (owned.has(slot) && !session.isClosed) continue
      sessions.delete(slot)
      await session.close()
    }
    for (const slot of prepared.keys())
      if (!owned.has(slot) || setOf(slot) !== plan.next) prepared.delete(slot)
    if (hasMoved || Date.now() - recheckedAt > recheckEveryMs) await findSerials()
    for (const { slot, hasFormerFilters } of own) {
      if (setOf(slot) === plan.next || leaving.has(slot)) continue
      if (!sessions.has(slot)) sessions.set(slot, open(slot, hasFormerFilters))
      if (plan.phase === 'draining') void leave(slot)
    }
    await prepareNext()
  }

  function open(slot: number, hasFormerFilters: boolean): SlotSession {
    return openSlotSession({
      ...accessTo(slot),
      ...{ endpoint, clock, log, trouble, readAhead, hasFormerFilters },
      serials: currentSerials.get(slot) ?? [],
      isLeaving: plan.phase === 'draining',
      onLost: options.onLost,
      onSubscribed: () => {
        if (hasFormerFilters)
          markFormerFiltersGone(db, slot).catch((error) =>
            log.warn({ err: error }, 'a slot could not be noted'),
          )
      },
    })
  }

  /** Slots of the next set are not read yet, but the broker keeps everything for them before the old ones stop. */
  async function prepareNext(): Promise<void> {
    const { next } = plan
    if (!next) return
    const slots = [...owned].filter((slot) => setOf(slot) === next)
    await Promise.all(
      slots.map(async (slot) => {
        const wanted = nextSerials.get(slot) ?? []
        const name = wanted.join(' ')
        if (prepared.get(slot) === name) return
        try {
          await prepareSlot({ ...accessTo(slot), serials: wanted })
          await markReady(db, slot)
          prepared.set(slot, name)
        } catch (error) {
          trouble.note(error as Error)
        }
      }),
    )
  }

  /** Stores what the broker has for a slot of the old set, and makes the broker forget it. */
  async function leave(slot: number): Promise<void> {
    if (leaving.has(slot)) return
    leaving.add(slot)
    try {
      const session = sessions.get(slot)!
      await session.drain()
      await session.close()
      sessions.delete(slot)
      await forgetSlot(accessTo(slot))
      await removeSlot(db, slot)
    } catch (error) {
      // The next renewal opens it again.
      log.warn({ reason: (error as Error).message, slot }, 'a slot could not be emptied yet')
    } finally {
      leaving.delete(slot)
    }
  }

  return {
    findSerials,
    renew,
    /** Whether this process reads the controller; while the slots change, two may. */
    isOwn: (serial: string) =>
      owned.has(slotOf(serial, plan.current)) || (plan.next !== null && owned.has(slotOf(serial, plan.next))),
    publish(serial: string, topic: string, payload: string): void {
      sessions.get(slotOf(serial, plan.current))?.publish(topic, payload)
    },
    findState: () => ({ slots: sessions.size, heldMessages: readAhead.messages() }),
    close: () => Promise.all([...sessions.values()].map((session) => session.close())),
  }
}
