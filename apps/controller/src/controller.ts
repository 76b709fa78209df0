import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import { createBackups } from './backup/run-backups.ts'
import { buildInfo } from './build-info.ts'
import { applyCommand, type CommandEffect, type CommandOutcome } from './link/apply-command.ts'
import { createLinkClient, type LinkClient } from './link/link-client.ts'
import type { LinkStore, StoredAnswer } from './link/link-store.ts'
import type { LinkAddress } from './link/mqtt-session.ts'
import { advancePlant, createPlant } from './plant/advance-plant.ts'
import type { PlantConfig } from './plant/plant-config.ts'
import { automatic, type PlantControl } from './plant/plant-control.ts'
import { buildDevices } from './plant/plant-devices.ts'
import { readPlant, type Values } from './plant/plant-readings.ts'
import { createPlantState, type PlantState } from './plant/plant-state.ts'
import type { RunningUpdates } from './software/run-updates.ts'
import { baseVersion } from './software/software-state.ts'
import { createTunnels } from './tunnel/create-tunnels.ts'
import type { TunnelOrder } from './tunnel/tunnel-order.ts'

export interface ControllerOptions {
  serial: string
  kind: ControllerKind
  address: LinkAddress
  config: PlantConfig
  store: LinkStore
  clock: { now(): number }
  log(message: string): void
  /** Ordinary interval; 60 s. */
  periodMs?: number
  /** Where readings go instead of the link's `data`: a P1 meter posts telegrams. */
  deliver?(reading: { ts: number; values: Values }): void
  backlogMs?: number
  backOffMs?: readonly [number, number]
  /** The file with its options; part of its backups. */
  configFile?: string | null
  /** Where the files of a tunnel go while it is open; without it, or without OpenSSH, there are none. */
  tunnelDirectory?: string
  /** What it says it is connected over. */
  uplink?: string
  softwareVersion?: string
  /** Where it keeps its own program up to date. */
  updates?: Pick<RunningUpdates, 'check' | 'noteOnline'> | null
}

export interface RunningController {
  link: LinkClient
  close(): Promise<void>
}

/** A change of this size is sent at once, but no faster than `looksMs`. */
const largeChangeW = 500
const looksMs = 10_000
/** Duration of a reboot. */
const rebootMs = 1_500

/**
 * A controller with a simulated plant: reads it at its interval, sends the readings, and obeys. The state of the plant is
 * stored together with its readings, so after a crash it continues where the last reading was.
 */
