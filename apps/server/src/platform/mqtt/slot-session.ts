import { Socket } from 'node:net'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import { controllerTopicKinds } from '@ohmstead/contract/controller-topics'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import type { BrokerTrouble } from './broker-trouble.ts'
import type { LinkEndpoint } from './link-transport.ts'
import { createOrderedAcknowledgements } from './ordered-acknowledgements.ts'

export interface SlotSession {
  readonly isClosed: boolean
  /** Messages taken from the broker and not acknowledged yet. */
  readonly heldMessages: number
  /** Subscribes new controllers and unsubscribes removed ones; resolves when the broker has done so. */
  setSerials(serials: readonly string[]): Promise<void>
  close(): Promise<void>
}

// Eight filters per controller: not its whole branch, or the broker would send back what the cloud itself publishes.
const filtersOf = (serial: string) =>
  [...controllerTopicKinds, 'ext/#'].map((kind) => `ems/v1/${serial}/${kind}`)
const serialsPerPacket = 50

// A broker with our configuration has fewer bytes in flight; another must not fill the memory.
const mostHeldBytes = 32 * 1024 * 1024

/** For mqtt.js, which acknowledges by itself as soon as a message is handled without an error. */
const acknowledgedLater = new Error('acknowledged later')

/**
 * The persistent session of one slot at an external broker. Messages are taken as they come, and each is acknowledged
 * once it and all before it are stored; only then does the broker forget it, and what was in progress when the process
 * died is delivered again. It does not reconnect by itself, because another process may have taken the slot meanwhile.
 */
export function openSlotSession(options: {
  url: string
  connection: IClientOptions
  clientId: string
  serials: readonly string[]
  endpoint: LinkEndpoint
  clock: { now(): number }
  log: Logger
  trouble: BrokerTrouble
  /** The broker had no session of this slot: it has forgotten everything, including the plans. */
  onForgotten(serials: readonly string[]): void
}): SlotSession {
  const { endpoint, clock, log } = options
  const client: MqttClient = mqtt.connect(options.url, {
    ...options.connection,
    clientId: options.clientId,
    clean: false,
    protocolVersion: 4,
    reconnectPeriod: 0,
    resubscribe: false,
    keepalive: 30,
  })
  let isClosed = false
  let isConnected = false
  let wanted = new Set(options.serials)
  let subscribed = new Set<string>()

  const acknowledge = createOrderedAcknowledgements((bytes) => client.stream.write(bytes))
  let heldBytes = 0
  let heldMessages = 0
  let readOn: (() => void) | null = null

  client.handleMessage = (packet, done) => {
    if (packet.cmd !== 'publish') return done()
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const serial = packet.topic.split('/')[2] ?? ''
    const isStored = acknowledge(packet.qos > 0 ? packet.messageId! : null)
    const goOn = () => done(acknowledgedLater)
    if (payload.length > linkLimits.maximumBytes) {
      endpoint.refuse(serial, 'oversized', `${payload.length} bytes`)
      isStored()
      return goOn()
    }
    heldBytes += payload.length
    heldMessages += 1
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
    void endpoint.receive(message).then(() => {
      heldBytes -= payload.length
      heldMessages -= 1
      if (isClosed) return
      isStored()
      if (heldBytes <= mostHeldBytes) readOn?.()
    })
    if (heldBytes <= mostHeldBytes) return goOn()
    readOn = () => {
      readOn = null
      goOn()
    }
  }
  client.on('connect', ({ sessionPresent }) => {
    isConnected = true
    // An acknowledgement is small and must not wait for the next one.
    const { stream } = client
    if (stream instanceof Socket) stream.setNoDelay(true)
    subscribed = new Set()
    if (!sessionPresent) options.onForgotten([...wanted])
    bringInLine().catch(noteFailure)
  })
  client.on('close', () => {
    isClosed = true
  })
  client.on('error', options.trouble.note)

  const noteFailure = (error: Error) => log.warn({ reason: error.message }, 'a slot could not subscribe')

  async function bringInLine(): Promise<void> {
    if (!isConnected || isClosed) return
    const added = [...wanted].filter((serial) => !subscribed.has(serial))
    const gone = [...subscribed].filter((serial) => !wanted.has(serial))
    subscribed = new Set(wanted)
    const changes: Promise<unknown>[] = []
    for (let start = 0; start < added.length; start += serialsPerPacket) {
      const filters = added.slice(start, start + serialsPerPacket).flatMap(filtersOf)
      changes.push(client.subscribeAsync(filters, { qos: 1 }))
    }
    if (gone.length > 0) changes.push(client.unsubscribeAsync(gone.flatMap(filtersOf)))
    await Promise.all(changes)
  }

  return {
    get isClosed() {
      return isClosed
    },
    get heldMessages() {
      return heldMessages
    },
    setSerials(serials) {
      wanted = new Set(serials)
      return bringInLine().catch(noteFailure)
    },
    close: async () => {
      isClosed = true
      await client.endAsync(true)
    },
  }
}
