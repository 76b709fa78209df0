import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { messageAt } from './link-bench.ts'
import { connectRawMqtt, type RawMqttClient } from './raw-mqtt-client.ts'

export interface LoadPlace {
  port: number
  /** Who speaks for all controllers; without it each has its own password. */
  speaker: { username: string; password: string } | null
  /**
   * What a sender waits for before its next message: that a reader has got it, or the cloud's word that it is stored. Not the
   * broker's, at which messages would pile up faster than anybody reads them.
   */
  confirmation: 'reader' | 'ack'
}

export interface ControllerLoad {
  confirmed(): number
  /** Every controller has sent something, whose first time costs more, and heard that it is stored. */
  warmUp(): Promise<void>
  /** When each controller has last heard that something is stored, by `performance.now()`. */
  confirmedAt: readonly number[]
  setWindow(messages: number): void
  /** A reader has got the next message of this controller. */
  noteRead(serial: string): void
  stop(): void
}

const samplesPerMessage = 5
/** By controller: a later load goes on where the one before has ended, so that nothing is stored already. */
const sentSoFar = new Map<string, number>()

/** Keeps a window of unconfirmed messages on every controller's connection. */
export async function startControllerLoad(
  controllers: readonly TestController[],
  place: LoadPlace,
): Promise<ControllerLoad> {
  const start = Date.now() - 380 * 24 * 60 * 60_000
  const sent = controllers.map(({ serial }) => sentSoFar.get(serial) ?? 0)
  const done = [...sent]
  const begin = [...sent]
  const confirmedAt = controllers.map(() => 0)
  const clients: RawMqttClient[] = []
  let confirmed = 0
  let window = 0

  function fill(index: number): void {
    while (clients[index] && sent[index]! - done[index]! < window) {
      const seq = sent[index]!++
      const message = messageAt(start, seq * samplesPerMessage, index)
      clients[index]!.publish(
        `ems/v1/${controllers[index]!.serial}/data`,
        message.replace(/^\{"v":1,"seq":\d+/, `{"v":1,"seq":${seq}`),
      )
    }
  }
  function confirm(index: number, upTo: number): void {
    if (upTo <= done[index]!) return
    confirmed += upTo - done[index]!
    done[index] = upTo
    confirmedAt[index] = performance.now()
    fill(index)
  }

  for (const [index, { serial, password }] of controllers.entries()) {
    const client = await connectRawMqtt({
      port: place.port,
      serial: place.speaker ? `load-${serial}` : serial,
      username: place.speaker?.username ?? serial,
      password: place.speaker?.password ?? password,
      onMessage: (_, payload) =>
        confirm(index, Number(/"seq":(\d+)/.exec(payload.toString('latin1'))![1]) + 1),
    })
    if (place.confirmation === 'ack') await client.subscribe([`ems/v1/${serial}/ack`], 0)
    clients.push(client)
  }
  const indexes = new Map(controllers.map(({ serial }, index) => [serial, index]))
  return {
    noteRead: (serial) => {
      const index = indexes.get(serial)
      if (index !== undefined) confirm(index, done[index]! + 1)
    },
    confirmed: () => confirmed,
    confirmedAt,
    warmUp: async () => {
      window = 1
      for (const index of clients.keys()) fill(index)
      const end = performance.now() + 120_000
      while (done.some((count, index) => count < begin[index]! + 2) && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 20))
    },
    setWindow: (messages) => {
      window = messages
      for (const index of clients.keys()) fill(index)
    },
    stop: () => {
      window = 0
      for (const client of clients) client.close()
      if (place.confirmation === 'ack')
        for (const [index, { serial }] of controllers.entries()) sentSoFar.set(serial, sent[index]!)
    },
  }
}
