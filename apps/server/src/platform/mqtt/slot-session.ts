import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { IPublishPacket } from 'mqtt-packet'
import { generate } from 'mqtt-packet'
import type { Logger } from 'pino'
import type { BrokerAddresses } from './broker-addresses.ts'
import { type BrokerConnection, openBrokerConnection } from './broker-connection.ts'
import type { BrokerAccess } from './broker-stream.ts'
import type { BrokerTrouble } from './broker-trouble.ts'
import type { LinkEndpoint } from './link-transport.ts'
import { createOrderedAcknowledgements } from './ordered-acknowledgements.ts'
import type { ReadAhead } from './read-ahead.ts'
import { filterOf, formerFiltersOf, isEcho, markerTopic } from './slot-filters.ts'

export interface SlotSession {
  readonly isClosed: boolean
  /** Subscribes new controllers and unsubscribes removed ones; resolves when the broker has done so. */
  setSerials(serials: readonly string[]): Promise<void>
  /** To a controller. What is lost is not repeated. */
  publish(topic: string, payload: string): void
  /** Takes no new messages; resolves when those that the broker has are stored. Rejects when the session ends before. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface SlotSessionOptions {
  addresses: BrokerAddresses
  access: BrokerAccess
  clientId: string
  slot: number
  serials: readonly string[]
  endpoint: Pick<LinkEndpoint, 'receive' | 'refuse'>
  clock: { now(): number }
  log: Pick<Logger, 'warn'>
  trouble: BrokerTrouble
  readAhead: ReadAhead
  pingEveryMs?: number
  /** Subscribes to nothing, and may only be drained. */
  isLeaving: boolean
  /** An earlier version has read it: its filters are still in the broker's session. */
  hasFormerFilters: boolean
  /** The connection could not be made, or has ended by itself. */
  onLost(): void
  /** The broker holds exactly one filter of each controller. */
  onSubscribed(): void
}

/**
 * The persistent session of one slot at an external broker. Messages are taken as they come, up to a window, and each is
 * acknowledged once it and all before it are stored; only then does the broker forget it, and what was in progress when the
 * process died is delivered again. It does not reconnect by itself, because another process may have taken the slot meanwhile.
 */
export function openSlotSession(options: SlotSessionOptions): SlotSession {
  const { endpoint, clock, log, clientId, addresses } = options
  const address = addresses.choose(options.slot)
  const held = options.readAhead.open()
  let isClosed = false
  let isConnected = false
  let wanted = new Set(options.isLeaving ? [] : options.serials)
  let subscribed = new Set<string>()
  let leaving: { markAll(): void; reject(error: Error): void } | null = null
  let whenDrained: Promise<void> | null = null
  let underWay = 0
  let whenQuiet: (() => void) | null = null
  let voice: BrokerConnection | null = null
  let isHeard = false

  const acknowledge = createOrderedAcknowledgements((bytes) => connection.write(bytes))
  const connection: BrokerConnection = openBrokerConnection({
    address,
    access: options.access,
    clientId,
    clean: false,
    ...(options.pingEveryMs && { pingEveryMs: options.pingEveryMs }),
    onConnected: (isKnown) => {
      isConnected = true
      voice = openVoice()
      addresses.noteSuccess(address)
      options.trouble.end()
      // In this order, so that each message comes at least once.
      const changes = [bringInLine()]
      if (isKnown && options.hasFormerFilters)
        changes.push(connection.unsubscribe(options.serials.flatMap(formerFiltersOf)))
      Promise.all(changes).then(options.onSubscribed, noteFailure)
      if (whenDrained) sendMarker()
    },
    onMessage: take,
    onClosed: (error) => {
      isClosed = true
      void voice?.close()
      if (error) {
        addresses.noteFailure(address)
        options.trouble.note(error)
        options.onLost()
      }
      leaving?.reject(error ?? new Error('the session was closed'))
    },
  })

  /**
   * Mosquitto reads one packet of a connection before it turns to the next, and may save its whole database in between:
   * `ack` among the PUBACKs would halve how many of those it takes in.
   */
  function openVoice(): BrokerConnection {
    return openBrokerConnection({
      ...{ address, access: options.access, clientId: `${clientId}-voice`, clean: true },
      onConnected: () => {
        isHeard = true
      },
      onMessage: () => {},
      onClosed: () => {
        isHeard = false
      },
    })
  }

  function take(packet: IPublishPacket): void {
    const isStored = acknowledge(packet.qos > 0 ? packet.messageId! : null)
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const { topic } = packet
    const serial = topic.split('/', 3)[2] ?? ''
    if (topic === markerTopic(clientId)) {
      isStored()
      leaving?.markAll()
    } else if (isEcho(topic)) isStored()
    else if (payload.length > linkLimits.maximumBytes) {
      endpoint.refuse(serial, 'oversized', `${payload.length} bytes`)
      isStored()
    } else store({ packet, serial, payload }, isStored)
  }

  function store(
    { packet, serial, payload }: { packet: IPublishPacket; serial: string; payload: Buffer },
    isStored: () => void,
  ): void {
    const release = held.hold(payload.length)
    if (!held.mayRead()) connection.setReading(false)
    const message = {
      serial,
      topic: packet.topic,
      payload,
      arrivedAt: clock.now(),
      isRetained: packet.retain,
      isWill: false,
      wantsAck: true,
      isAbandoned: () => isClosed && packet.qos > 0,
    }
    underWay++
    void endpoint.receive(message).then(() => {
      release()
      underWay--
      if (isClosed) return
      isStored()
      if (held.mayRead()) connection.setReading(true)
      if (underWay === 0) whenQuiet?.()
    })
  }

  const noteFailure = (error: Error) => {
    if (!isClosed) log.warn({ reason: error.message }, 'a slot could not subscribe')
  }

  async function bringInLine(): Promise<void> {
    if (!isConnected || isClosed) return
    const added = [...wanted].filter((serial) => !subscribed.has(serial))
    const gone = [...subscribed].filter((serial) => !wanted.has(serial))
    subscribed = new Set(wanted)
    await Promise.all([connection.subscribe(added.map(filterOf)), connection.unsubscribe(gone.map(filterOf))])
  }

  /** The broker keeps the order: when the marker arrives, everything before it has. */
  function sendMarker(): void {
    const topic = markerTopic(clientId)
    const filters = options.serials.map(filterOf)
    const former = options.hasFormerFilters ? options.serials.flatMap(formerFiltersOf) : []
    Promise.all([connection.unsubscribe([...filters, ...former]), connection.subscribe([topic])]).then(
      () =>
        connection.write(
          generate({
            cmd: 'publish',
            topic,
            payload: '',
            qos: 1,
            messageId: 65_535,
            retain: false,
            dup: false,
          }),
        ),
      (error: Error) => leaving?.reject(error),
    )
  }

  return {
    get isClosed() {
      return isClosed
    },
    setSerials(serials) {
      if (whenDrained || options.isLeaving) return Promise.resolve()
      wanted = new Set(serials)
      return bringInLine().catch(noteFailure)
    },
    publish: (topic, payload) => {
      const packet = generate({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false })
      const by = isHeard && voice ? voice : connection
      by.write(packet)
    },
    drain() {
      whenDrained ??= new Promise((resolve, reject) => {
        const markAll = () => {
          whenQuiet = resolve
          if (underWay === 0) resolve()
        }
        leaving = { markAll, reject }
        if (isClosed) reject(new Error('the session was closed'))
        else if (isConnected) sendMarker()
      })
      return whenDrained
    },
    close: async () => {
      isClosed = true
      await Promise.all([connection.close(), voice?.close()])
    },
  }
}
