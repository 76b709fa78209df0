import { randomBytes, randomUUID } from 'node:crypto'
import { controllerTopic } from '@ohmstead/contract/controller-topics'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import { createBrokerAddresses } from './broker-addresses.ts'
import { connectSpeaker } from './broker-speaker.ts'
import { type BrokerAccess, placeOfBroker } from './broker-stream.ts'
import { createBrokerTrouble } from './broker-trouble.ts'
import { createDynamicSecurity } from './dynamic-security.ts'
import { findSlotPrefix, releaseSlots } from './link-slots.ts'
import type { LinkEndpoint, LinkTransport } from './link-transport.ts'
import { createOwnSlots } from './own-slots.ts'
import { createRabbitApi, type RabbitApiOptions } from './rabbitmq-api.ts'
import { createRabbitCredentials } from './rabbitmq-credentials.ts'
import { processTopic } from './slot-filters.ts'
import { createAccountsWatch } from './watch-accounts.ts'
import { watchAddresses } from './watch-addresses.ts'

export interface ExternalBrokerOptions extends BrokerAccess {
  /** Of one broker, or of the nodes of its cluster. */
  urls: readonly string[]
  /** Null for Mosquitto, whose accounts are managed over MQTT. */
  rabbitApi: RabbitApiOptions | null
  db: Db
  endpoint: LinkEndpoint
  clock: { now(): number }
  log: Logger
}

const renewEveryMs = 3000
const reopenAfterMs = 500

/**
 * An external broker as one of several equal server processes. Each process reads the slots it has leased; the broker
 * allows one session per client id, so opening a slot's session ends the previous one. Here the broker
 * acknowledges by itself, and `ack` tells the controller that its readings are stored.
 */
export async function connectExternalBroker(options: ExternalBrokerOptions): Promise<LinkTransport> {
  const { urls, username, password, tls, db, endpoint, clock, log } = options
  const access = { username, password, tls }
  const processId = randomUUID()
  const prefix = await findSlotPrefix(db, `ohmstead-${randomBytes(12).toString('hex')}`)
  const trouble = createBrokerTrouble(log)
  // Commands and plans, which must arrive, have a connection of their own, and so has what the processes tell each other.
  const speaker = connectSpeaker({
    urls,
    access,
    clientId: `${prefix}-says-${randomBytes(6).toString('hex')}`,
    processId,
  })
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

  const addresses = createBrokerAddresses(urls)
  const watch = watchAddresses(addresses)
  const slots = createOwnSlots({
    ...{ db, access, prefix, processId, endpoint, clock, log, trouble, addresses },
    onLost: () => {
      // Many end together; and a broker that is away is not asked without a pause.
      reopening ??= setTimeout(() => {
        reopening = null
        void renewSoon()
      }, reopenAfterMs)
    },
  })
  let isClosing = false
  let reopening: NodeJS.Timeout | null = null
  let refreshing: NodeJS.Timeout | null = null
  let refreshed = new Set<string>()

  function refresh(): void {
    const own = [...refreshed].filter(slots.isOwn)
    refreshing = null
    refreshed = new Set()
    slots.findSerials().then(
      () => own.forEach(endpoint.handleReady),
      (error) => log.warn({ err: error }, 'the controllers could not be read'),
    )
  }

  let renewing = Promise.resolve()
  const renewSoon = () => {
    renewing = renewing
      .then(() => (isClosing ? undefined : slots.renew()))
      .catch((error) => log.warn({ err: error }, 'the slots could not be renewed'))
    return renewing
  }

  // Of a process that dies the broker sends the will at once; nobody has to wait for the end of its leases.
  speaker.on('message', (topic, payload) => {
    const gone = payload.toString()
    if (topic !== processTopic || gone === processId) return
    releaseSlots(db, gone).then(renewSoon, (error) =>
      log.warn({ err: error }, 'the slots of another process could not be taken over'),
    )
  })

  await renewSoon()
  const timer = setInterval(renewSoon, renewEveryMs)

  return {
    port: null,
    tlsPort: null,
    accept: null,
    isConnected: () => null,
    findState: () => ({
      kind: 'external',
      isConnected: speaker.connected,
      sessions: null,
      ...slots.findState(),
      accounts: accounts.state(),
      nodes: addresses.list().map(({ address, isReachable }) => {
        const { host, port } = placeOfBroker(address)
        return { node: `${host}:${port}`, isReachable }
      }),
    }),
    publish: (serial, kind, payload) => {
      const topic = controllerTopic(serial, kind)
      // It covers all before it, so that a lost one is made up for by the next.
      if (kind === 'ack') return slots.publish(serial, topic, payload)
      // Every process sees a command; the one that reads the controller sends it.
      if (!slots.isOwn(serial) || !speaker.connected) return
      speaker.publish(topic, payload, { qos: 1 })
    },
    publishForeign: (serial, path, payload) => {
      if (slots.isOwn(serial) && speaker.connected)
        speaker.publish(`ems/v1/${serial}/ext/${path}`, payload, { qos: 1 })
    },
    refresh: (serial) => {
      // Many may be added at once; they are read together.
      refreshed.add(serial)
      refreshing ??= setTimeout(refresh, 20)
    },
    setPassword: credentials.set,
    setPasswords: credentials.setAll,
    close: async () => {
      isClosing = true
      clearInterval(timer)
      watch.close()
      if (refreshing) clearTimeout(refreshing)
      if (reopening) clearTimeout(reopening)
      await accounts.close()
      await renewing
      await slots.close()
      await releaseSlots(db, processId).catch((error) =>
        log.warn({ err: error }, 'the slots could not be given back'),
      )
      if (speaker.connected)
        await Promise.race([speaker.publishAsync(processTopic, processId, { qos: 0 }), pause(500)])
      await speaker.endAsync(true)
    },
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
