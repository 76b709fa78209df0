import type { CommandReply, Outgoing, Translation } from '@ohmstead/adapters/adapter'
import { findAdapter } from '@ohmstead/adapters/all-adapters'
import type { CommandMessage, ControllerSample } from '@ohmstead/contract/controller-messages'
import type { IncomingMessage } from '../../../platform/mqtt/link-transport.ts'
import { isBetweenHomes } from '../handle-inventory.ts'
import { isTransient } from '../is-transient.ts'
import type { LinkContext } from '../link-context.ts'
import { nothingStored, type Outcome } from '../outcome.ts'
import { refuseMessage, rejectMessage } from '../reject-message.ts'
import { createBridgeOutages } from './bridge-outages.ts'
import { saveSources } from './foreign-queries.ts'
import { createHeldSessions, type HeldSession, type Speaker } from './held-sessions.ts'
import { keepCharging } from './keep-charging.ts'
import { addRefusals, type Pass, type PassOn, storeReadingsOf } from './store-translation.ts'

const bridgeState = 'bridge/state'
const seenPatienceMs = 10_000

/**
 * Turns messages below `ext/<kind>/`, and frames of WebSockets, into those of the own link, by the adapters. What an
 * adapter makes of a message takes the same way as any other; its answer leaves once the readings are committed.
 */
