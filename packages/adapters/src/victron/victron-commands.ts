import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { CommandReply, CommandTranslation, Outgoing } from '../adapter.ts'
import type { DeviceBook } from '../device-book.ts'
import { readFinite } from '../read-value.ts'
import type { createTemporarySettings } from '../temporary-settings.ts'
import { victronParams } from './victron-table.ts'

const mostWaiting = 100

/** Settings of a GX device; a command is done when the device tells the new value. */
export function createVictronCommands(
  book: DeviceBook,
  temporary: ReturnType<typeof createTemporarySettings>,
) {
  const waiting = new Map<string, { id: string; value: number }>()
  const settings = new Map<string, number>()

  const reject = (id: string, code: string): CommandTranslation => ({
    outgoing: [],
    replies: [{ id, state: 'rejected', code, text: null }],
  })

  function send(portal: string, id: string, path: string, value: number, now?: unknown): CommandTranslation {
    // A value that it has already is not told again.
    const state = now === value ? 'done' : 'accepted'
    if (state === 'accepted' && (waiting.has(path) || waiting.size < mostWaiting))
      waiting.set(path, { id, value })
    return { outgoing: [write(portal, path, value)], replies: [{ id, state, code: null, text: null }] }
  }

  /** A parameter as it is now; null if the device does not have it. */
  function findParam(device: unknown, name: unknown) {
    const row = victronParams.find((param) => param.device === device && param.name === name)
    const param = row && book.find(row.device)?.params.find((one) => one.name === row.name)
    return row && param ? { ...row, now: param.value } : null
  }

  function set(portal: string, { id, args }: CommandMessage, ttl: number | null, ts: number) {
    const found = findParam(args.device, args.param)
    if (!found) return reject(id, 'not_supported')
    const value = readFinite(args.value)
    const { min, max } = found.shape
    if (value === null || value < min! || value > max!) return reject(id, 'bad_value')
    if (ttl === null) temporary.end(found.device, found.name)
    else if (typeof found.now !== 'number' || ttl <= 0) return reject(id, 'bad_value')
    else
      temporary.begin({ device: found.device, param: found.name, before: found.now, until: ts + ttl * 1000 })
    return send(portal, id, found.path, value, found.now)
  }

  return {
    translate(portal: string, command: CommandMessage): CommandTranslation | null {
      const { id, op, args, ts } = command
      const isLimit = op === 'limit' && (args.device === undefined || isOurs(args.device))
      if (!isLimit && !isOurs(args.device)) return null
      const ttl = readFinite(args.ttl) ?? 0
      const as = (device: string, param: string) => ({
        ...command,
        args: { device, param, value: args.power },
      })
      if (op === 'set') return set(portal, command, null, ts)
      // The setpoint of a system with storage is what it takes from the grid.
      if (op === 'setpoint' && args.device === 'grid')
        return set(portal, as('grid', 'AcPowerSetPoint'), ttl, ts)
      if (isLimit && args.side === 'import') return set(portal, as('bat', 'MaxChargePower'), ttl, ts)
      const charger = /^ev(\d{1,4})$/.exec(String(args.device))?.[1]
      if (op === 'switch' && charger !== undefined && typeof args.on === 'boolean')
        return send(portal, id, `evcharger/${charger}/StartStop`, args.on ? 1 : 0)
      return reject(id, 'not_supported')
    },
    /** Notes the value of a setting, and whether a command waited for it. */
    note(path: string, value: unknown): CommandReply[] {
      const number = readFinite(value)
      if (number !== null && victronParams.some((param) => param.path === path)) settings.set(path, number)
      // Settings are there also where their device is not, or is told later.
      for (const { path: of, device, name, shape } of victronParams) {
        const set = settings.get(of)
        if (set !== undefined && book.has(device)) book.setParam(device, { ...shape, name, value: set })
      }
      const command = waiting.get(path)
      if (!command || command.value !== number) return []
      waiting.delete(path)
      return [{ id: command.id, state: 'done', code: null, text: null }]
    },
    due: (portal: string, now: number): Outgoing[] =>
      temporary.takeDue(now).flatMap(({ device, param, before }) => {
        const row = victronParams.find((one) => one.device === device && one.name === param)
        return row ? [write(portal, row.path, before)] : []
      }),
  }
}

const write = (portal: string, path: string, value: number): Outgoing => ({
  path: `W/${portal}/${path}`,
  text: JSON.stringify({ value }),
})

const isOurs = (device: unknown) =>
  typeof device === 'string' && /^(grid|pv|bat|load|ev\d{1,4})$/.test(device)
