import type {
  AckMessage,
  CommandMessage,
  CommandOp,
  Decoded,
  PlanMessage,
  PlanSlot,
  Refused,
} from './controller-messages.ts'
import {
  cleanObject,
  describe,
  isObject,
  readInstant,
  readMessage,
  readNumber,
  readSeq,
  readText,
} from './read-message.ts'

const malformed = (detail: string): Refused => ({ ok: false, reason: 'malformed', detail })

/** Decodes `cmd` on the controller's side. Rejecting an unknown operation is up to the controller. */
export function decodeCommand(text: string): Decoded<CommandMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const { object } = read
  const id = readText(object.id, 64)
  const op = readText(object.op, 64)
  const ts = readInstant(object.ts)
  const exp = readInstant(object.exp)
  if (!id || !op) return malformed('a command needs id and op')
  if (ts === null || exp === null) return malformed('ts or exp is not epoch milliseconds')
  return { ok: true, message: { v: 1, id, ts, exp, op: op as CommandOp, args: cleanObject(object.args) } }
}

/** Decodes `ack` on the controller's side. */
export function decodeAck(text: string): Decoded<AckMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const seq = readSeq(read.object)
  if (seq === null) return malformed(`seq is ${describe(read.object.seq)}`)
  const { rejected } = read.object
  const hasRejected = typeof rejected === 'number' && Number.isSafeInteger(rejected) && rejected > 0
  return { ok: true, message: hasRejected ? { v: 1, seq, rejected } : { v: 1, seq } }
}

/** Decodes `plan` on the controller's side; a slot without time, device or mode invalidates it, since a plan is all or nothing. */
export function decodePlan(text: string): Decoded<PlanMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const { object } = read
  const from = readInstant(object.from)
  const until = readInstant(object.until)
  const fallback = readText(object.fallback, 64)
  if (typeof object.rev !== 'number' || !Number.isSafeInteger(object.rev))
    return malformed('rev is not a whole number')
  if (from === null || until === null || !fallback) return malformed('from, until or fallback is missing')
  if (!Array.isArray(object.slots) || object.slots.length > 5_000)
    return malformed('slots is not a list of at most 5000')
  const slots = (object.slots as unknown[]).map(readSlot)
  if (slots.includes(null)) return malformed('a slot lacks ts, device or mode')
  return { ok: true, message: { v: 1, rev: object.rev, from, until, slots: slots as PlanSlot[], fallback } }
}

function readSlot(item: unknown): PlanSlot | null {
  if (!isObject(item)) return null
  const ts = readInstant(item.ts)
  const device = readText(item.device, 64)
  const mode = readText(item.mode, 64)
  if (ts === null || !device || !mode) return null
  return { ts, device, mode, power_min: readNumber(item.power_min), power_max: readNumber(item.power_max) }
}
