import { type CommandMessage, linkLimits } from '@ohmstead/contract/controller-messages'
import type { CommandTranslation, Outgoing } from '../adapter.ts'
import { isObject, readFinite } from '../read-value.ts'
import { deviceId, type Unit } from './shelly-unit.ts'
import { parseComponent } from './shelly-values.ts'

/** The ids of our questions, so that answers are known without keeping account. */
export const questions = {
  info: 'Shelly.GetDeviceInfo',
  config: 'Shelly.GetConfig',
  status: 'Shelly.GetStatus',
} as const
export type Question = keyof typeof questions

interface Call {
  id: string
  method: string
  params?: Record<string, unknown>
}

/** A call to a device; over MQTT it answers below its own place, where it may write. */
export function callUnit(serial: string, prefix: string | null, call: Call): Outgoing {
  const place = prefix === null || prefix === '' ? '' : `${prefix}/`
  const src = prefix === null ? 'ohmstead' : `ems/v1/${serial}/ext/shelly/${place}reply`
  const { id, method, params } = call
  const text = JSON.stringify({ id, src, method, ...(params && { params }) })
  return { path: prefix === null ? '' : `${place}rpc`, text }
}

export const askUnit = (serial: string, prefix: string | null, asked: readonly Question[]) =>
  asked.map((question) => callUnit(serial, prefix, { id: question, method: questions[question] }))

const mostWaiting = 100

/** Commands that were sent and wait for the answer with their id. */
export function createCommands(serial: string, units: ReadonlyMap<string, Unit>) {
  const waiting = new Map<string, Unit>()

  function translate(command: CommandMessage): CommandTranslation | null {
    const { id, op, args } = command
    if (op === 'refresh' && args.device === undefined) return refresh(id)
    const target = findTarget(units, args.device)
    if (!target) return null
    const call = buildCall(target.key, command)
    if (!call)
      return { outgoing: [], replies: [{ id, state: 'rejected', code: 'not_supported', text: null }] }
    return send(id, [target.unit], call)
  }

  function refresh(id: string): CommandTranslation | null {
    return units.size === 0 ? null : send(id, [...units.values()], { method: questions.status })
  }

  function send(id: string, to: readonly Unit[], call: Omit<Call, 'id'>): CommandTranslation {
    if (waiting.size >= mostWaiting) waiting.delete(waiting.keys().next().value!)
    waiting.set(id, to[0]!)
    return {
      outgoing: to.map(({ prefix }, index) =>
        callUnit(serial, prefix, { id: index === 0 ? id : 'status', ...call }),
      ),
      replies: [{ id, state: 'accepted', code: null, text: null }],
    }
  }

  return {
    translate,
    /** The reply that an answer of this device means; null if no command of it waits for this one. */
    answer(unit: Unit, { id, error }: Record<string, unknown>) {
      if (typeof id !== 'string' || waiting.get(id) !== unit) return null
      waiting.delete(id)
      if (error === undefined || error === null) return { id, state: 'done' as const, code: null, text: null }
      const { code, message } = isObject(error) ? error : {}
      const text = typeof message === 'string' ? message.slice(0, linkLimits.textLength) : null
      return { id, state: 'failed' as const, code: String(readFinite(code) ?? 'failed'), text }
    },
  }
}

function findTarget(units: ReadonlyMap<string, Unit>, device: unknown): { unit: Unit; key: string } | null {
  for (const unit of units.values())
    for (const key of unit.components) if (deviceId(unit, key) === device) return { unit, key }
  return null
}

const namespaces: Record<string, string> = {
  switch: 'Switch',
  light: 'Light',
  cover: 'Cover',
  em: 'EM',
  em1: 'EM1',
  pm1: 'PM1',
}

function buildCall(key: string, { op, args }: CommandMessage): Omit<Call, 'id'> | null {
  const { type, number } = parseComponent(key)!
  const namespace = namespaces[type]
  if (!namespace) return null
  if (op === 'switch' && (type === 'switch' || type === 'light') && typeof args.on === 'boolean') {
    const ttl = readFinite(args.ttl)
    // The device itself switches back, also if nobody tells it to.
    const back = ttl !== null && ttl > 0 ? { toggle_after: ttl } : {}
    return { method: `${namespace}.Set`, params: { id: number, on: args.on, ...back } }
  }
  if (op !== 'set') return null
  const position = readFinite(args.value)
  if (type === 'cover' && args.param === 'position' && position !== null && position >= 0 && position <= 100)
    return { method: 'Cover.GoToPosition', params: { id: number, pos: Math.round(position) } }
  if (typeof args.value !== 'boolean' || typeof args.param !== 'string') return null
  const phase = /^reverse_([abc])$/.exec(args.param)?.[1]
  const reverse =
    type === 'em' && phase !== undefined
      ? { [phase]: args.value }
      : type !== 'em' && args.param === 'reverse'
        ? args.value
        : null
  return reverse === null
    ? null
    : { method: `${namespace}.SetConfig`, params: { id: number, config: { reverse } } }
}