export function startController(options: ControllerOptions): RunningController {
  const { config, store, clock, log, softwareVersion = baseVersion } = options
  const periodMs = options.periodMs ?? 60_000
  const plant = createPlant(config)
  let control = { ...automatic, ...store.readDocument<Partial<PlantControl>>('control') }
  const state = store.readDocument<PlantState>('plant') ?? createPlantState(config, clock.now())
  let realtime = { periodMs, untilMs: 0 }
  let lastGridW: number | null = null
  let timer: NodeJS.Timeout | undefined
  let rebootTimer: NodeJS.Timeout | undefined
  const startedAt = clock.now()
  let isClosed = false

  const link = createLinkClient({
    serial: options.serial,
    address: options.address,
    store,
    clock,
    log,
    backlogMs: options.backlogMs,
    backOffMs: options.backOffMs,
    describe: () => ({
      info: buildInfo(options, { softwareVersion, sshKey: tunnels?.publicKey ?? null }),
      inventory: {
        rev: store.readDocument<number>('inventoryRev') ?? 1,
        devices: buildDevices(config, control),
      },
    }),
    onCommand: handleCommand,
    onOnline: (isOnline) => {
      log(isOnline ? 'connected' : 'connection lost')
      if (!isOnline) return
      finishReboot()
      backups.finishLeft()
      options.updates?.noteOnline()
      // Watchers see it at once, not at the next full minute.
      read(Math.max(state.ts, clock.now()))
    },
  })

  const backups = createBackups({
    serial: options.serial,
    softwareVersion,
    linkUrl: options.address.url,
    store,
    configFile: options.configFile ?? null,
    readControl: () => control,
    applySettings: (settings) => {
      advancePlant(plant, state, Math.max(state.ts, clock.now()), control)
      control = { ...control, ...settings }
      store.writeDocument('plant', state)
      store.writeDocument('control', control)
    },
    onRestored: () => {
      control = { ...automatic, ...store.readDocument<Partial<PlantControl>>('control') }
      if (link.isOnline()) link.sendDescription()
    },
    isOnline: () => link.isOnline(),
    answer,
    log,
  })
  const tunnels = createTunnels({
    ...{ store, log },
    directory: options.tunnelDirectory ?? null,
    findFacts: () => ({
      serial: options.serial,
      kind: options.kind,
      software: softwareVersion,
      isOnline: link.isOnline(),
      startedAt,
      readAt: state.ts,
      values: readPlant(plant, state, control),
    }),
  })

  /** Reads the plant at `ts` and returns the values; state and readings are one commit. */
  function read(ts: number): void {
    store.transaction(() => {
      advancePlant(plant, state, ts, control)
      const values = readPlant(plant, state, control)
      lastGridW = values['grid/power'] as number
      store.writeDocument('plant', state)
      if (options.deliver) options.deliver({ ts, values })
      else link.sendSamples([{ ts, values }])
    })
  }

  function look(): void {
    const now = clock.now()
    const isFast = realtime.untilMs > now
    const pace = isFast ? realtime.periodMs : periodMs
    // Readings lie on whole multiples of the interval, so that registers are read at the edges of slots.
    const due = Math.floor(now / pace) * pace
    try {
      if (due > state.ts) read(due)
      else if (!isFast && now > state.ts && isLargeChange(now)) read(now)
    } catch (error) {
      log(`reading failed: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (isClosed) return
    const next = Math.min(
      (Math.floor(now / pace) + 1) * pace,
      isFast ? Number.POSITIVE_INFINITY : now + looksMs,
    )
    timer = setTimeout(look, Math.max(5, next - clock.now()))
  }

  function isLargeChange(now: number): boolean {
    if (lastGridW === null) return false
    const ahead = { ...state }
    advancePlant(plant, ahead, now, control)
    const gridW = readPlant(plant, ahead, control)['grid/power'] as number
    return Math.abs(gridW - lastGridW) > Math.max(largeChangeW, 0.2 * Math.abs(lastGridW))
  }

  function handleCommand(command: CommandMessage): void {
    const now = clock.now()
    const known = store.findAnswer(command.id)
    if (known) {
      link.sendReply(command.id, known.state, known)
      return
    }
    const isBackup = command.op === 'backup.create' || command.op === 'backup.restore'
    if (isBackup && command.exp > now) {
      backups.handle(command)
      return
    }
    if (command.op === 'update.check' && options.updates && command.exp > now) {
      options.updates.check()
      answer(command.id, { state: 'done', code: null, text: null, result: {} })
      return
    }
    const outcome: CommandOutcome =
      command.exp <= now
        ? { state: 'expired', code: 'too_late', text: 'the command came too late' }
        : applyCommand(config, control, command, now)
    if (outcome.state !== 'done') {
      answer(command.id, { ...outcome, result: {} })
      return
    }
    const changed = outcome.control !== control
    store.transaction(() => {
      // The past does not change: the plant is advanced to now before the order takes effect.
      advancePlant(plant, state, Math.max(state.ts, now), control)
      control = outcome.control
      store.writeDocument('plant', state)
      store.writeDocument('control', control)
      if (changed && command.op === 'set')
        store.writeDocument('inventoryRev', (store.readDocument<number>('inventoryRev') ?? 1) + 1)
    })
    log(`command ${command.op} ${JSON.stringify(command.args)}`)
    if (outcome.effect?.kind === 'reboot') {
      reboot(command.id)
      return
    }
    if (outcome.effect?.kind === 'tunnelOpen') {
      openTunnel(command.id, outcome.effect.order)
      return
    }
    answer(command.id, { state: 'done', code: null, text: null, result: outcome.result ?? {} })
    if (outcome.effect) run(outcome.effect)
    if (changed) {
      if (command.op === 'set') link.sendDescription()
      read(Math.max(state.ts, now))
    }
  }

  function answer(id: string, stored: StoredAnswer): void {
    store.rememberAnswer(id, stored, clock.now())
    link.sendReply(id, stored.state, stored)
  }

  function run(effect: CommandEffect): void {
    if (effect.kind === 'realtime') {
      realtime = effect
      clearTimeout(timer)
      look()
    } else if (effect.kind === 'refresh') {
      link.sendDescription()
      read(Math.max(state.ts, clock.now()))
    } else if (effect.kind === 'tunnelClose') {
      void tunnels?.close(effect.id)
    } else if (effect.kind === 'unlink') {
      void tunnels?.close()
      control = automatic
      realtime = { periodMs, untilMs: 0 }
      store.writeDocument('control', control)
    }
  }

  /** It takes a while: the cloud hears at once that it is under way, and then whether it is open. */
  function openTunnel(id: string, order: TunnelOrder): void {
    if (!tunnels) {
      answer(id, {
        state: 'rejected',
        code: 'unsupported',
        text: 'this controller has no tunnels',
        result: {},
      })
      return
    }
    answer(id, { state: 'accepted', code: null, text: null, result: {} })
    tunnels.open(order).then(
      () => answer(id, { state: 'done', code: null, text: null, result: {} }),
      (error: Error) => answer(id, { state: 'failed', code: 'tunnel', text: error.message, result: {} }),
    )
  }

  function reboot(id: string): void {
    store.writeDocument('reboot', id)
    store.rememberAnswer(id, { state: 'accepted', code: null, text: null, result: {} }, clock.now())
    link.sendReply(id, 'accepted')
    rebootTimer = setTimeout(() => link.restart(), rebootMs)
  }

  /** The answer to `reboot` comes after it, even if the program was really restarted. */
  function finishReboot(): void {
    const id = store.readDocument<string>('reboot')
    if (!id) return
    store.writeDocument('reboot', null)
    answer(id, { state: 'done', code: null, text: null, result: {} })
  }

  look()
  return {
    link,
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(rebootTimer)
      await tunnels?.close()
      await link.close()
    },
  }
}
