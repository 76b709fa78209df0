import mqtt, { type MqttClient } from 'mqtt'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type TestController, topicOf } from './link-test-kit.ts'

/** How a sender knows that a message is safe: the broker's acknowledgement, or the cloud's `ack`. */
export type Confirmation = 'puback' | 'ack'

export interface Sender {
  controller: TestController
  /** How many of its messages are confirmed, in order. */
  confirmed: number
}

const wattHoursPerMessage = 10

/** A message of one sample: a register that grows by 10 Wh every second. */
export const loadMessage = (index: number, startTs: number) =>
  JSON.stringify({
    v: 1,
    seq: index,
    samples: [
      {
        ts: startTs + index * 1000,
        values: { 'grid/energy_import': index * wattHoursPerMessage, 'grid/power': index },
      },
    ],
  })

/** Sends up to `count` messages one after the other, each until it is confirmed, through any number of lost connections. */
export async function runSender(
  sender: Sender,
  options: {
    port: number
    count: number
    startTs: number
    confirmation: Confirmation
    isOver?: () => boolean
  },
): Promise<void> {
  const { controller } = sender
  const client = mqtt.connect({
    host: '127.0.0.1',
    port: options.port,
    clientId: controller.serial,
    username: controller.serial,
    password: controller.password,
    // A server takes seconds to come back, and two hundred that knock all the time keep it from that.
    reconnectPeriod: 1500,
    connectTimeout: 5000,
    ...(options.confirmation === 'ack' && { clean: true }),
  })
  client.on('error', () => {})
  const acknowledged = listenForAcks(client, controller)
  try {
    for (let index = 0; index < options.count && !options.isOver?.(); index++) {
      const message = loadMessage(index, options.startTs)
      do {
        await client.publishAsync(topicOf(controller, 'data'), message, { qos: 1 })
      } while (options.confirmation === 'ack' && !(await acknowledged(index)))
      sender.confirmed = index + 1
    }
  } finally {
    await client.endAsync(true)
  }
}

/** Whether the cloud acknowledged this `seq` within a few seconds; else it has to be sent again. */
function listenForAcks(client: MqttClient, controller: TestController) {
  let newest = -1
  let wake = () => {}
  client.on('connect', () => client.subscribe(topicOf(controller, 'ack'), { qos: 1 }))
  client.on('message', (_, payload) => {
    newest = Math.max(newest, (JSON.parse(payload.toString()) as { seq: number }).seq)
    wake()
  })
  return async (seq: number): Promise<boolean> => {
    const end = Date.now() + 3000
    while (newest < seq && Date.now() < end) {
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, 200)
      })
    }
    return newest >= seq
  }
}

export interface LoadResult {
  controllerId: number
  samples: number
  /** Sum of the values of `grid/power`, which shows whether each is stored correctly. */
  powerSum: number
  /** Imported energy in the slots, mWh. */
  energy: number
}

export async function readLoadResults(
  db: Db,
  controllers: readonly TestController[],
): Promise<Map<number, LoadResult>> {
  const ids = controllers.map((controller) => controller.locationId)
  const rows = await db.rows<{ controller_id: number; samples: number; power_sum: number }>(
    sql`select controller_id, count(*)::int as samples, sum((values ->> 'grid/power')::float8) as power_sum
        from sample where location_id = any(${ids}::int[]) group by controller_id`,
  )
  const energies = await db.rows<{ location_id: number; energy: number }>(
    sql`select e.location_id, sum(e.total)::float8 as energy from energy_hour e
        join series s on s.location_id = e.location_id and s.id = e.series_id and s.metric = 'energy_import'
        where e.location_id = any(${ids}::int[]) group by e.location_id`,
  )
  const energyOf = new Map(energies.map((row) => [row.location_id, row.energy]))
  const locationOf = new Map(controllers.map((controller) => [controller.id, controller.locationId!]))
  return new Map(
    rows.map((row) => {
      const energy = energyOf.get(locationOf.get(row.controller_id) ?? 0) ?? 0
      return [
        row.controller_id,
        { controllerId: row.controller_id, samples: row.samples, powerSum: row.power_sum, energy },
      ]
    }),
  )
}

/** The expected result of `count` messages of one controller. */
export function expectedResult(controllerId: number, count: number): LoadResult {
  return {
    controllerId,
    samples: count,
    powerSum: (count * (count - 1)) / 2,
    energy: (count - 1) * wattHoursPerMessage * 1000,
  }
}
