import type { Adapter, AdapterAddress, AdapterSession, KnownState, Translation } from '../adapter.ts'
import { createDeviceBook } from '../device-book.ts'
import { isObject, readFinite, readJsonObject, readName, toDeviceId } from '../read-value.ts'
import { askUnit, createCommands, type Question } from './shelly-requests.ts'
import { createReader, createUnit, mostUnits, type Unit } from './shelly-unit.ts'
import { shellyMappings } from './shelly-values.ts'

/** Shelly from the second generation on: over a WebSocket that the device opens, or over MQTT with a prefix of ours. */
export const shelly: Adapter = {
  kind: 'shelly',
  title: 'Shelly',
  group: 'plug',
  tried: 'messages',
  controllerKind: 'GATEWAY',
  webSocket: { path: '/link/v1/shelly/:serial/:token', secret: 'path' },
  describeSetup: (address) => ({
    steps: ['open_device_page', 'enable_web_socket', 'enter_values', 'save_and_restart', 'or_run_command'],
    fields: [{ name: 'web_socket_address', value: socketOf(address) }],
    // The address that the device has in its own network, before it is in any other.
    snippet: `curl -d '${JSON.stringify({
      ...{ id: 1, method: 'Ws.SetConfig' },
      params: { config: { enable: true, server: socketOf(address), ssl_ca: 'ca.pem' } },
    })}' http://192.168.33.1/rpc\n`,
    qr: socketOf(address),
  }),
  mappings: shellyMappings,
  openSession: openShelly,
}

const socketOf = ({ httpUrl, serial, httpToken }: AdapterAddress) =>
  `${httpUrl.replace(/^http/, 'ws')}/link/v1/shelly/${serial}/${httpToken}`

// Steady values are not repeated by the device; asked this often, they never look old.
const askEveryMs = 60_000
const ends = /^(?:(.*)\/)?(online|events\/rpc|reply\/rpc|status\/[^/]+)$/

function openShelly(known: KnownState): AdapterSession {
  const book = createDeviceBook(known)
  const units = new Map<string, Unit>()
  const reader = createReader(book, known)
  const commands = createCommands(known.serial, units)
  let isGreeted = false

  function findUnit(name: string, prefix: string | null): Unit | null {
    const id = toDeviceId(name).slice(0, 48)
    const found = units.get(id)
    if (found || units.size >= mostUnits) return found ?? null
    const unit = createUnit(id, prefix)
    units.set(id, unit)
    return unit
  }

  function ask(unit: Unit, now: number): Translation['outgoing'] {
    if (now - unit.askedAt < askEveryMs) return undefined
    const isFirst = unit.askedAt === Number.NEGATIVE_INFINITY
    unit.askedAt = now
    const asked: Question[] =
      isFirst && !(isGreeted && unit.prefix === null) ? ['info', 'config', 'status'] : ['status']
    return askUnit(known.serial, unit.prefix, asked)
  }

  function readFrame(unit: Unit, frame: Record<string, unknown>, now: number): Translation {
    const { method, params, result } = frame
    if (method === 'NotifyEvent') return readEvents(unit, params)
    if (method === 'NotifyStatus' || method === 'NotifyFullStatus') {
      if (!isObject(params)) return malformed(`${method} without params`)
      return reader.status(unit, params, timeOf(params.ts, now), method === 'NotifyFullStatus')
    }
    if (frame.id === undefined || (result === undefined && frame.error === undefined))
      return malformed('a frame that is neither a notification nor an answer')
    const reply = commands.answer(unit, frame)
    return {
      ...(isObject(result) && readAnswer(unit, frame.id, result, now)),
      ...(reply && { replies: [reply] }),
    }
  }

  /** Somebody changed names or signs in the device. */
  function readEvents(unit: Unit, params: unknown): Translation {
    const events = isObject(params) && Array.isArray(params.events) ? params.events : []
    const isConfigured = events.some((event) => isObject(event) && event.event === 'config_changed')
    return isConfigured ? { outgoing: askUnit(known.serial, unit.prefix, ['config']) } : {}
  }

  function readAnswer(unit: Unit, id: unknown, result: Record<string, unknown>, now: number): Translation {
    if (id === 'info') return reader.info(unit, result)
    if (id === 'config') return reader.config(unit, result)
    // A command to refresh is answered like the question for everything.
    if (!isObject(result.sys)) return {}
    return reader.status(unit, result, timeOf(result.sys.unixtime, now), true)
  }

  function readTopic(unit: Unit, part: string, text: string, now: number): Translation {
    if (part === 'online') {
      unit.isOnline = text.trim() === 'true'
      return { isOnline: [...units.values()].some(({ isOnline }) => isOnline) }
    }
    const object = readJsonObject(text)
    if (!object) return malformed(`${part} is not a JSON object`)
    if (!part.startsWith('status/')) return readFrame(unit, object, now)
    return reader.status(unit, { [part.slice('status/'.length)]: object }, { ts: now, isTimed: false }, true)
  }

  function readSocket(text: string, now: number): { unit: Unit | null; translation: Translation } {
    const frame = readJsonObject(text)
    const unit = frame && findUnit(readName(frame.src) ?? 'shelly', null)
    if (!frame || !unit) return { unit: null, translation: malformed('not a JSON object of a known device') }
    return { unit, translation: readFrame(unit, frame, now) }
  }

  return {
    greet() {
      isGreeted = true
      return askUnit(known.serial, null, ['info', 'config'])
    },
    read({ path, text, arrivedAt, isRetained }) {
      const place = ends.exec(path)
      // Our own calls, and topics without readings.
      if (path !== '' && !place) return {}
      const unit = place && findUnit(place[1] ?? 'shelly', place[1] ?? '')
      const found = place
        ? {
            unit,
            translation: unit ? readTopic(unit, place[2]!, text, arrivedAt) : malformed('too many devices'),
          }
        : readSocket(text, arrivedAt)
      const devices = book.takeChanged()
      const outgoing =
        found.unit && !isRetained && found.unit.isOnline ? ask(found.unit, arrivedAt) : undefined
      const sent = [...(found.translation.outgoing ?? []), ...(outgoing ?? [])]
      return { ...found.translation, ...(devices && { devices }), ...(sent.length > 0 && { outgoing: sent }) }
    },
    command: commands.translate,
  }
}

/** The device's own clock in seconds; without one that was ever set, the arrival counts. */
function timeOf(seconds: unknown, now: number): { ts: number; isTimed: boolean } {
  const given = readFinite(seconds)
  const isSet = given !== null && given > 1.5e9 && given < 1e10
  return isSet ? { ts: Math.round(given * 1000), isTimed: true } : { ts: now, isTimed: false }
}

const malformed = (detail: string): Translation => ({ refused: { ok: false, reason: 'malformed', detail } })
