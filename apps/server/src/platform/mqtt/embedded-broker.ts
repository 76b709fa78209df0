import type { Duplex } from 'node:stream'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import { controllerTopic, parseTopic } from '@ohmstead/contract/controller-topics'
import { Aedes, type Client, type PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import { createRepeatedLines } from '../repeated-lines.ts'
import { guardSocket } from './guard-socket.ts'
import type { IncomingMessage, LinkEndpoint, LinkTransport, MqttSender } from './link-transport.ts'
import { createPacketPace } from './packet-pace.ts'
import { startPlainListener } from './plain-listener.ts'
import { isSubscribed, mayHold, sessionId } from './session-names.ts'
import { createSessions, type Session } from './sessions.ts'
import { createSharedTurns, strangersPerSecond } from './shared-turns.ts'
import { createTakeoverWatch } from './takeover-watch.ts'
import { isCertified, startTlsListener, type TlsListenerOptions } from './tls-listener.ts'
import { createUnknownSenders } from './unknown-senders.ts'

export interface EmbeddedBrokerOptions {
  host: string
  port: number
  /** Where TLS is spoken, too; null where a proxy does it. */
  tls: TlsListenerOptions | null
  /** Whether this address may have any number of connections. */
  isProxy: (address: string) => boolean
  endpoint: LinkEndpoint
  clock: { now(): number }
  log: Logger
}

export interface EmbeddedBroker extends LinkTransport {
  /** Looks at once whether the certificate was renewed; null without TLS. */
  checkCertificate: (() => void) | null
}

// Nobody subscribes to it: messages to be acknowledged and dropped are sent there.
const nowhere = '$dropped'
const nothing = Buffer.alloc(0)
const badCredentials = 4
const serverUnavailable = 3
// Of one controller: tools and a bridge beside it, but not a fleet with one serial.
const mostSessions = 8
// Serial, password and a will; what a stranger sends costs memory until authentication.
const longestConnect = 16 * 1024
// Packets in the piece of a stream that begins with CONNECT: subscriptions and first messages.
const mostUnknownAtOnce = 20

/**
 * The embedded broker (MQTT 3.1.1). A QoS 1 message is acknowledged only once `endpoint.receive` has resolved, that
 * is after the commit; until then its bytes count as held, and a socket that holds too much is not read.
 */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
  const { endpoint, clock, log } = options
  const sessions = createSessions()
  const isDuplicate = createTakeoverWatch(clock)
  const pace = createPacketPace()
  const takeTurn = createSharedTurns()
  const takeStrangersTurn = createSharedTurns(undefined, strangersPerSecond)
  const unknownSenders = createUnknownSenders(options.isProxy)
  const senders = new WeakMap<object, MqttSender>()
  const senderOf = ({ conn }: Client) => senders.get(conn)!
  const nextLine = createRepeatedLines()
  let heldMessages = 0

  const broker = await Aedes.createBroker({
    connectTimeout: 10_000,
    concurrency: 1000,
    queueLimit: 2000,
    maxTopicLevels: 20,
    // Sessions and retained messages would live in memory only, so there are none.
    preConnect: (client, packet, done) => {
      if (packet.protocolVersion === 5) noteNewProtocol(client)
      packet.clean = true
      packet.clientId = sessionId(packet.username, packet.clientId)
      sessions.prepare(client, { serial: packet.username ?? '', will: packet.will ?? null })
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const refuse = (returnCode: number) => done(Object.assign(new Error('refused'), { returnCode }), false)
      if (!username || !password) return refuse(badCredentials)
      const { address, certificate } = senderOf(client)
      if (!isCertified(username, senderOf(client), options.tls)) {
        const detail = certificate === null ? 'no client certificate' : `the certificate of ${certificate}`
        endpoint.refuse(username, 'bad_credentials', detail.slice(0, 100))
        return refuse(badCredentials)
      }
      endpoint.authenticate(username, password.toString(), address).then(
        (isRight) => {
          if (!isRight) return refuse(badCredentials)
          // Reported only to clients that know the password, so strangers cannot count against the controller.
          const others = [...sessions.of(username)].filter((session) => session.client.id !== client.id)
          if (others.length >= mostSessions) {
            endpoint.refuse(username, 'duplicate_serial', `more than ${mostSessions} sessions at once`)
            return refuse(serverUnavailable)
          }
          sessions.markAuthenticated(client)
          unknownSenders.letGo(senderOf(client).counted)
          noteTakeover(username, client)
          done(null, true)
        },
        () => refuse(serverUnavailable),
      )
    },
    authorizePublish: (client, packet, done) => {
      const session = client && sessions.find(client)
      if (!session) return done(new Error('nobody publishes here'))
      receive(session, packet, () => {
        if (!session.isClosed || packet === session.will) done()
      })
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessions.find(client)
      const own = `ems/v1/${session?.serial}/`
      const isOwn = session !== undefined && subscription.topic.startsWith(own)
      if (isOwn && mayHold(client, subscription.topic)) return done(null, subscription)
      if (session && !isOwn)
        endpoint.refuse(
          session.serial,
          'foreign_topic',
          `subscription to ${subscription.topic.slice(0, 100)}`,
        )
      done(null, null)
    },
    authorizeForward: (client, packet) => {
      const serial = sessions.find(client)?.serial
      return packet.topic.startsWith(`ems/v1/${serial}/`) ? packet : null
    },
  })

  function receive(session: Session, packet: PublishPacket, release: () => void): void {
    const { serial } = session
    const topic = parseTopic(packet.topic)
    const reason = topic.serial !== serial ? 'foreign_topic' : topic.ok ? null : topic.reason
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    packet.retain = false
    if (reason) {
      endpoint.refuse(serial, reason, packet.topic.slice(0, 100))
      letGoOf(packet)
      release()
      return
    }
    const isWill = packet === session.will
    const isRepeatable = packet.qos > 0 && !isWill
    const letGo = session.hold(payload.length)
    heldMessages += 1
    const message = {
      serial,
      topic: packet.topic,
      payload,
      arrivedAt: clock.now(),
      isRetained: false,
      isWill,
      wantsAck: true,
      isAbandoned: () => isRepeatable && session.isClosed,
    }
    void endpoint.receive(message).then(() => {
      letGo()
      heldMessages -= 1
      echo(message)
      // The library would make everybody wait for the slowest reader.
      letGoOf(packet)
      writeTogether(session)
      release()
    })
  }

  /** Sessions that subscribed see what their controller sends, for an observer; those that do not read miss it. */
  function echo({ serial, topic, payload }: IncomingMessage): void {
    const packet: PublishPacket = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }
    for (const session of sessions.of(serial))
      if (isSubscribed(session, topic) && !session.client.conn.writableNeedDrain)
        session.client.publish(packet, () => {})
  }

  function noteTakeover(serial: string, client: Client): void {
    const previous = [...sessions.of(serial)].find((session) => session.client.id === client.id)
    if (!previous || !isDuplicate(serial)) return
    const [from, to] = [previous.client, client].map((one) => senderOf(one).address)
    endpoint.refuse(serial, 'duplicate_serial', `sessions from ${from} and ${to} end each other`)
  }

  function noteNewProtocol(client: Client): void {
    const { address } = senderOf(client)
    const line = nextLine(`MQTT 5 from ${address}`)
    if (line)
      log.warn(
        { address, ...line },
        'refused: the embedded broker speaks MQTT 3.1.1, MQTT 5 needs a broker of its own (MQTT_URL)',
      )
  }

  broker.on('client', (client) => sessions.add(client))
  broker.on('clientDisconnect', (client) => {
    const session = sessions.remove(client)
    if (session && sessions.count(session.serial) === 0) endpoint.handleSessionEnd(session.serial)
  })
  // Every broken connection is the controller's affair, not a failure of the server.
  broker.on('clientError', (client, error) =>
    log.debug({ serial: client.id, reason: error.message }, 'session failed'),
  )
  broker.on('connectionError', (_, error) => log.debug({ reason: error.message }, 'connection failed'))

  function send(session: Session, topic: string, payload: string): void {
    const { client } = session
    // A client that does not read its subscriptions must not cost memory.
    if ((client.conn.writableLength ?? 0) > linkLimits.maximumBytes) {
      client.close()
      return
    }
    const packet: PublishPacket = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }
    writeTogether(session)
    client.publish(packet, () => {})
  }

  function publish(serial: string, topic: string, payload: string): void {
    for (const session of sessions.of(serial)) if (isSubscribed(session, topic)) send(session, topic, payload)
  }

  /** A connection of whatever kind, whose sender `unknownSenders` has admitted. */
  function accept(conn: Duplex, sender: MqttSender): void {
    senders.set(conn, sender)
    const serialOf = () => sessions.findBySocket(conn)?.serial
    const noteOversized = (what: string) => {
      const serial = serialOf()
      if (serial) endpoint.refuse(serial, 'oversized', what)
    }
    guardSocket(conn, {
      limit: linkLimits.maximumBytes,
      firstLimit: longestConnect,
      mayRead: () => sessions.mayRead(conn),
      pace: (packets) => {
        const serial = serialOf()
        return serial === undefined ? 0 : pace(serial, packets)
      },
      turn: (packets, go) => {
        const serial = serialOf()
        if (serial !== undefined) return takeTurn(serial, packets, go)
        // Unauthenticated clients have no share, but may send a few packets with CONNECT.
        return packets <= mostUnknownAtOnce || takeStrangersTurn('', packets, go)
      },
      isAuthenticated: () => sessions.findBySocket(conn)?.isAuthenticated === true,
      onOversized: ({ length, publish }) =>
        noteOversized(`${length} bytes on ${publish?.topic ?? 'a packet'}`),
    })
    conn.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') noteOversized('a message of a WebSocket')
    })
    broker.handle(conn)
  }

  const plain = await startPlainListener(options, { admit: unknownSenders.admit, accept })
  const tls =
    options.tls && (await startTlsListener(options.tls, { admit: unknownSenders.admit, accept, log }))

  return {
    port: plain.port,
    tlsPort: tls?.port ?? null,
    checkCertificate: tls?.checkCertificate ?? null,
    accept: (conn, address) => {
      if (unknownSenders.admit(conn, address)) accept(conn, { address, certificate: null, counted: conn })
      else conn.destroy()
    },
    isConnected: (serial) => sessions.count(serial) > 0,
    findState: () => ({
      kind: 'embedded',
      isConnected: plain.isListening(),
      sessions: broker.connectedClients,
      slots: null,
      heldMessages,
      accounts: null,
      nodes: [],
    }),
    publish: (serial, kind, payload) => publish(serial, controllerTopic(serial, kind), payload),
    publishForeign: (serial, path, payload) => publish(serial, `ems/v1/${serial}/ext/${path}`, payload),
    refresh: (serial) => {
      for (const session of sessions.of(serial)) session.client.close()
    },
    // It asks the database at every connection, so there is nothing to set.
    setPassword: async () => {},
    setPasswords: async () => {},
    close: async () => {
      plain.close()
      tls?.close()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

/** What a session is told in this turn, a PUBACK and an `ack` above all, leaves in one piece: a piece costs more than what is in it. */
function writeTogether({ client: { conn } }: Session): void {
  conn.cork()
  setImmediate(() => conn.uncork())
}

/** To be acknowledged and no more; with QoS 2 the library keeps it until its sender completes it. */
function letGoOf(packet: PublishPacket): void {
  packet.topic = nowhere
  packet.payload = nothing
}
