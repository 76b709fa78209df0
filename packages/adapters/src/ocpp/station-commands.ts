import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { ChargingStation } from './charging-station.ts'
import type { Dialect, Limit, Request, SettingKey } from './dialect.ts'
import { placeOf } from './station-output.ts'
import { charging, currentLimit, findStationParam, writeSetting } from './station-settings.ts'

/** What a command asks of the station: requests in their order, and what is due when its time is over. */
export interface Plan {
  requests: Request[]
  /** Replaces what was due under the same name. */
  after?: { name: string; at: number; request(): Request | null }
  /** What was due under this name is no longer: somebody decided for good. */
  ends?: string
  /** Done once the station has agreed to all of it. */
  done?(): void
}

export interface Refusal {
  code: 'not_supported' | 'bad_args' | 'not_charging'
  /** As of a plan: what is off already stays off. */
  ends?: string
}

const longestTtlSeconds = 86_400
const volts = 230

/** Null if the command is for another device. */
export function planCommand(
  { op, args, ts }: CommandMessage,
  { station, dialect, rateUnits, noteLimit, noteSetting }: Controls,
): Plan | Refusal | null {
  const place = placeOf(args.device)
  if (args.device !== undefined && (place === null || !station.has(place))) return null
  const until = readEnd(args.ttl, ts)
  const isPower = typeof args.power === 'number' && args.power >= 0 && args.power <= 1e6
  switch (op) {
    case 'switch':
      if (place === null) return { code: 'bad_args' }
      return planSwitch(place, args, until)
    case 'limit':
      if (args.side !== 'import') return { code: 'not_supported' }
      if (!isPower || until === null) return { code: 'bad_args' }
      return planLimit(place ?? 0, args.power as number, until)
    case 'setpoint':
      if (!isPower || until === null || place === null) return { code: 'bad_args' }
      return planLimit(place, args.power as number, until)
    case 'set':
      return place === null ? { code: 'bad_args' } : planSet(place, args.param, args.value)
    case 'refresh':
      return {
        requests: station.places().flatMap((one) => [
          { ...dialect.trigger('StatusNotification', one), findRefusal: () => null },
          // Many have none outside of a session.
          { ...dialect.trigger('MeterValues', one), findRefusal: () => null },
        ]),
      }
    case 'reboot':
      return { requests: [dialect.reset()] }
    default:
      return { code: 'not_supported' }
  }

  function planSwitch(at: number, { on, ttl }: CommandMessage['args'], end: number | null): Plan | Refusal {
    if (typeof on !== 'boolean' || (ttl !== undefined && end === null)) return { code: 'bad_args' }
    const name = `switch ${at}`
    const request = (isOn: boolean) => {
      const open = station.openAt(at)
      return isOn ? dialect.start(at, ts) : open ? dialect.stop(open.transaction) : null
    }
    const now = request(on)
    if (!now) return { code: 'not_charging', ...(end === null && { ends: name }) }
    return {
      requests: [now],
      ...(end === null ? { ends: name } : { after: { name, at: end, request: () => request(!on) } }),
    }
  }

  function planLimit(at: number, powerW: number, end: number): Plan {
    const limit: Limit = {
      ...{ id: 100 + at, place: at, stackLevel: 1, from: ts, until: end },
      ...toUnit(powerW, station.phasesAt(at), rateUnits()),
      transaction: at === 0 ? null : (station.openAt(at)?.transaction ?? null),
    }
    return {
      requests: [dialect.limit(limit)],
      // Stations that do not heed the profile's own end.
      after: { name: `limit ${at}`, at: end, request: () => dialect.clear(limit.id) },
    }
  }

  function planSet(at: number, name: unknown, value: unknown): Plan | Refusal {
    if (name === currentLimit.name) {
      const amperes = writeSetting(currentLimit, value)
      if (amperes === null) return { code: 'bad_args' }
      const limit: Limit = {
        ...{ id: 200 + at, place: at, stackLevel: 0, from: ts, until: null, transaction: null },
        ...{ value: Number(amperes), unit: 'A', phases: 3 },
      }
      return {
        requests: [dialect.limit(limit)],
        done: () => noteLimit(at, limit.value),
      }
    }
    if (name === charging.name) return planSwitch(at, { on: value }, null)
    const found = findStationParam(name)
    if (!found) return { code: 'not_supported' }
    const text = writeSetting(found.param, value)
    if (text === null) return { code: 'bad_args' }
    return {
      requests: [dialect.changeSetting(found.key, text)],
      done: () => noteSetting(found.key, text),
    }
  }
}

interface Controls {
  station: ChargingStation
  dialect: Dialect
  /** As the station names them; null if it did not. */
  rateUnits(): string | null
  noteLimit(place: number, amperes: number): void
  noteSetting(key: SettingKey, value: string): void
}

/** Amperes are understood by every station, watts are exact; rounded down, so that no limit is exceeded. */
function toUnit(
  powerW: number,
  phases: number,
  units: string | null,
): Pick<Limit, 'value' | 'unit' | 'phases'> {
  if (units !== null && /power|\bW\b/i.test(units)) return { value: Math.floor(powerW), unit: 'W', phases }
  return { value: Math.floor(powerW / (volts * phases)), unit: 'A', phases }
}

const readEnd = (ttl: unknown, now: number): number | null =>
  typeof ttl === 'number' && ttl > 0 && ttl <= longestTtlSeconds ? now + ttl * 1000 : null
