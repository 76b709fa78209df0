import type { ControllerSample, InventoryDevice, ReadingValue } from '@ohmstead/contract/controller-messages'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import type { Description, DeviceBook } from '../device-book.ts'
import { isObject, readFinite, scale } from '../read-value.ts'
import { type ChannelRow, type Role, readState, roleRows, sumRows } from './openems-channels.ts'
import type { EdgeConfig } from './openems-config.ts'

export const stepMs = 300_000
// All values come at least this often, so what was not among them until then is not there.
const completeAfterMs = 310_000
// A gap between live frames that makes an interval incomplete.
const liveGapMs = 60_000

const deviceNames: Record<string, Description> = {
  grid: { category: 'GRID', name: { kind: 'grid' } },
  pv: { category: 'SOLAR_POWER_PLANT', name: { kind: 'pv' } },
  bat: { category: 'BATTERY', name: { kind: 'battery' } },
  load: { category: 'OTHER', name: { kind: 'consumption' } },
  site: { category: 'OTHER', name: 'OpenEMS' },
}
const byChannel = (rows: readonly ChannelRow[]) => new Map(rows.map((row) => [row.channel, row]))
const sums = byChannel(sumRows)
const ofRoles = new Map(Object.entries(roleRows).map(([role, rows]) => [role, byChannel(rows)]))

/** Turns channels into values; knows which channels an Edge has, and what it has told live. */
export function createEdgeReader(book: DeviceBook, hadDevices: boolean) {
  const seen = new Set<string>()
  let startedAt: number | null = null
  /** The unbroken run of live frames, by the Edge's clock, and what they tell. */
  let live = { from: 0, to: 0 }
  const toldLive = new Set<string>()

  function findRow(component: string, channel: string, config: EdgeConfig | null): ChannelRow | null {
    if (component === '_sum') return sums.get(channel) ?? null
    const role = config ? config.roles.get(component) : guessRole(book.find(component))
    const row = role && ofRoles.get(role)?.get(channel)
    return row ? { ...row, target: row.target.replace('<id>', component) } : null
  }

  /** An older channel counts where the newer one is missing; registers only if it is known to be. */
  function isReplaced(component: string, { insteadOf, target }: ChannelRow, now: number): boolean {
    if (insteadOf === undefined) return false
    if (seen.has(`${component}/${insteadOf}`)) return true
    return hadDevices && isRegister(target) && now - startedAt! < completeAfterMs
  }

  function readValues(channels: Record<string, unknown>, config: EdgeConfig | null, now: number) {
    const values: Record<string, ReadingValue> = {}
    const entries = Object.entries(channels)
    for (const [name, value] of entries)
      if (readFinite(value) !== null && preferred.has(name.slice(name.indexOf('/') + 1)) && seen.size < 1000)
        seen.add(name)
    for (const [name, value] of entries) {
      const slash = name.indexOf('/')
      const component = name.slice(0, slash)
      const row = slash > 0 ? findRow(component, name.slice(slash + 1), config) : null
      if (!row || isReplaced(component, row, now)) continue
      const [device = '', metric = ''] = row.target.split('/')
      const read = toValue(metric, readFinite(value), row.factor ?? 1)
      // A house without a battery has sums of batteries, too, without a value.
      if (!book.has(device) && (read === null || !declareDevice(book, device, config))) continue
      book.noteMetric(device, metric)
      values[row.target] = read
      if (Object.keys(values).length >= linkLimits.valuesPerSample) break
    }
    return values
  }

  function noteLive(samples: readonly ControllerSample[]): void {
    for (const { ts, values } of samples) {
      if (ts < live.from || ts > live.to + liveGapMs) live = { from: ts, to: ts }
      live.to = Math.max(live.to, ts)
      for (const key of Object.keys(values)) toldLive.add(key)
    }
  }

  /** Averages of an interval that was followed live say less than what is stored of it. */
  function isKnown(key: string, ts: number): boolean {
    return toldLive.has(key) && ts >= live.from && ts + stepMs <= live.to + liveGapMs
  }

  return {
    /** `isAverage`: of five-minute intervals, told by their start. */
    samples(params: unknown, config: EdgeConfig | null, now: number, isAverage: boolean): ControllerSample[] {
      if (!isObject(params)) return []
      startedAt ??= now
      const samples = Object.entries(params)
        .filter(([ts, channels]) => /^\d{12,14}$/.test(ts) && isObject(channels))
        .slice(0, linkLimits.samplesPerMessage)
        .map(([ts, channels]) => ({
          ts: Number(ts),
          values: readValues(channels as Record<string, unknown>, config, now),
        }))
        .filter(({ values }) => Object.keys(values).length > 0)
      if (!isAverage) {
        noteLive(samples)
        return samples
      }
      return samples.flatMap(splitInterval).flatMap(({ ts, values }) => {
        const left = Object.entries(values).filter(([key]) => !isKnown(key, ts))
        return left.length > 0 ? [{ ts, values: Object.fromEntries(left) }] : []
      })
    },
  }
}

const preferred = new Set([...sumRows, ...roleRows.charger].flatMap(({ insteadOf }) => insteadOf ?? []))

/** Until the configuration is here, what was stored tells which components are devices. */
const guessRole = (device: InventoryDevice | undefined): Role | undefined =>
  device && !Object.hasOwn(deviceNames, device.id)
    ? device.category === 'EV_CHARGER'
      ? 'charger'
      : 'consumer'
    : undefined

const isRegister = (key: string) => findMetric(key.slice(key.indexOf('/') + 1))?.kind === 'energy'

/** The highest register of an interval is the one at its end; the rest are averages from its start on. */
function splitInterval({ ts, values }: ControllerSample): ControllerSample[] {
  const pick = (isWanted: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => isRegister(key) === isWanted))
  return [
    { ts, values: pick(false) },
    { ts: ts + stepMs - 1000, values: pick(true) },
  ].filter((sample) => Object.keys(sample.values).length > 0)
}

/** A float of a state would be none. */
function toValue(metric: string, value: number | null, factor: number): ReadingValue {
  if (value === null) return null
  return findMetric(metric)?.kind === 'state' ? readState(metric, value) : scale(value, factor)
}

/** Describes the device of a value if it is new; false if there are too many. */
export function declareDevice(book: DeviceBook, id: string, config: EdgeConfig | null): boolean {
  if (book.has(id)) return true
  const component = config?.components.find((one) => one.id === id)
  const role = config?.roles.get(id)
  if (Object.hasOwn(deviceNames, id)) book.declare(id, deviceNames[id]!)
  else if (component && role) {
    const category = role === 'charger' ? 'EV_CHARGER' : role === 'heat' ? 'HVAC' : 'OTHER'
    book.declare(id, { category, name: component.alias ?? id, model: component.factoryId })
  }
  return book.has(id)
}
