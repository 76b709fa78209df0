import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { CommandTranslation } from '../adapter.ts'
import { type CallEnd, createCallQueue } from './call-queue.ts'
import type { ChargingStation } from './charging-station.ts'
import { type Dialect, type Request, type Setting, type SettingKey, settingKeys } from './dialect.ts'
import { type Plan, planCommand } from './station-commands.ts'
import { deviceOf, type StationOutput } from './station-output.ts'
import {
  charging,
  currentLimit,
  findWrongSettings,
  measurands,
  toParam,
  usualSeconds,
  watchedSeconds,
} from './station-settings.ts'

/** What we ask of a station: its settings when it appears, commands, and what is due when their time is over. */
export function createStationControl(station: ChargingStation, dialect: Dialect, output: StationOutput) {
  const queue = createCallQueue()
  const settings = new Map<SettingKey, Setting>()
  const later = new Map<string, { at: number; request(): Request | null }>()
  let isIntroduced = false
  let counter = 0
  let now = 0

  const { book } = output
  const hasParam = (place: number, name: string) =>
    book.find(deviceOf(place))?.params.some((one) => one.name === name)

  /** One request after the other, as far as the station agrees. */
  function ask([request, ...rest]: readonly Request[], expiresAt: number, end: (end: AskEnd) => void): void {
    if (!request) {
      end({ refusal: null })
      return
    }
    const id = `${Math.max(now, 1).toString(36)}-${++counter}`
    const { action, payload, findRefusal } = request
    const isAdded = queue.add({
      ...{ id, action, payload, expiresAt },
      end: (answer) => {
        const refusal = readEnd(answer, findRefusal)
        if (refusal) return end({ refusal })
        ask(rest, expiresAt, end)
      },
    })
    if (!isAdded) end({ refusal: { state: 'failed', code: 'too_many', text: null } })
  }

  /** Without anybody who waits for the answer. */
  const tell = (request: Request, end: (isAgreed: boolean) => void = () => {}) =>
    ask([request], now + 600_000, ({ refusal }) => end(refusal === null))

  function introduce(isBooting: boolean): void {
    isIntroduced = true
    const request = dialect.readSettings(settingKeys)
    tell({
      ...request,
      findRefusal: (answer) => {
        for (const [key, setting] of request.take(answer)) settings.set(key, setting)
        for (const [key, value] of findWrongSettings(settings)) change(key, value)
        const current = settings.get('measurands')
        if (!current?.isReadOnly && !current?.value.includes('Power.Active.Import')) chooseMeasurands(0)
        return null
      },
    })
    // A station that was connected before says only what changes.
    if (!isBooting) tell(dialect.trigger('StatusNotification', null))
  }

  const change = (key: SettingKey, value: string) =>
    tell(dialect.changeSetting(key, value), (isAgreed) => {
      if (isAgreed) settings.set(key, { value, isReadOnly: false })
    })

  function chooseMeasurands(choice: number): void {
    const list = measurands[choice]
    if (list === undefined) return
    tell(dialect.changeSetting('measurands', list), (isAgreed) => {
      if (!isAgreed) chooseMeasurands(choice + 1)
    })
  }

  function setParams(): void {
    for (const place of station.places()) {
      if (place === 0) continue
      book.setParam(deviceOf(place), { ...charging, value: station.openAt(place) !== null })
      if (!hasParam(place, currentLimit.name)) book.setParam(deviceOf(place), currentLimit)
    }
    const [first] = station.places()
    // Settings of the whole station are shown at its first connector.
    if (first === undefined) return
    for (const [key, setting] of settings) {
      const param = toParam(key, setting)
      if (param && !(key === 'meter_interval' && later.has('pace'))) book.setParam(deviceOf(first), param)
    }
  }

  function quicken(ttl: unknown): void {
    const seconds = typeof ttl === 'number' && ttl > 0 ? Math.min(ttl, 3600) : 300
    const usual = settings.get('meter_interval')?.value ?? String(usualSeconds)
    if (!later.has('pace')) tell(dialect.changeSetting('meter_interval', String(watchedSeconds)))
    later.set('pace', {
      at: now + seconds * 1000,
      request: () => dialect.changeSetting('meter_interval', usual),
    })
  }

  function carryOut(id: string, plan: Plan, expiresAt: number): void {
    const { requests, after, ends, done } = plan
    ask(requests, expiresAt, ({ refusal }) => {
      if (refusal) return output.reply(id, refusal.state, refusal.code, refusal.text)
      if (after) later.set(after.name, after)
      if (ends !== undefined) later.delete(ends)
      done?.()
      output.reply(id, 'done', null, null)
    })
  }

  return {
    end: queue.end,
    /** Before a message is read. */
    setNow(arrivedAt: number): void {
      now = Math.max(now, arrivedAt)
    },
    /** After a message was read: what may be sent now. */
    next(isBooting: boolean) {
      if (!isIntroduced || isBooting) introduce(isBooting)
      for (const [name, { at, request }] of later) {
        if (at > now) continue
        later.delete(name)
        const due = request()
        if (due) tell(due)
      }
      setParams()
      return queue.take(now)
    },
    command(command: CommandMessage): CommandTranslation | null {
      now = Math.max(now, command.ts)
      const { id, op, args, exp } = command
      if (op === 'realtime' && args.device === undefined) {
        quicken(args.ttl)
        return { outgoing: queue.take(now), replies: [{ id, state: 'done', code: null, text: null }] }
      }
      const plan = planCommand(command, {
        ...{ station, dialect },
        rateUnits: () => settings.get('rate_units')?.value ?? null,
        noteLimit: (place, value) => book.setParam(deviceOf(place), { ...currentLimit, value }),
        noteSetting: (key, value) => settings.set(key, { value, isReadOnly: false }),
      })
      if (plan === null) return null
      if ('code' in plan) {
        if (plan.ends !== undefined) later.delete(plan.ends)
        return { outgoing: [], replies: [{ id, state: 'rejected', code: plan.code, text: null }] }
      }
      carryOut(id, plan, exp)
      return { outgoing: queue.take(now), replies: [] }
    },
  }
}

interface AskEnd {
  refusal: { state: 'failed' | 'rejected'; code: string; text: string | null } | null
}

function readEnd(end: CallEnd, findRefusal: Request['findRefusal']): AskEnd['refusal'] {
  if (end.kind === 'silence') return { state: 'failed', code: 'no_answer', text: null }
  if (end.kind === 'error') {
    const isUnknown = end.code === 'NotImplemented' || end.code === 'NotSupported'
    return {
      state: isUnknown ? 'rejected' : 'failed',
      code: isUnknown ? 'not_supported' : end.code,
      text: end.text || null,
    }
  }
  const refusal = findRefusal(end.payload)
  return refusal === null ? null : { state: 'rejected', code: refusal, text: null }
}
