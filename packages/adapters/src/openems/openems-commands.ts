import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { CommandTranslation, Outgoing } from '../adapter.ts'
import { readFinite } from '../read-value.ts'
import type { createTemporarySettings } from '../temporary-settings.ts'
import type { EdgeConfig } from './openems-config.ts'
import { type EdgeParam, findParams, readValue } from './openems-params.ts'
import { callEdge, type EdgeCall, ownIds, readReply, setPower, setProperty } from './openems-requests.ts'

// Sooner than the minute after which an Edge forgets a power it was told.
const holdEveryMs = 25_000
const mostWaiting = 100
/** The property of a strategy that limits what is bought or sold. */
const limits: Record<string, string> = { import: 'peakShavingPower', export: 'maximumSellToGridPower' }

interface Hold {
  /** Of its command. */
  id: string
  ess: string
  power: number
  until: number
  sentAt: number
}

/**
 * Commands for an Edge. A setpoint is a power that has to be repeated, so it ends by itself if we are gone; a limit is
 * part of the Edge's configuration, and set back when its time is over.
 */
export function createEdgeCommands(temporary: ReturnType<typeof createTemporarySettings>) {
  const waiting = new Set<string>()
  let hold: Hold | null = null
  let config: EdgeConfig | null = null
  let params: EdgeParam[] = []

  function send(id: string, call: EdgeCall): CommandTranslation {
    if (waiting.size >= mostWaiting) waiting.delete(waiting.values().next().value!)
    waiting.add(id)
    return {
      outgoing: [callEdge(id, call)],
      replies: [{ id, state: 'accepted', code: null, text: null }],
    }
  }
  const reject = (id: string, code: string): CommandTranslation => ({
    outgoing: [],
    replies: [{ id, state: 'rejected', code, text: null }],
  })

  function set({ id, args }: CommandMessage): CommandTranslation {
    const found = params.find(({ device, param }) => device === args.device && param.name === args.param)
    if (!found) return reject(id, 'not_supported')
    const value = readValue(found.param, args.value)
    if (value === null) return reject(id, 'bad_value')
    temporary.end(found.device, found.param.name)
    return send(id, setProperty(found.component, found.property, value))
  }

  function switchCharger({ id, args }: CommandMessage): CommandTranslation {
    const found = params.find(
      ({ device, property }) => device === args.device && property === 'enabledCharging',
    )
    if (!found) return reject(id, 'not_supported')
    if (typeof args.on !== 'boolean') return reject(id, 'bad_value')
    return send(id, setProperty(found.component, found.property, args.on))
  }

  function limit({ id, args, ts }: CommandMessage): CommandTranslation {
    const property = Object.hasOwn(limits, String(args.side)) ? limits[String(args.side)] : null
    const found = params.find((param) => param.property === property && param.device === 'grid')
    if (!found) return reject(id, 'not_supported')
    const [value, ttl] = [readValue(found.param, args.power), readFinite(args.ttl)]
    const before = found.param.value
    if (typeof value !== 'number' || typeof before !== 'number' || !ttl || ttl < 0)
      return reject(id, 'bad_value')
    temporary.begin({ device: 'grid', param: found.param.name, before, until: ts + ttl * 1000 })
    return send(id, setProperty(found.component, found.property, value))
  }

  function setpoint({ id, args, ts }: CommandMessage): CommandTranslation {
    const [power, ttl] = [readFinite(args.power), readFinite(args.ttl)]
    if (args.device !== 'bat' || !config?.managedEss) return reject(id, 'not_supported')
    if (power === null || ttl === null || ttl <= 0) return reject(id, 'bad_value')
    const rounded = Math.round(power)
    hold = { id, ess: config.managedEss, power: rounded, until: ts + ttl * 1000, sentAt: ts }
    return send(id, setPower(hold.ess, rounded))
  }

  function keepHold(now: number): Outgoing[] {
    if (!hold || (now < hold.until && now - hold.sentAt < holdEveryMs)) return []
    const { ess, power } = hold
    if (now >= hold.until) hold = null
    else hold.sentAt = now
    return [callEdge(ownIds.hold, setPower(ess, hold ? power : null))]
  }

  return {
    configure(next: EdgeConfig): EdgeParam[] {
      config = next
      params = findParams(next)
      return params
    },
    translate(command: CommandMessage, isOurs: (device: unknown) => boolean): CommandTranslation | null {
      const { op, args } = command
      if (op === 'limit' && args.device === undefined) return limit(command)
      if (!isOurs(args.device)) return null
      if (op === 'set') return set(command)
      if (op === 'switch') return switchCharger(command)
      if (op === 'limit') return limit(command)
      if (op === 'setpoint') return setpoint(command)
      return reject(command.id, 'not_supported')
    },
    /** The reply that an answer means; null if no command waits for it. */
    answer(frame: Record<string, unknown>) {
      const { id } = frame
      if (typeof id !== 'string' || !waiting.delete(id)) return null
      const reply = readReply(id, frame)
      if (reply.state === 'failed' && hold?.id === id) hold = null
      return reply
    },
    /** What has to be said because time went by. */
    due(now: number): Outgoing[] {
      if (!config) return []
      const back = temporary.takeDue(now).flatMap(({ device, param, before }) => {
        const found = params.find((one) => one.device === device && one.param.name === param)
        return found ? [callEdge(ownIds.setBack, setProperty(found.component, found.property, before))] : []
      })
      return [...back, ...keepHold(now)]
    },
  }
}
