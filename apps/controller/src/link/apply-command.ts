import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { PlantConfig } from '../plant/plant-config.ts'
import type { PlantControl } from '../plant/plant-control.ts'
import { readTunnelOrder, type TunnelOrder } from '../tunnel/tunnel-order.ts'

export type CommandOutcome =
  | { state: 'done'; control: PlantControl; effect?: CommandEffect; result?: Record<string, unknown> }
  | { state: 'rejected' | 'expired'; code: string; text: string }

/** Effects of a command on the program itself, beyond the plant. */
export type CommandEffect =
  | { kind: 'realtime'; periodMs: number; untilMs: number }
  | { kind: 'refresh' }
  | { kind: 'reboot' }
  | { kind: 'unlink' }
  | { kind: 'tunnelOpen'; order: TunnelOrder }
  | { kind: 'tunnelClose'; id: number }

/** Without an end; a number, so that it can be stored as JSON. */
const forever = 8.64e15
const longestTtlSeconds = 86_400

const reject = (code: string, text: string): CommandOutcome => ({ state: 'rejected', code, text })

/**
 * The changes of a command. Every limit and setpoint must have a `ttl` in seconds: when it ends without renewal the
 * plant is automatic again, so the cloud can vanish without harm.
 */
export function applyCommand(
  config: PlantConfig,
  control: PlantControl,
  command: CommandMessage,
  now: number,
): CommandOutcome {
  const { args } = command
  const done = (change: Partial<PlantControl>): CommandOutcome => ({
    state: 'done',
    control: { ...control, ...change },
  })
  const effect = (value: CommandEffect): CommandOutcome => ({ state: 'done', control, effect: value })
  switch (command.op) {
    case 'set':
      return applySet(config, control, args)
    case 'limit': {
      const untilMs = readEnd(args.ttl, now)
      if (!isPower(args.power) || args.power < 0 || untilMs === null)
        return reject('bad_args', 'a limit needs power ≥ 0 and ttl')
      const limit = { value: args.power, untilMs }
      if (args.side === 'import') return done({ importLimitW: limit })
      if (args.side === 'export') return done({ exportLimitW: limit })
      return reject('bad_args', 'side is not import or export')
    }
    case 'setpoint': {
      const untilMs = readEnd(args.ttl, now)
      if (!isPower(args.power) || untilMs === null)
        return reject('bad_args', 'a setpoint needs power and ttl')
      const setpoint = { value: args.power, untilMs }
      if (args.device === 'bat' && config.battery) return done({ batterySetpointW: setpoint })
      if (args.device === 'ev' && config.ev && args.power >= 0) return done({ evSetpointW: setpoint })
      return reject('no_such_device', 'no device of that name takes a setpoint')
    }
    case 'switch': {
      const untilMs = args.ttl === undefined ? forever : readEnd(args.ttl, now)
      if (typeof args.on !== 'boolean' || untilMs === null) return reject('bad_args', 'a switch needs on')
      const on = { value: args.on, untilMs }
      if (args.device === 'ev' && config.ev) return done({ evOn: on })
      if (args.device === 'hvac' && config.heatPump) return done({ heatPumpOn: on })
      return reject('no_such_device', 'no device of that name can be switched')
    }
    case 'realtime': {
      const { period } = args
      const untilMs = readEnd(args.ttl, now)
      if (typeof period !== 'number' || !(period >= 1 && period <= 60) || untilMs === null)
        return reject('bad_args', 'realtime needs a period of 1 to 60 s and ttl')
      return effect({ kind: 'realtime', periodMs: period * 1000, untilMs })
    }
    case 'refresh':
      return effect({ kind: 'refresh' })
    case 'reboot':
      return effect({ kind: 'reboot' })
    case 'unlink':
      return effect({ kind: 'unlink' })
    case 'tunnel.open': {
      const order = readTunnelOrder(args)
      if (!order) return reject('bad_args', 'this is no tunnel to the page of this controller')
      return effect({ kind: 'tunnelOpen', order })
    }
    case 'tunnel.close':
      if (typeof args.id !== 'number') return reject('bad_args', 'which tunnel?')
      return effect({ kind: 'tunnelClose', id: args.id })
    default:
      return reject('unsupported', `this controller does not know ${command.op}`)
  }
}

function applySet(config: PlantConfig, control: PlantControl, args: Record<string, unknown>): CommandOutcome {
  const { device, param, value } = args
  const done = (change: Partial<PlantControl>): CommandOutcome => ({
    state: 'done',
    control: { ...control, ...change },
  })
  const inRange = (min: number, max: number) => typeof value === 'number' && value >= min && value <= max
  const key = `${String(device)}/${String(param)}`
  if (key === 'grid/max_import' && inRange(0, 100_000)) return done({ maxImportW: value as number })
  if (key === 'grid/max_export' && inRange(0, 100_000)) return done({ maxExportW: value as number })
  if (key === 'bat/soc_min' && config.battery && inRange(0, 100))
    return done({ socMin: (value as number) / 100 })
  if (key === 'ev/current_limit' && config.ev && inRange(6, config.ev.maxCurrentA))
    return done({ evCurrentLimitA: value as number })
  if (key === 'ev/mode' && config.ev && (value === 'fast' || value === 'solar' || value === 'off'))
    return done({ evMode: value })
  if (key === 'hvac/temperature_target' && config.heatPump && inRange(16, 26))
    return done({ indoorTargetC: value as number })
  return reject('bad_args', `${key} is no setting of this controller, or the value is out of its range`)
}

const isPower = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= 1e6

function readEnd(ttl: unknown, now: number): number | null {
  return typeof ttl === 'number' && ttl > 0 && ttl <= longestTtlSeconds ? now + ttl * 1000 : null
}
