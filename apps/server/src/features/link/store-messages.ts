import { linkLimits, type ReadingsMessage } from '@ohmstead/contract/controller-messages'
import { decodeReadings } from '@ohmstead/contract/decode-readings'
import { DbError } from '../../platform/db/db-error.ts'
import type { ControllerReadings } from '../telemetry/controller-readings.ts'
import { oldestAcceptedTs } from '../telemetry/partitions.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { StaleStateError } from '../telemetry/telemetry-state.ts'
import type { KnownController } from './controller-cache.ts'
import { createDevices } from './create-devices.ts'
import { type ImplausibleValue, keepImplausible, takeImplausible } from './implausible-values.ts'
import type { QueuedMessage } from './ingest-queue.ts'
import type { LinkContext } from './link-context.ts'
import { noteReadings } from './note-readings.ts'

interface Decoded {
  queued: QueuedMessage
  message: ReadingsMessage
  controller: KnownController
  /** What cannot be true, taken out of the message. */
  implausible: ImplausibleValue[]
}

/**
 * Stores a batch of `data` and `history` messages and settles each: stored and committed, or refused. While the
 * database is away it waits and tries again; a message that alone makes the database refuse is dropped and counted.
 */
export async function storeMessages(context: LinkContext, batch: readonly QueuedMessage[]): Promise<void> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 3000)) {
    const waiting = batch.filter(({ message, settle }) => {
      if (!message.isAbandoned()) return true
      settle({ state: 'abandoned', seq: null, storedSamples: 0, rejectedSamples: 0, refused: [] })
      return false
    })
    if (waiting.length === 0 || context.isClosing()) return
    try {
      const controllers = await context.cache.get(waiting.map(({ message }) => message.serial))
      await storeDecoded(context, await prepare(context, decodeBatch(context, waiting, controllers)))
      return
    } catch (error) {
      if (!isPassing(error)) return splitOrDrop(context, waiting, error)
      context.log.warn(
        { reason: (error as Error).message, messages: batch.length },
        'the database does not take readings; trying again',
      )
      await context.pause(pause)
    }
  }
}

/** Something in the batch cannot be handled at all: the rest of it must not suffer. */
async function splitOrDrop(
  context: LinkContext,
  batch: readonly QueuedMessage[],
  error: unknown,
): Promise<void> {
  if (batch.length > 1) {
    const middle = batch.length >> 1
    await storeMessages(context, batch.slice(0, middle))
    await storeMessages(context, batch.slice(middle))
    return
  }
  const { message, settle } = batch[0]!
  context.log.error({ err: error, serial: message.serial }, 'a message could not be handled and was dropped')
  const detail = (error as Error).message.slice(0, 200)
  context.refuse(message.serial, 'failed', detail)
  const refused = [{ reason: 'failed' as const, count: 1, detail }]
  settle({
    state: 'refused',
    seq: null,
    storedSamples: 0,
    rejectedSamples: 0,
    refused,
    reason: 'failed',
    detail,
  })
}

/**
 * Whether the same work may succeed later: everything but the database's word on the content itself (values out of
 * range, limits, rules). What a database lacks, a partition or a column, is the operator's to mend, and until then
 * the readings wait where they are safe.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof StaleStateError) return true
  if (!(error instanceof DbError)) return false
  const { code = '', constraint } = error
  const isMissingPartition = code === '23514' && !constraint
  return isMissingPartition || !/^(22|23|54)/.test(code)
}

function decodeBatch(
  context: LinkContext,
  batch: readonly QueuedMessage[],
  controllers: Map<string, KnownController>,
): Decoded[] {
  const oldestTs = oldestAcceptedTs(context.clock.now(), context.settings.rawRetentionDays)
  const decoded: Decoded[] = []
  for (const queued of batch) {
    const { message, settle } = queued
    const controller = controllers.get(message.serial)
    if (controller) context.touch(controller, message)
    if (!controller || controller.locationId === null) {
      settle({ state: 'unlinked', seq: null, storedSamples: 0, rejectedSamples: 0, refused: [] })
      continue
    }
    const result = decodeReadings(message.payload.toString(), message.arrivedAt, oldestTs)
    if (!result.ok) {
      const { reason, detail, seq = null } = result
      context.refuse(message.serial, reason, detail)
      settle({
        state: 'refused',
        seq,
        storedSamples: 0,
        rejectedSamples: 1,
        refused: [{ reason, detail, count: 1 }],
        reason,
        detail,
      })
      continue
    }
    const offsetMs = findClockOffset(queued, result.message)
    if (offsetMs !== null) context.noteClock(controller, { offsetMs, arrivedAt: message.arrivedAt })
    decoded.push({ queued, message: result.message, controller, implausible: [] })
  }
  return decoded
}

/** What a live message says about the clock behind it; a P1 meter's was read from its telegrams. */
function findClockOffset({ kind, message }: QueuedMessage, readings: ReadingsMessage): number | null {
  if (kind !== 'data' || readings.step !== null) return null
  if (message.meterOffsetMs !== undefined) return message.meterOffsetMs
  return readings.newestGivenTs === null ? null : readings.newestGivenTs - message.arrivedAt
}

