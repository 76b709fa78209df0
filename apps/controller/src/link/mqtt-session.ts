import type { ControllerTopicKind } from '@ohmstead/contract/controller-topics'
import { controllerTopic } from '@ohmstead/contract/controller-topics'
import { connect, type MqttClient } from 'mqtt'

export interface LinkAddress {
  /** mqtt://, mqtts://, ws:// or wss:// */
  url: string
  user: string
  password: string
}

export interface SessionOptions {
  serial: string
  address: LinkAddress
  /** First and longest wait before reconnecting; the actual one is between half of it and all. */
  backOffMs: readonly [first: number, longest: number]
  /** Connected and subscribed to the cloud's topics; called again for each later session of the same link. */
  onConnected(): void
  onMessage(kind: string, text: string): void
  onLost(): void
  log(message: string): void
}

export interface MqttSession {
  publish(kind: ControllerTopicKind, text: string, retain?: boolean, onSent?: () => void): void
  /** The connection has proven stable: the next loss counts as the first. */
  noteSuccess(): void
  /** Cuts the connection, as a fault would. */
  cut(): void
  /** Sends what is pending and closes permanently. */
  close(): Promise<void>
}

/** The cloud's topics that a controller listens to. */
const listened = ['cmd', 'ack'] as const
const goodbyeMs = 2_000

/** Keeps one MQTT 3.1.1 session of a controller alive: will, subscriptions, and reconnecting with jittered back-off. */
export function keepMqttSession(options: SessionOptions): MqttSession {
  const { serial, address } = options
  const [firstMs, longestMs] = options.backOffMs
  let client: MqttClient | null = null
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function open(): void {
    const opened = connect(address.url, {
      clientId: serial,
      username: address.user,
      password: address.password,
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      reconnectPeriod: 0,
      connectTimeout: 20_000,
      will: {
        topic: controllerTopic(serial, 'status'),
        payload: Buffer.from(JSON.stringify({ v: 1, online: false })),
        qos: 1,
        retain: true,
      },
    })
    client = opened
    opened.on('connect', () => {
      const topics = listened.map((kind) => controllerTopic(serial, kind))
      // With QoS 1 a replicated broker that has lost this session's node would refuse it on the others.
      opened.subscribe(topics, { qos: 0 }, (error) => {
        if (!error && client === opened) options.onConnected()
      })
    })
    opened.on('message', (topic, payload) =>
      options.onMessage(topic.slice(topic.lastIndexOf('/') + 1), payload.toString()),
    )
    opened.on('error', (error) => options.log(error.message))
    opened.on('close', () => {
      if (client === opened) handleLoss()
    })
  }

  function handleLoss(): void {
    // A new client each time: mqtt.js would resend its own copies, and ours have newer sequence numbers.
    client?.removeAllListeners()
    client?.on('error', () => {})
    client?.end(true)
    client = null
    options.onLost()
    if (isClosed) return
    const waitMs = Math.min(longestMs, firstMs * 2 ** failures) * (0.5 + Math.random() / 2)
    failures = Math.min(failures + 1, 16)
    timer = setTimeout(open, waitMs)
  }

  open()
  return {
    publish(kind, text, retain = false, onSent = () => {}) {
      // Without a callback a lost connection would be an unhandled error; important messages are stored and resent.
      client?.publish(controllerTopic(serial, kind), text, { qos: 1, retain }, (error) => {
        if (!error) onSent()
      })
    },
    noteSuccess() {
      failures = 0
    },
    cut: () => void client?.end(true),
    async close() {
      isClosed = true
      clearTimeout(timer)
      const closing = client
      if (!closing) return
      await new Promise<void>((resolve) => {
        // A broker that does not answer must not delay closing.
        const giveUp = setTimeout(() => closing.end(true, () => resolve()), goodbyeMs)
        closing.end(false, {}, () => {
          clearTimeout(giveUp)
          resolve()
        })
      })
      handleLoss()
    },
  }
}