export function createForeignMessages(context: LinkContext, passOn: PassOn) {
  const sessions = createHeldSessions(context)
  const outages = createBridgeOutages()
  /** What ends each of the open WebSockets of this process, by controller. */
  const connections = new Map<string, Set<() => void>>()
  let opened = 0

  async function receive(message: IncomingMessage, path: string): Promise<Outcome> {
    const { serial } = message
    if (path === bridgeState) {
      const state = message.payload.toString().trim()
      if (!message.isRetained) outages.note(serial, state, message.arrivedAt)
      if (state !== '0' && state !== '1') return nothingStored('stored')
      // A house where nothing changes is silent, and not gone.
      return passOn({ ...message, payload: asPayload({ online: state === '1' }) }, 'status')
    }
    const [kind = '', ...rest] = path.split('/')
    const adapter = findAdapter(kind)
    if (!adapter) {
      const detail = `there is no adapter for ext/${kind.slice(0, 40)}`
      return refuseMessage(context, serial, { reason: 'unknown_topic', detail })
    }
    const send = (outgoing: readonly Outgoing[]) => {
      for (const { path, text } of outgoing)
        context.transport().publishForeign(serial, `${kind}/${path}`, text)
    }
    return read(message, rest.join('/'), kind, { adapter, subProtocol: null, send })
  }

  async function read(
    message: IncomingMessage,
    path: string,
    entrance: string,
    speaker: Speaker,
  ): Promise<Outcome> {
    const held = await awaitSession(message, async () => {
      const { serial } = message
      const controller = (await context.cache.get([serial])).get(serial)
      const own = await sessions.get(serial, entrance, speaker)
      if (!own || !controller || own.locationId === controller.locationId) return own
      // Linked or moved since: times are those of another zone.
      sessions.close(serial, entrance)
      return sessions.get(serial, entrance, speaker)
    })
    if (held === 'abandoned') return nothingStored('abandoned')
    if (held === null) return nothingStored('unlinked')
    const { arrivedAt, isRetained } = message
    held.usedAt = arrivedAt
    try {
      const { payload: bytes } = message
      const text = bytes.toString()
      const isDelayed = outages.isBurst(message.serial, arrivedAt)
      const read = held.session.read({ path, text, bytes, arrivedAt, isRetained, isDelayed })
      return await passAllOn(message, held, read)
    } catch (error) {
      return rejectMessage(context, message.serial, error)
    }
  }

  /** While the database is away nothing is known of the controller; a message is read only once. */
  async function awaitSession(
    message: Pick<IncomingMessage, 'isAbandoned'>,
    get: () => Promise<HeldSession | null>,
  ) {
    for (let pause = 100; ; pause = Math.min(pause * 2, 3000)) {
      if (message.isAbandoned() || context.isClosing()) return 'abandoned' as const
      try {
        return await get()
      } catch (error) {
        if (!isTransient(error)) throw error
        await context.pause(pause)
      }
    }
  }

  async function passAllOn(
    message: IncomingMessage,
    held: HeldSession,
    translation: Translation,
  ): Promise<Outcome> {
    const { serial, arrivedAt } = message
    const { devices, info, isOnline, events, replies, outgoing, sources, refused } = translation
    const { charging, leftOut = [] } = translation
    const passSamples: Pass = (kind, content, more) =>
      passOn({ ...message, ...more, wantsAck: false, payload: asPayload(content) }, kind)
    // The session believes that these are kept, so they are, also for a sender that is gone by now.
    const pass: Pass = (kind, content) => passSamples(kind, content, { isAbandoned: () => false })
    await touch(message)
    if (refused) return refuseMessage(context, serial, refused)
    // A device is described before its first reading, which would otherwise create it with a guessed category.
    if (devices) await pass('devices', { devices })
    if (info) {
      held.info = { ...held.info, ...info }
      await pass('info', held.info)
    }
    if (isOnline !== undefined) await pass('status', { online: isOnline })
    for (const event of events ?? []) await pass('event', event)
    for (const reply of replies ?? []) await pass('reply', reply)
    if (charging && !(await keepCharging(context, serial, charging))) return nothingStored('abandoned')
    if (sources) await keepSources(serial, held.adapter.kind, sources)
    const isLate = translation.isTimed !== true && outages.isBurst(serial, arrivedAt)
    const stored = message.isRetained
      ? nothingStored('stored')
      : await storeReadingsOf(passSamples, translation, isLate)
    const outcome = addRefusals(context, serial, stored, leftOut)
    if (outgoing && outcome.state !== 'abandoned') held.send(outgoing)
    return outcome
  }

  /** A sign of life, whatever it says. */
  async function touch(message: IncomingMessage): Promise<void> {
    const controllers = await context.cache.get([message.serial]).catch(() => null)
    const controller = controllers?.get(message.serial)
    if (controller) context.touch(controller, message)
  }

  async function keepSources(serial: string, kind: string, sources: NonNullable<Translation['sources']>) {
    const controller = context.cache.peek(serial)
    if (controller && isBetweenHomes(controller)) return
    await saveSources(context.db, serial, kind, sources).catch((error) =>
      context.log.warn({ err: error, serial }, 'the names that a device uses could not be kept'),
    )
  }

  async function passReplies(serial: string, replies: readonly CommandReply[]): Promise<void> {
    for (const reply of replies) {
      const now = context.clock.now()
      await passOn({ ...ownMessage(serial, now), payload: asPayload({ ts: now, ...reply }) }, 'reply')
    }
  }

  return {
    receive,
    /** A device opened a WebSocket; `greet` is sent at once, and its frames are read in their order. */
    open(serial: string, speaker: Speaker, end: () => void): ForeignConnection {
      const entrance = `socket ${++opened}`
      const own = connections.get(serial) ?? new Set()
      connections.set(serial, own.add(end))
      const tell = (isOnline: boolean) => {
        const now = context.clock.now()
        return passOn({ ...ownMessage(serial, now), payload: asPayload({ online: isOnline }) }, 'status')
      }
      const isOpen = (async () => {
        await tell(true)
        const own = { serial, isAbandoned: () => false }
        const held = await awaitSession(own, () => sessions.get(serial, entrance, speaker))
        if (held !== null && held !== 'abandoned') speaker.send(held.session.greet?.() ?? [])
      })()
      isOpen.catch((error) => context.log.warn({ err: error, serial }, 'a device could not be greeted'))
      return {
        async receive(payload) {
          await isOpen.catch(() => null)
          const message = { ...ownMessage(serial, context.clock.now()), payload }
          return read(message, '', entrance, speaker)
        },
        async close() {
          sessions.close(serial, entrance)
          own.delete(end)
          if (own.size > 0) return
          connections.delete(serial)
          await isOpen.catch(() => null)
          if (!connections.has(serial) && !context.isClosing()) await tell(false)
        },
      }
    },
    /** Offers a command to what talks with foreign devices of this controller; whoever knows the device takes it. */
    async command(serial: string, command: CommandMessage): Promise<void> {
      const held = await sessions.of(serial)
      let isTaken = false
      for (const { session, send } of held) {
        const translation = session.command?.(command)
        if (!translation) continue
        isTaken = true
        send(translation.outgoing)
        await passReplies(serial, translation.replies)
      }
      // Nobody else answers for it. A process that does not talk with its devices knows nothing of them.
      const isOurs = held.length > 0 && context.cache.peek(serial)?.isForeign === true
      if (isTaken || !isOurs || command.op === 'realtime') return
      await passReplies(serial, [{ id: command.id, state: 'rejected', code: 'not_supported', text: null }])
    },
    /** Its credentials are others now, or none: whoever opened a WebSocket with the old ones has to show the new ones. */
    endConnections(serial: string): void {
      for (const end of [...(connections.get(serial) ?? [])]) end()
    },
    /** Called every few seconds. */
    async tick(now: number): Promise<void> {
      for (const { serial, held } of await sessions.all()) {
        const { sources, replies = [], outgoing = [] } = held.session.tick?.(now) ?? {}
        if (outgoing.length > 0) held.send(outgoing)
        if (sources) await keepSources(serial, held.adapter.kind, sources)
        await passReplies(serial, replies)
      }
    },
    /** Stores what sources had said before a person told what they are. */
    async storeSeen(serial: string, samples: readonly ControllerSample[]): Promise<void> {
      const now = context.clock.now()
      // The notice of the change may be under way, and whoever saved it waits.
      context.cache.changed(serial)
      const isAbandoned = () => context.clock.now() > now + seenPatienceMs
      const message = { ...ownMessage(serial, now), hasWaited: true, isAbandoned }
      const pass: Pass = (kind, content) => passOn({ ...message, payload: asPayload(content) }, kind)
      await storeReadingsOf(pass, { lateSamples: [...samples] }, false)
    },
    /** What a person chose for its sources changed. */
    forget: sessions.forget,
  }
}

/** A WebSocket of a device, from its opening to its end. */
export interface ForeignConnection {
  receive(payload: Buffer): Promise<Outcome>
  close(): Promise<void>
}

const asPayload = (content: object) => Buffer.from(JSON.stringify({ v: 1, ...content }))

/** For what no message of the device caused. */
export function ownMessage(serial: string, now: number): Omit<IncomingMessage, 'payload'> {
  return {
    serial,
    topic: `ems/v1/${serial}/ext`,
    arrivedAt: now,
    isRetained: false,
    isWill: false,
    wantsAck: false,
    isAbandoned: () => false,
  }
}