/** Creates the devices that no inventory declared, and leaves out what goes beyond the limits of a controller. */
async function prepare(context: LinkContext, decoded: Decoded[]): Promise<Decoded[]> {
  const wanted = new Map<string, { controller: KnownController; names: Set<string> }>()
  for (const { controller, message } of decoded) {
    for (const { values } of message.samples) {
      for (const key in values) {
        if (controller.keys.has(key)) continue
        const name = key.slice(0, key.indexOf('/'))
        if (name in controller.devices) {
          if (controller.keys.size < mostKeys) controller.keys.add(key)
          continue
        }
        const entry = wanted.get(controller.serial) ?? { controller, names: new Set<string>() }
        if (Object.keys(controller.devices).length + entry.names.size < linkLimits.devices)
          entry.names.add(name)
        wanted.set(controller.serial, entry)
      }
    }
  }
  if (wanted.size > 0) {
    const used = [...wanted.values()].filter(({ names }) => names.size > 0)
    if (used.length > 0) await createDevices(context.db, used)
    for (const serial of wanted.keys()) context.cache.changed(serial)
    const fresh = await context.cache.get(wanted.keys())
    for (const item of decoded) item.controller = fresh.get(item.controller.serial) ?? item.controller
  }
  for (const item of decoded) {
    leaveOutUnknown(item)
    item.implausible = takeImplausible(item.message, item.controller)
  }
  return decoded
}

// Metrics that one controller may ever name; what it sends beyond is refused, since the newest of each is kept.
const mostKeys = 2000

function leaveOutUnknown({ message, controller }: Decoded): void {
  for (const sample of message.samples) {
    for (const key in sample.values) {
      if (controller.keys.has(key)) continue
      const isKnownDevice = key.slice(0, key.indexOf('/')) in controller.devices
      if (isKnownDevice && controller.keys.size < mostKeys) {
        controller.keys.add(key)
        continue
      }
      delete sample.values[key]
      const reason = isKnownDevice ? 'too_many_values' : 'too_many_devices'
      const limit = isKnownDevice ? `${mostKeys} metrics` : `${linkLimits.devices} devices`
      const existing = message.refused.find((refusal) => refusal.reason === reason)
      if (existing) existing.count++
      else message.refused.push({ reason, count: 1, detail: `${key} is beyond the ${limit} of a controller` })
    }
  }
}

async function storeDecoded(context: LinkContext, decoded: readonly Decoded[]): Promise<void> {
  if (decoded.length === 0) return
  try {
    const implausible = decoded.flatMap((item) => item.implausible)
    await keepImplausible(context.db, implausible, context.clock.now())
    context.finisher.wake(await storeReadings(context.db, decoded.map(toReadings)))
  } catch (error) {
    if (isPassing(error)) throw error
    if (decoded.length === 1) return dropPoison(context, decoded[0]!, error)
    // One of them makes the database refuse them all: find it by halves, and store the others.
    const middle = decoded.length >> 1
    await storeDecoded(context, decoded.slice(0, middle))
    await storeDecoded(context, decoded.slice(middle))
    return
  }
  for (const { queued, message, controller } of decoded) {
    for (const { reason, count, detail } of message.refused)
      context.refuse(controller.serial, reason, detail, count)
    queued.settle({
      state: 'stored',
      seq: message.seq,
      storedSamples: message.samples.length,
      rejectedSamples: message.rejectedSamples,
      refused: message.refused,
    })
  }
  await noteReadings(context, decoded)
}

function toReadings({ message, controller }: Decoded): ControllerReadings {
  const stepSeconds = message.step
  return {
    locationId: controller.locationId!,
    controllerId: controller.id,
    devices: controller.devices,
    samples: message.samples.map(({ ts, values }) => ({ ts, stepSeconds, values })),
  }
}

/** Acknowledged, so that it is not sent for ever; counted and logged, so that it is not lost in silence. */
function dropPoison(context: LinkContext, { queued, message, controller }: Decoded, error: unknown): void {
  context.log.error(
    { err: error, serial: controller.serial },
    'a message could not be stored and was dropped',
  )
  const detail = (error as Error).message.slice(0, 200)
  context.refuse(controller.serial, 'failed', detail)
  const rejectedSamples = message.samples.length + message.rejectedSamples
  const refused = [{ reason: 'failed' as const, count: 1, detail }]
  queued.settle({
    state: 'refused',
    seq: message.seq,
    storedSamples: 0,
    rejectedSamples,
    refused,
    reason: 'failed',
    detail,
  })
}
