import { randomBytes, randomUUID } from 'node:crypto'
import { controllerTopic } from '@ohmstead/contract/controller-topics'
import mqtt, { type IClientOptions } from 'mqtt'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import { createBrokerTrouble } from './broker-trouble.ts'
import { createDynamicSecurity } from './dynamic-security.ts'
import { findSlotPrefix, leaseSlots, releaseSlots, slotCount, slotOf } from './link-slots.ts'
import type { LinkEndpoint, LinkTransport } from './link-transport.ts'
import { createRabbitApi, type RabbitApiOptions } from './rabbitmq-api.ts'
import { createRabbitCredentials } from './rabbitmq-credentials.ts'
import { openSlotSession, type SlotSession } from './slot-session.ts'
import { createAccountsWatch } from './watch-accounts.ts'

export interface ExternalBrokerOptions {
  url: string
  username: string | null
  password: string | null
  /** In PEM. */
  tls: { ca: string | null; cert: string | null; key: string | null } | null
  /** Null for Mosquitto, whose accounts are managed over MQTT. */
  rabbitApi: RabbitApiOptions | null
  db: Db
  endpoint: LinkEndpoint
  clock: { now(): number }
  log: Logger
}

const renewEveryMs = 3000
const recheckEveryMs = 60_000

/**
 * An external broker as one of several equal server processes. Each process reads the slots it has leased; the broker
 * allows one session per client id, so opening a slot's session ends the previous one. Here the broker
 * acknowledges by itself, and `ack` tells the controller that its readings are stored.
 */
export async function connectExternalBroker(options: ExternalBrokerOptions): Promise<LinkTransport> {
  const { url, tls, db, endpoint, clock, log } = options
  const processId = randomUUID()
  const prefix = await findSlotPrefix(db, `ohmstead-${randomBytes(12).toString('hex')}`)
  const connection: IClientOptions = {
    ...(options.username !== null && { username: options.username }),
    ...(options.password !== null && { password: options.password }),
    ...(tls?.ca && { ca: tls.ca }),
    ...(tls?.cert && tls.key && { cert: tls.cert, key: tls.key }),
    connectTimeout: 10_000,
  }
  // The cloud's messages have a separate connection: on a slot's, an answer would wait behind a held message.
  const speaker = mqtt.connect(url, {
    ...connection,
    clientId: `${prefix}-says-${randomBytes(6).toString('hex')}`,
    protocolVersion: 4,
    reconnectPeriod: 1000,
    // A refusal may be transient too: a broker that starts before its users exist.
    reconnectOnConnackError: true,
    queueQoSZero: false,
  })
  const trouble = createBrokerTrouble(log)
  speaker.on('error', trouble.note)
  speaker.on('connect', trouble.end)
  const credentials = options.rabbitApi
    ? createRabbitCredentials({
        api: createRabbitApi(options.rabbitApi),
        username: options.rabbitApi.username,
      })
    : createDynamicSecurity(speaker)
  const accounts = createAccountsWatch({ credentials, findAccounts: endpoint.findAccounts, log })
  speaker.on('connect', () => void accounts.check())

  const sessions = new Map<number, SlotSession>()
  let serials: string[][] = Array.from({ length: slotCount }, () => [])
  let recheckedAt = Number.NEGATIVE_INFINITY
  let isClosing = false
  let refreshing: NodeJS.Timeout | null = null
  let refreshed = new Set<string>()

  async function findSerials(): Promise<void> {
    const bySlot: string[][] = Array.from({ length: slotCount }, () => [])
    for (const serial of await endpoint.findSerials()) bySlot[slotOf(serial)]!.push(serial)
    serials = bySlot
    recheckedAt = Date.now()
    await Promise.all([...sessions].map(([slot, session]) => session.setSerials(bySlot[slot]!)))
  }

  async function renew(): Promise<void> {
    const own = await leaseSlots(db, processId)
    if (isClosing) return
    if (Date.now() - recheckedAt > recheckEveryMs) await findSerials()
    for (const [slot, session] of sessions) {
      if (own.includes(slot) && !session.isClosed) continue
      sessions.delete(slot)
      await session.close()
    }
    for (const slot of own) {
      if (!sessions.has(slot)) sessions.set(slot, open(slot))
    }
  }

  function refresh(): void {
    const own = [...refreshed].filter((serial) => sessions.has(slotOf(serial)))
    refreshing = null
    refreshed = new Set()
    findSerials().then(
      () => own.forEach(endpoint.handleReady),
      (error) => log.warn({ err: error }, 'the controllers could not be read'),
    )
  }

  function open(slot: number): SlotSession {
    const clientId = `${prefix}-${slot}`
    return openSlotSession({
      url,
      connection,
      clientId,
      serials: serials[slot]!,
      endpoint,
      clock,
      log,
      trouble,
      onForgotten: () => {},
    })
  }

  let renewing = Promise.resolve()
  const renewSoon = () => {
    renewing = renewing
      .then(renew)
      .catch((error) => log.warn({ err: error }, 'the slots could not be renewed'))
    return renewing
  }
  await renewSoon()
  const timer = setInterval(renewSoon, renewEveryMs)

  return {
    port: null,
    isConnected: () => null,
    findState: () => ({
      kind: 'external',
      isConnected: speaker.connected,
      sessions: null,
      slots: sessions.size,
      heldMessages: [...sessions.values()].reduce((sum, session) => sum + session.heldMessages, 0),
      accounts: accounts.state(),
    }),
    publish: (serial, kind, payload) => {
      // Every process sees a command; the one that reads the controller sends it.
      if (!sessions.has(slotOf(serial)) || !speaker.connected) return
      speaker.publish(controllerTopic(serial, kind), payload, { qos: 1 })
    },
    refresh: (serial) => {
      // Many may be added at once; they are read together.
      refreshed.add(serial)
      refreshing ??= setTimeout(refresh, 20)
    },
    setPassword: credentials.set,
    close: async () => {
      isClosing = true
      clearInterval(timer)
      if (refreshing) clearTimeout(refreshing)
      await accounts.close()
      await renewing
      await Promise.all([...sessions.values()].map((session) => session.close()))
      await speaker.endAsync(true)
      await releaseSlots(db, processId).catch((error) =>
        log.warn({ err: error }, 'the slots could not be given back'),
      )
    },
  }
}
