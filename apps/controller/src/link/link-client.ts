import {
  type CommandMessage,
  type ControllerSample,
  type EventMessage,
  type InfoMessage,
  type InventoryMessage,
  linkLimits,
  type ReplyState,
} from '@ohmstead/contract/controller-messages'
import type { ControllerTopicKind } from '@ohmstead/contract/controller-topics'
import { decodeAck, decodeCommand } from '@ohmstead/contract/decode-cloud-message'
import type { LinkStore } from './link-store.ts'
import { keepMqttSession, type LinkAddress } from './mqtt-session.ts'

export interface LinkOptions {
  serial: string
  address: LinkAddress
  store: LinkStore
  clock: { now(): number }
  describe(): { info: InfoMessage; inventory: InventoryMessage }
  onCommand(command: CommandMessage): void
  onOnline?(isOnline: boolean): void
  log(message: string): void
  /** Minimum distance of two backlog messages; the link requires a second. */
  backlogMs?: number
  /** First and longest wait before reconnecting; the actual one is between half of it and all. */
  backOffMs?: readonly [first: number, longest: number]
}

export interface LinkClient {
  /** Stores the samples until they are acknowledged and, when connected, sends them at once. */
  sendSamples(samples: readonly ControllerSample[], stepSeconds?: number | null): void
  /** Sends history that its owner can recreate, so it is not stored here; resolves when it is stored in the cloud. */
  sendHistory(samples: readonly ControllerSample[], stepSeconds: number): Promise<void>
  sendEvent(event: Omit<EventMessage, 'id'> & { id: string }): void
  sendReply(
    id: string,
    state: ReplyState,
    answer?: { code?: string | null; text?: string | null; result?: object },
  ): void
  sendDescription(): void
  isOnline(): boolean
  /** Resolves when connected; at once if already so. Rejects when closed. */
  whenOnline(): Promise<void>
  /** Drops the connection and comes back as after a restart. */
  restart(): void
  close(): Promise<void>
}

/** After this long without an `ack` the backlog continues: the cloud may not know the controller's owner yet. */
const ackPatienceMs = 60_000

/** The controller's side of EMS Link v1 over MQTT 3.1.1. */
export function createLinkClient(options: LinkOptions): LinkClient {
  const { serial, store, clock } = options
  let isOnline = false
  let isClosed = false
  let boot = createBoot()
  let backlogSeq: number | null = null
  let backlogSentAt = 0
  const awaitingOnline: { resolve(): void; reject(error: Error): void }[] = []
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>()

  function publish(
    kind: ControllerTopicKind,
    body: object | string,
    retain = false,
    onSent = () => {},
  ): void {
    const text = typeof body === 'string' ? body : JSON.stringify({ v: 1, ...body })
    session.publish(kind, text, retain, onSent)
  }

  function handleConnected(): void {
    publish('status', { online: true, ts: clock.now(), boot }, true)
    // Readings wait for the inventory: it declares the registers that their energy comes from.
    sendDescription(() => {
      store.markAllWaiting()
      backlogSeq = null
      isOnline = true
      options.onOnline?.(true)
      for (const { resolve } of awaitingOnline.splice(0)) resolve()
    })
  }

  function handleLoss(): void {
    const wasOnline = isOnline
    isOnline = false
    for (const { reject } of waiting.values()) reject(new Error('the connection was lost'))
    waiting.clear()
    if (wasOnline) options.onOnline?.(false)
  }

  function receive(kind: string, text: string): void {
    if (kind === 'ack') {
      const ack = decodeAck(text)
      if (ack.ok) acknowledge(ack.message.seq, ack.message.rejected)
    } else if (kind === 'cmd') {
      const command = decodeCommand(text)
      if (command.ok) options.onCommand(command.message)
      else options.log(`a command was not understood: ${command.detail}`)
    }
  }

  function acknowledge(seq: number, rejected: number | undefined): void {
    session.noteSuccess()
    store.forgetSent(seq)
    if (rejected)
      options.log(`the cloud refused ${rejected} samples within the last hour: is the clock right?`)
    if (backlogSeq !== null && backlogSeq <= seq) backlogSeq = null
    for (const [waitingSeq, { resolve }] of waiting) {
      if (waitingSeq > seq) continue
      waiting.delete(waitingSeq)
      resolve()
    }
  }

  function sendDescription(onSent = () => {}): void {
    const { info, inventory } = options.describe()
    publish('info', info, true)
    publish('inventory', inventory, true, onSent)
  }

  /** Sends one message of the oldest waiting readings, once the previous one is acknowledged. */
  function sendBacklog(): void {
    if (!isOnline || (backlogSeq !== null && Date.now() - backlogSentAt < ackPatienceMs)) return
    const backlog = store.findBacklog()
    if (!backlog) return
    const seq = store.transaction(() => {
      const next = store.takeSeq()
      store.markSent(backlog, next)
      return next
    })
    backlogSeq = seq
    backlogSentAt = Date.now()
    publish('history', readingsText(seq, backlog.stepSeconds, backlog.samplesText))
  }

  const backlogTimer = setInterval(sendBacklog, options.backlogMs ?? 1_000)
  const session = keepMqttSession({
    serial,
    address: options.address,
    backOffMs: options.backOffMs ?? [1_000, 60_000],
    log: options.log,
    onConnected: handleConnected,
    onMessage: receive,
    onLost: handleLoss,
  })

  return {
    sendSamples(samples, stepSeconds = null) {
      if (!isOnline) {
        store.keep(samples, stepSeconds, null)
        return
      }
      const seq = store.transaction(() => {
        const next = store.takeSeq()
        store.keep(samples, stepSeconds, next)
        return next
      })
      publish('data', readingsText(seq, stepSeconds, JSON.stringify(samples).slice(1, -1)))
    },
    sendHistory(samples, stepSeconds) {
      if (!isOnline) return Promise.reject(new Error('not connected'))
      const seq = store.takeSeq()
      const text = readingsText(seq, stepSeconds, JSON.stringify(samples).slice(1, -1))
      if (text.length > linkLimits.recommendedBytes)
        throw new RangeError(`${text.length} bytes in one message`)
      publish('history', text)
      return new Promise((resolve, reject) => waiting.set(seq, { resolve, reject }))
    },
    sendEvent: (event) => publish('event', event),
    sendReply: (id, state, answer = {}) =>
      publish('reply', { id, ts: clock.now(), state, code: null, text: null, result: {}, ...answer }),
    sendDescription: () => sendDescription(),
    isOnline: () => isOnline,
    whenOnline() {
      if (isClosed) return Promise.reject(new Error('closed'))
      return isOnline
        ? Promise.resolve()
        : new Promise((resolve, reject) => awaitingOnline.push({ resolve, reject }))
    },
    restart() {
      boot = createBoot()
      session.cut()
    },
    async close() {
      isClosed = true
      for (const { reject } of awaitingOnline.splice(0)) reject(new Error('closed'))
      clearInterval(backlogTimer)
      if (isOnline) publish('status', { online: false, ts: clock.now(), boot }, true)
      await session.close()
    },
  }
}

const createBoot = () => crypto.randomUUID().slice(0, 8)

function readingsText(seq: number, stepSeconds: number | null, samplesText: string): string {
  const step = stepSeconds === null ? '' : `"step":${stepSeconds},`
  return `{"v":1,"seq":${seq},${step}"samples":[${samplesText}]}`
}
